import type { ReactNode } from 'react';
import { SortHead } from './page.tsx';

export interface Column<Row> {
  name: string;
  /** The cell that names the row, or how the values of the column are set. */
  kind?: 'name' | 'number' | 'time' | 'actions';
  /** A phone shows the column's name, or this shorter one, in each of its cells; figures have it unless it is false. */
  label?: boolean | string;
  /** Shows the name to screen readers only, as that of actions. */
  isNameHidden?: boolean;
  /** Shown at the head of the column instead of its name. */
  head?: ReactNode;
  /** The value of `sorting` in the address, for a list that its server sorts by this column. */
  sortBy?: string;
  className?: string;
  cell(row: Row): ReactNode;
}

export interface TableProps<Row> {
  label: string;
  className?: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf(row: Row): string | number;
  /** The address of a list with columns that sort it. */
  address?: { path: string; query: Readonly<Record<string, string>> };
  /** The button that saves all rows as a file. */
  csv?: ReactNode;
}

const SET_CLASSES = { number: 'number', time: 'time', actions: 'end' };

function ColumnHead<Row>({ of, address }: { of: Column<Row>; address: TableProps<Row>['address'] }) {
  const { name, kind, isNameHidden = kind === 'actions', sortBy, head } = of;
  const className = kind === 'number' || kind === 'actions' ? SET_CLASSES[kind] : undefined;
  if (sortBy !== undefined && address)
    return (
      <SortHead by={sortBy} {...address} {...(className && { name: className })}>
        {name}
      </SortHead>
    );
  return (
    <th scope="col" className={className}>
      {head ?? (isNameHidden ? <span className="hidden">{name}</span> : name)}
    </th>
  );
}

function Cell<Row>({ of, row }: { of: Column<Row>; row: Row }) {
  const { name, kind, label = kind === 'number', className, cell } = of;
  const classes = [kind && kind !== 'name' && SET_CLASSES[kind], className].filter(Boolean).join(' ') || undefined;
  if (kind === 'name')
    return (
      <th scope="row" className={classes}>
        {cell(row)}
      </th>
    );
  return (
    <td className={classes} data-label={label === true ? name : label || undefined}>
      {cell(row)}
    </td>
  );
}

/** A table of rows that are all alike. */
export function Table<Row>({ label, className, columns, rows, keyOf, address, csv }: TableProps<Row>) {
  return (
    <>
      <div className="table-box">
        <table aria-label={label} className={className}>
          <thead>
            <tr>
              {columns.map((column) => (
                <ColumnHead key={column.name} of={column} address={address} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)}>
                {columns.map((column) => (
                  <Cell key={column.name} of={column} row={row} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {csv && <p className="table-foot">{csv}</p>}
    </>
  );
}
