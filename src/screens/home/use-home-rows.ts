import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo } from 'react';
import type { ItemSummary, StartAgain } from '#contract/catalogue.ts';
import type { HomeRow } from '#contract/home.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { hiddenTitlesQuery, type HiddenTitles } from '#src/api/hidden-titles.ts';
import { restOfRow, ROW_PAGE, type Page } from '#src/api/lists.ts';
import { useAnswers } from '#src/api/client/use-answers.ts';
import { useIsTakenOut } from '#src/features/episodes/use-taken-out.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { stableOrder } from '#src/lib/stable-order.ts';
import { memoByKey } from '#src/lib/memo-by-key.ts';
import { kindOf, type HomeResult } from './row-kinds.tsx';

/** Prefetch the next page this many tiles before the end of the row. */
const AHEAD = 9;

export interface HomeRows {
  readonly rows: readonly HomeRow[];
  /** Call with the focused tile; prefetches the next page of its row. */
  reach(rowId: string, index: number): void;
}

const idOf = ({ id }: HomeRow) => id;

/** The rows that this visit showed last. */
const knownRows = (visit: VisitMemory) => (visit.answers.get('rows') as readonly HomeRow[] | undefined) ?? [];

/** The row without removed results and hidden titles; the same object if there are none. */
function withoutGone(row: HomeRow, isOut: (begun: StartAgain) => boolean, hidden: HiddenTitles | undefined): HomeRow {
  const { isTakenOut, itemOf } = kindOf(row);
  const isGone = (result: HomeResult) =>
    hidden?.[itemOf(result)?.id ?? 0] === true || (isTakenOut?.(result, isOut) ?? false);
  return row.results.some(isGone) ? withResults(row, (results) => results.filter((result) => !isGone(result))) : row;
}

/** Appends further results to a row; known tiles stay in their order. */
function mergeRow(row: HomeRow, more: readonly HomeResult[], known: readonly HomeResult[]): HomeRow {
  const { keyOf, keepsTiles } = kindOf(row);
  const seen = new Set<string>();
  const isNew = (result: HomeResult) => !seen.has(keyOf(result)) && seen.add(keyOf(result));
  return withResults(row, (results) => [
    ...stableOrder(known.map(keyOf), [...results, ...more, ...(keepsTiles ? known : [])].filter(isNew), keyOf),
  ]);
}

/** @param change returns results of the same kind */
const withResults = (row: HomeRow, change: (results: readonly HomeResult[]) => HomeResult[]) =>
  ({ ...row, results: change(row.results) }) as HomeRow;

/**
 * The rows of home for one visit. Rows load further pages while the viewer moves along them. A revalidated answer
 * updates the content of tiles, never their order.
 */
export function useHomeRows(visit: VisitMemory, answered: readonly HomeRow[]): HomeRows {
  const api = useApi();
  const isOut = useIsTakenOut();
  const { data: hidden } = useQuery(hiddenTitlesQuery);
  /** Number of further pages requested, by row id. */
  const [pages, setPages] = useVisitState<Readonly<Record<string, number>>>(visit, 'row-pages', {});
  const rests = useMemo(
    () =>
      answered.flatMap(({ id, kind, more, results }) => {
        const isEndless = kindOf({ kind }).isPaged && results.length >= ROW_PAGE;
        const list = isEndless ? restOfRow(api, more) : null;
        return list ? [{ id, list }] : [];
      }),
    [api, answered],
  );
  const asked = rests.flatMap(({ id, list }) =>
    Array.from({ length: pages[id] ?? 0 }, (_, index) => ({ id, list, offset: (index + 1) * list.pageSize })),
  );
  const parts = useAnswers(
    asked.map(({ list, offset }) => ({
      queryKey: [...list.key, { offset }],
      queryFn: ({ signal }): Promise<Page<ItemSummary | StartAgain>> => list.load(offset, signal),
    })),
  );

  const merge = useMemo(
    () =>
      memoByKey((key, row: HomeRow, ...more: readonly HomeResult[]) =>
        mergeRow(row, more, knownRows(visit).find(({ id }) => id === key)?.results ?? []),
      ),
    [visit],
  );
  const order = asked.map(({ id }) => id).join();
  const rows = useMemo(() => {
    const owners = order.split(',');
    const known = knownRows(visit);
    const gone = known.filter((row) => !kindOf(row).mayEnd && !answered.some(({ id }) => id === row.id));
    const all = [...answered, ...gone];
    return stableOrder(known.map(idOf), all, idOf).map((row) =>
      merge(row.id, row, ...parts.flatMap((part, index) => (owners[index] === row.id ? (part?.results ?? []) : []))),
    );
  }, [answered, merge, order, parts, visit]);

  useLayoutEffect(() => {
    visit.answers.set('rows', rows);
  }, [rows, visit]);

  // Filter only what is shown, so that an undone removal restores the tile's position.
  const shown = useMemo(() => rows.map((row) => withoutGone(row, isOut, hidden)), [rows, isOut, hidden]);
  return {
    rows: shown,
    reach(rowId, index) {
      const row = shown.find(({ id }) => id === rowId);
      const rest = rests.find(({ id }) => id === rowId);
      if (!row || !rest || index < row.results.length - AHEAD) return;
      const asking = pages[rowId] ?? 0;
      const mine = parts.filter((_, at) => asked[at]?.id === rowId);
      const isAtEnd = mine.some((part) => part !== null && part.results.length < rest.list.pageSize);
      if (isAtEnd || mine.some((part) => part === null)) return;
      setPages({ ...pages, [rowId]: asking + 1 });
    },
  };
}
