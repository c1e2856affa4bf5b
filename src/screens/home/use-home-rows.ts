import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import type { ItemSummary, StartAgain } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import { useApi } from '#src/api/api-context.ts';
import { restOfRow, ROW_PAGE, type Page } from '#src/api/lists.ts';
import { useTakenOut } from '#src/features/episodes/use-taken-out.ts';
import { usePlaceState, type Place } from '#src/focus/index.ts';
import { keepOrder } from '#src/lib/keep-order.ts';
import { memoByKey } from '#src/lib/memo-by-key.ts';

/** Tiles before the end of a row at which its next page is asked for. */
const AHEAD = 9;

const isStartAgain = (result: ItemSummary | StartAgain): result is StartAgain => 'episode' in result;
const isItem = (result: ItemSummary | StartAgain): result is ItemSummary => !isStartAgain(result);

export interface HomeRows {
  readonly rows: readonly HomeRow[];
  /** Told which tile has the focus, so that the rest of its row is there in time. */
  reach(rowId: string, index: number): void;
}

/** What a tile of a row is known by while its answers change. */
function keyOfResult(result: HomeRow['results'][number]): string {
  if ('offset' in result) return `item:${result.item.id}`;
  return `${'episode_num' in result ? 'episode' : 'other'}:${result.id}`;
}

const idOf = ({ id }: HomeRow) => id;

/** The rows as this visit showed them last. */
const knownRows = (place: Place) => (place.values.get('rows') as readonly HomeRow[] | undefined) ?? [];

/** A row without what was taken out of it: the same one where that is nothing. */
function withoutTakenOut(row: HomeRow, isOut: (result: StartAgain) => boolean): HomeRow {
  if (row.kind !== 'start_again' || !row.results.some(isOut)) return row;
  return { ...row, results: row.results.filter((result) => !isOut(result)) };
}

/** A row with what else came of it, its tiles in the order in which they were known. */
function mergeRow(
  row: HomeRow,
  more: readonly (ItemSummary | StartAgain)[],
  known: readonly HomeRow['results'][number][],
): HomeRow {
  const seen = new Set<string>();
  const isNew = (result: HomeRow['results'][number]) => !seen.has(keyOfResult(result)) && seen.add(keyOfResult(result));
  const tidy = <T extends HomeRow['results'][number]>(results: readonly T[]): T[] => [
    ...keepOrder(
      known.map(keyOfResult),
      // A title just begun is no longer recommended, yet its tile stays until the visit ends: Back leads to it. Known
      // results are of the row's kind.
      [...results, ...(row.kind === 'items' ? (known as readonly T[]) : [])].filter(isNew),
      keyOfResult,
    ),
  ];
  switch (row.kind) {
    case 'items':
      return { ...row, results: tidy([...row.results, ...more.filter(isItem)]) };
    case 'start_again':
      return { ...row, results: tidy([...row.results, ...more.filter(isStartAgain)]) };
    case 'episodes':
      return { ...row, results: tidy(row.results) };
    case 'themes':
      return { ...row, results: tidy(row.results) };
    case 'ranking':
      return { ...row, results: tidy(row.results) };
    case 'billboard':
      return { ...row, results: tidy(row.results) };
  }
}

/**
 * The rows of home as the viewer knows them: each goes on as one goes along it, and an answer that came again behind the
 * screen changes what tiles say, never where they stand.
 */
export function useHomeRows(place: Place, answered: readonly HomeRow[]): HomeRows {
  const api = useApi();
  const { isOut } = useTakenOut();
  /** Further pages that were asked for, by row. */
  const [pages, setPages] = usePlaceState<Readonly<Record<string, number>>>(place, 'row-pages', {});
  const rests = useMemo(
    () =>
      answered.flatMap(({ id, kind, more, results }) => {
        const isEndless = (kind === 'items' || kind === 'start_again') && results.length >= ROW_PAGE;
        const list = isEndless ? restOfRow(api, more) : null;
        return list ? [{ id, list }] : [];
      }),
    [api, answered],
  );
  const asked = rests.flatMap(({ id, list }) =>
    Array.from({ length: pages[id] ?? 0 }, (_, index) => ({ id, list, offset: (index + 1) * list.pageSize })),
  );
  const parts = useQueries({
    queries: asked.map(({ list, offset }) => ({
      queryKey: [...list.key, { offset }],
      queryFn: ({ signal }: { signal: AbortSignal }): Promise<Page<ItemSummary | StartAgain>> =>
        list.load(offset, signal),
    })),
    combine,
  });

  const merge = useMemo(
    () =>
      memoByKey((key, row: HomeRow, ...more: readonly (ItemSummary | StartAgain)[]) =>
        mergeRow(row, more, knownRows(place).find(({ id }) => id === key)?.results ?? []),
      ),
    [place],
  );
  const order = asked.map(({ id }) => id).join();
  const rows = useMemo(() => {
    const owners = order.split(',');
    const known = knownRows(place);
    // The server leaves out a row that it could not make. Only begun titles end while one looks at them.
    const gone = known.filter(({ id, kind }) => kind !== 'start_again' && !answered.some((row) => row.id === id));
    const all = [...answered, ...gone];
    return keepOrder(known.map(idOf), all, idOf).map((row) =>
      merge(row.id, row, ...parts.flatMap((part, index) => (owners[index] === row.id ? (part ?? []) : []))),
    );
  }, [answered, merge, order, parts, place]);

  useLayoutEffect(() => {
    place.values.set('rows', rows);
  }, [rows, place]);

  // Only what is shown: put back, a tile stands where it was.
  const shown = useMemo(() => rows.map((row) => withoutTakenOut(row, isOut)), [rows, isOut]);
  return {
    rows: shown,
    reach(rowId, index) {
      const row = shown.find(({ id }) => id === rowId);
      const rest = rests.find(({ id }) => id === rowId);
      if (!row || !rest || index < row.results.length - AHEAD) return;
      const asking = pages[rowId] ?? 0;
      const mine = parts.filter((_, at) => asked[at]?.id === rowId);
      const isAtEnd = mine.some((part) => part !== null && part.length < rest.list.pageSize);
      // One page at a time.
      if (isAtEnd || mine.some((part) => part === null)) return;
      setPages({ ...pages, [rowId]: asking + 1 });
    },
  };
}

/** The results of each page; null while one is on its way. */
const combine = (answers: UseQueryResult<Page<ItemSummary | StartAgain>>[]) =>
  answers.map(({ data }) => data?.results ?? null);
