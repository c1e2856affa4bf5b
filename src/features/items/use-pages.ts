import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useState } from 'react';
import type { Page, PagedList } from '#src/api/lists.ts';
import { usePlaceState, type Place } from '#src/focus/index.ts';
import { keepOrder } from '#src/lib/keep-order.ts';

export interface Pages<T> {
  /** What has come so far, or undefined before there is enough to show what one left. */
  readonly data: readonly T[] | undefined;
  /** How many there are in all. */
  readonly count: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  /** Asks again for what failed. */
  refetch(): Promise<unknown>;
  /** Told where the viewer is, so that the next page is there in time. */
  reach(index: number): void;
}

export interface UsePagesOptions<T> {
  readonly place: Place;
  readonly list: PagedList<T>;
  readonly keyOf: (thing: T) => string;
  /** Things before the end at which the next page is asked for: about two screens of a grid. */
  readonly ahead?: number;
  /** Page after page without being asked. */
  readonly isWhole?: boolean;
}

const AHEAD = 18;

/**
 * A list in pages, as far as the viewer has come: on the way back all of them are there again, in the order in which they
 * were, whatever the server says now.
 */
export function usePages<T>(options: UsePagesOptions<T>): Pages<T> {
  const { place, list, keyOf, ahead = AHEAD, isWhole = false } = options;
  const { pageSize, isPersonal } = list;
  const name = JSON.stringify(list.key);
  const [wanted, want] = usePlaceState(place, `${name}/pages`, 1);
  /** How many pages one left: without all of them the tile that had the focus may be missing. */
  const [left] = useState(wanted);
  const answer = useQueries({
    queries: Array.from({ length: wanted }, (_, index) => ({
      queryKey: [...list.key, { offset: index * pageSize }],
      queryFn: ({ signal }: { signal: AbortSignal }) => list.load(index * pageSize, signal),
      ...(isPersonal ? { staleTime: 0 } : {}),
    })),
    combine,
  }) as Answer<T>;

  const known = place.values.get(`${name}/known`) as Known<T> | undefined;
  const data = useMemo(() => {
    const isEnough = answer.loaded >= Math.min(left, Math.ceil(answer.count / pageSize) || 1);
    if (!isEnough || answer.loaded === 0) return undefined;
    // While there are as many as before, what is on none of these pages has moved to one that is asked for later.
    const moved = known && !isPersonal && answer.count >= known.count ? known.things : [];
    const before = known?.things ?? [];
    const kept = keepOrder(before.map(keyOf), unique([...answer.things, ...moved], keyOf), keyOf);
    return kept.length === before.length && kept.every((thing, index) => thing === before[index]) ? before : kept;
  }, [answer, isPersonal, known, keyOf, left, pageSize]);
  const { count } = answer;
  useLayoutEffect(() => {
    if (data) place.values.set(`${name}/known`, { things: data, count } satisfies Known<T>);
  }, [count, data, keyOf, name, place]);

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

/** What this visit of the screen has shown, and of how many. */
interface Known<T> {
  readonly things: readonly T[];
  readonly count: number;
}

interface Answer<T> {
  readonly things: readonly T[];
  readonly count: number;
  /** Pages that are there, from the first one on. */
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

/** What moved to another page between two answers comes twice. */
function unique<T>(things: readonly T[], keyOf: (thing: T) => string): readonly T[] {
  const seen = new Set<string>();
  return things.filter((thing) => {
    const key = keyOf(thing);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}
