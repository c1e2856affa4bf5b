import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { Page, PagedList } from '#src/api/lists.ts';
import { useVisitState, type VisitMemory } from '#src/focus/index.ts';
import { stableOrder } from '#src/lib/stable-order.ts';

export interface Pages<T> {
  /** The loaded items, or undefined until the previously shown ones are loaded. */
  readonly data: readonly T[] | undefined;
  /** Number of items on all pages. */
  readonly count: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** Retries what failed. */
  refetch(): Promise<unknown>;
  /** Reports the viewer's position, so that the next page loads in time. */
  reach(index: number): void;
}

export interface UsePagesOptions<T> {
  readonly visit: VisitMemory;
  readonly list: PagedList<T>;
  readonly keyOf: (thing: T) => string;
  /** Distance from the end at which the next page loads: about two screens of a grid. */
  readonly ahead?: number;
  /** Loads all pages without `reach`. */
  readonly isWhole?: boolean;
}

const AHEAD = 18;

/**
 * A paged list up to the viewer's position. Back restores all of its pages in their previous order, even if the server's
 * order has changed.
 */
export function usePages<T>(options: UsePagesOptions<T>): Pages<T> {
  const { visit, list, keyOf, ahead = AHEAD, isWhole = false } = options;
  const { pageSize, isPersonal } = list;
  const name = JSON.stringify(list.key);
  const [wanted, want] = useVisitState(visit, `${name}/pages`, 1);
  /** Number of pages when the viewer left: without all of them the focused tile may be missing. */
  const [left] = useState(wanted);
  const queryClient = useQueryClient();
  const keyAt = (offset: number) => [...list.key, { offset }];
  const firstReadAt = () => {
    const first = queryClient.getQueryState(keyAt(0));
    // All pages that are read again are of now.
    return first?.fetchStatus === 'idle' && first.data !== undefined ? first.dataUpdatedAt : undefined;
  };
  const answer = useQueries({
    queries: Array.from({ length: wanted }, (_, index) => ({
      queryKey: keyAt(index * pageSize),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        index === 0 ? list.load(0, signal) : list.load(index * pageSize, signal, firstReadAt()),
      ...(isPersonal ? { staleTime: 0 } : {}),
    })),
    combine,
  }) as Answer<T>;

  const known = visit.answers.get(`${name}/known`) as Known<T> | undefined;
  const data = useMemo(() => {
    const isEnough = answer.loaded >= Math.min(left, Math.ceil(answer.count / pageSize) || 1);
    if (!isEnough || answer.loaded === 0) return undefined;
    // With an unchanged count, an item missing from these pages has moved to a later one.
    const moved = known && !isPersonal && answer.count >= known.count ? known.things : [];
    const before = known?.things ?? [];
    const ordered = stableOrder(before.map(keyOf), unique([...answer.things, ...moved], keyOf), keyOf);
    return ordered.length === before.length && ordered.every((thing, index) => thing === before[index])
      ? before
      : ordered;
  }, [answer, isPersonal, known, keyOf, left, pageSize]);
  const { count } = answer;
  useLayoutEffect(() => {
    if (data) visit.answers.set(`${name}/known`, { things: data, count } satisfies Known<T>);
  }, [count, data, keyOf, name, visit]);

  const hasMore = answer.loaded * pageSize < answer.count && answer.loaded === wanted;
  const wantMore = () => {
    if (hasMore) want(wanted + 1);
    else if (answer.loaded < wanted && answer.error && !answer.isFetching) void answer.refetch();
  };
  const isMoreWanted = isWhole && hasMore;
  useLayoutEffect(() => {
    if (isMoreWanted) want(wanted + 1);
  }, [isMoreWanted, want, wanted]);

  return {
    data,
    count: answer.count,
    error: answer.error,
    isFetching: answer.isFetching,
    refetch: answer.refetch,
    reach(index) {
      if (data && index >= data.length - ahead) wantMore();
    },
  };
}

/** The items that this visit has shown, and their total number. */
interface Known<T> {
  readonly things: readonly T[];
  readonly count: number;
}

interface Answer<T> {
  readonly things: readonly T[];
  readonly count: number;
  /** The number of loaded pages from the start. */
  readonly loaded: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  refetch(): Promise<unknown>;
}

function combine<T>(results: UseQueryResult<Page<T>>[]): Answer<T> {
  const missing = results.findIndex(({ data }) => data === undefined);
  const there = missing === -1 ? results : results.slice(0, missing);
  return {
    things: there.flatMap(({ data }) => data?.results ?? []),
    count: there[there.length - 1]?.data?.count ?? 0,
    loaded: there.length,
    error: results.find(({ error }) => error)?.error ?? null,
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(results.filter(({ isError }) => isError).map((result) => result.refetch())),
  };
}

/** Removes duplicates of items that moved to another page between two answers. */
function unique<T>(things: readonly T[], keyOf: (thing: T) => string): readonly T[] {
  const seen = new Set<string>();
  return things.filter((thing) => {
    const key = keyOf(thing);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
