import { keepPreviousData, useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { CallSettings } from '../lib/client.ts';
import { addressOf, replaceAddress } from '../lib/route.ts';
import { Choice, Field } from './fields.tsx';
import { Pager, QueryNothing } from './page.tsx';
import { Table, type TableProps } from './table.tsx';

type AddressQuery = Readonly<Record<string, string>>;

interface Rows<Row> {
  count: number;
  results: readonly Row[];
}

interface ListOptions<Row> {
  /** The address of the list: its path, and the page and the filters behind it. */
  path: string;
  query: AddressQuery;
  /** The key of the query, without the page. */
  key: readonly unknown[];
  limit?: number;
  read(page: { limit: string; offset: string }, settings: CallSettings): Promise<Rows<Row>>;
  /** How often, in ms, to read rows again that change by themselves. */
  refreshMs?(rows: readonly Row[]): number | false;
  staleTime?: number;
}

export interface List<Row> {
  answer: UseQueryResult<Rows<Row>>;
  rows: readonly Row[];
  address: { path: string; query: AddressQuery };
  limit: number;
  /** Changes filters in the address, and goes back to the first page. */
  filter(next: Readonly<Record<string, string | undefined>>): void;
}

/** One page of a list, which its server pages, sorts and filters by the address. */
export function useList<Row>(options: ListOptions<Row>): List<Row> {
  const { path, query, limit = 50, read, refreshMs, staleTime } = options;
  const queries = useQueryClient();
  const page = Math.max(1, Number(query['page']) || 1);
  const key = [...options.key, page];
  const answer = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      read(
        { limit: String(limit), offset: String((page - 1) * limit) },
        { signal, isBackground: refreshMs !== undefined && queries.getQueryData(key) !== undefined },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && refreshMs?.(state.data.results)) ?? false,
    ...(staleTime !== undefined && { staleTime }),
  });
  return {
    answer,
    rows: answer.data?.results ?? [],
    address: { path, query },
    limit,
    filter: (next) => replaceAddress(addressOf(path, { ...query, page: undefined, ...next })),
  };
}

interface ListPageProps<Row> extends Omit<TableProps<Row>, 'rows' | 'address'> {
  list: List<Row>;
  /** Shown instead of the table when the list has no rows. */
  empty: ReactNode;
}

/** The rows of a list's page, or why there are none, and links to the other pages. */
export function ListPage<Row>({ list, empty, ...table }: ListPageProps<Row>) {
  return (
    <>
      {list.rows.length === 0 ? (
        <QueryNothing query={list.answer}>{empty}</QueryNothing>
      ) : (
        <Table {...table} rows={list.rows} address={list.address} />
      )}
      <ListPager list={list} />
    </>
  );
}

export const ListPager = ({ list: { answer, address, limit } }: { list: List<unknown> }) =>
  answer.data && <Pager {...address} count={answer.data.count} limit={limit} />;

interface SearchFilterProps {
  label: string;
  value: string | undefined;
  onChange(value: string): void;
}

/** Filters a list by what is typed. */
export const SearchFilter = ({ value = '', ...props }: SearchFilterProps) => (
  <Field {...props} value={value} type="search" isLabelHidden />
);

interface ChoiceFilterProps<T extends string> {
  label: string;
  value: T | undefined;
  /** Name of the option that shows all rows. */
  all: string;
  names: readonly (readonly [T, string])[];
  onChange(value: T | undefined): void;
}

/** Filters a list by one of several values, or not. */
export const ChoiceFilter = <T extends string>({ label, value, all, names, onChange }: ChoiceFilterProps<T>) => (
  <Choice<T | 'all'>
    label={label}
    isLabelHidden
    value={value ?? 'all'}
    options={[['all', all], ...names]}
    onChange={(next) => onChange(next === 'all' ? undefined : next)}
  />
);
