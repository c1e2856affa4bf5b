import { hashKey, QueryObserver, useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { createListeners } from '#src/lib/listeners.ts';

export interface AskedQuery<Answer> {
  readonly queryKey: QueryKey;
  readonly queryFn: (context: { signal: AbortSignal }) => Promise<Answer>;
}

/** Observes a changing list of queries. A query that stays in the list keeps its observer, so that its call runs on. */
function createObservers(client: QueryClient) {
  const observers = new Map<string, { observer: QueryObserver<unknown>; stop: () => void }>();
  const { subscribe, tell } = createListeners(() => () => {
    observers.forEach(({ stop }) => stop());
    observers.clear();
  });
  let last: readonly unknown[] = [];

  return {
    subscribe,
    /** The same array as long as no answer changes. */
    read<Answer>(queries: readonly AskedQuery<Answer>[]): readonly (Answer | null)[] {
      const answers = queries.map(({ queryKey }) => client.getQueryData<Answer>(queryKey) ?? null);
      if (answers.length !== last.length || answers.some((answer, index) => answer !== last[index])) last = answers;
      return last as readonly (Answer | null)[];
    },
    observe(queries: readonly AskedQuery<unknown>[]) {
      const hashes = new Set(queries.map(({ queryKey }) => hashKey(queryKey)));
      for (const [hash, { stop }] of observers) {
        if (hashes.has(hash)) continue;
        stop();
        observers.delete(hash);
      }
      for (const query of queries) {
        const hash = hashKey(query.queryKey);
        const known = observers.get(hash);
        // Also builds the query again when it was removed from the cache.
        if (known) known.observer.setOptions(query);
        else {
          const observer = new QueryObserver<unknown>(client, query);
          observers.set(hash, { observer, stop: observer.subscribe(() => tell()) });
        }
      }
    },
  };
}

/**
 * The answers of several queries, in their order; null without an answer. The library's `useQueries` does the same with 2 kB
 * more, which home would have to load.
 */
export function useAnswers<Answer>(queries: readonly AskedQuery<Answer>[]): readonly (Answer | null)[] {
  const client = useQueryClient();
  const [observers] = useState(() => createObservers(client));
  const answers = useSyncExternalStore(observers.subscribe, () => observers.read(queries));
  useEffect(() => observers.observe(queries));
  return answers;
}
