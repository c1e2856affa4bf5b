import type { Connection, Transact } from '#server/db/open.ts';
import { CATALOGUE_TABLES, type CatalogueTable, type Row } from '#server/catalogue/columns.ts';
import type { CatalogueRows } from './import-rows.ts';
import { findChangedRows, keyOf, listKeys, listTitlesOf, removeRows, upsertRows } from './import-store.ts';

/** Rows per statement: one statement for thousands of titles would be too large. */
const ROWS_AT_ONCE = 500;

/** The writes that turn the stored catalogue into the new one. */
export type CatalogueChanges = Record<CatalogueTable, { upserted: Row[]; removed: Row[] }>;

function* batchesOf(rows: readonly Row[]): Generator<readonly Row[]> {
  for (let start = 0; start < rows.length; start += ROWS_AT_ONCE) yield rows.slice(start, start + ROWS_AT_ONCE);
}

/**
 * Compares rows with the database in many short transactions, so that a large catalogue holds no connection and no lock.
 * The result is valid until another change of the catalogue commits.
 *
 * @param keysOf the rows of a table that the given ones replace; all rows by default
 */
export async function findChanges(
  transact: Transact,
  rows: CatalogueRows,
  keysOf: (tx: Connection, table: CatalogueTable) => Promise<Row[]> = listKeys,
): Promise<CatalogueChanges> {
  const changesOf = async (table: CatalogueTable) => {
    const keyTextOf = (row: Row) =>
      keyOf(table)
        .map((column) => row[column])
        .join(' ');
    const keys = await transact((tx) => keysOf(tx, table));
    const wanted = new Set(rows[table].map(keyTextOf));
    const removed = keys.filter((key) => !wanted.has(keyTextOf(key)));
    const known = new Set(keys.map(keyTextOf));
    const upserted = rows[table].filter((row) => !known.has(keyTextOf(row)));
    for (const batch of batchesOf(rows[table].filter((row) => known.has(keyTextOf(row)))))
      upserted.push(...(await transact((tx) => findChangedRows(tx, table, batch))));
    return { upserted, removed };
  };

  const changes: Partial<CatalogueChanges> = {};
  for (const table of CATALOGUE_TABLES) changes[table] = await changesOf(table);
  return changes as CatalogueChanges;
}

export const isEmpty = (changes: CatalogueChanges): boolean =>
  Object.values(changes).every(({ upserted, removed }) => upserted.length === 0 && removed.length === 0);

/** Titles whose answers the writes change. Call it before `applyChanges`: removed episodes still name their titles. */
export async function findChangedTitles(tx: Connection, changes: CatalogueChanges): Promise<number[]> {
  const of = (table: CatalogueTable) => [...changes[table].upserted, ...changes[table].removed];
  const numbers = (rows: readonly Row[], column: string) => rows.map((row) => row[column] as number);
  return [
    ...numbers(of('items'), 'id'),
    ...numbers(of('item_themes'), 'item_id'),
    ...numbers(changes.episodes.upserted, 'item_id'),
    ...(await listTitlesOf(tx, {
      episodeIds: numbers(of('episodes'), 'id'),
      clipIds: of('clips').map((row) => row['id'] as string),
    })),
  ];
}

export async function applyChanges(tx: Connection, changes: CatalogueChanges, now: Date): Promise<void> {
  for (const table of CATALOGUE_TABLES)
    for (const batch of batchesOf(changes[table].upserted)) await upsertRows(tx, table, batch, now);
  for (const table of [...CATALOGUE_TABLES].reverse())
    for (const batch of batchesOf(changes[table].removed)) await removeRows(tx, table, batch);
}
