import type { QueryClient } from '@tanstack/react-query';
import type { MemoryWarnings } from '#platform/platform.ts';
import type { Clock } from '#src/lib/clock.ts';
import type { Navigation } from './navigation.ts';

/** How long an answer that no earlier visit needs stays after its last use, in ms. */
export const UNUSED_MS = 30 * 60_000;

/** Number of earlier visits whose answers stay without a time limit; Back to a deeper visit requests them again. */
export const MOST_VISITS = 20;

/** Time between two collections, in ms. */
export const COLLECT_EVERY_MS = 60_000;

export interface VisitCacheOptions {
  readonly queryClient: QueryClient;
  readonly navigation: Pick<Navigation, 'visit' | 'holds'>;
  readonly clock: Clock;
  readonly memory: MemoryWarnings;
}

/**
 * Garbage collection of cached answers. Answers of visits that Back returns to stay: a film outlasts any fixed time,
 * and without a network they cannot be requested again. The others are removed after some time, so that memory stays
 * bounded, or at once when the set runs low on memory. It may start some seconds after the app.
 */
export function startVisitCache({ queryClient, navigation, clock, memory }: VisitCacheOptions): void {
  const cache = queryClient.getQueryCache();
  /** Hashes of the queries that each visit used, the oldest visit first. */
  const used = new Map<number, Set<string>>();
  const usedAt = new Map<string, number>();

  const note = (visitId: number, hash: string) => {
    usedAt.set(hash, clock.now());
    used.set(visitId, (used.get(visitId) ?? new Set()).add(hash));
  };
  // It is unknown which visits used the answers before this start, so assign them to all.
  for (let { id } = navigation.visit(); id > 0; id -= 1)
    if (navigation.holds(id)) cache.getAll().forEach(({ queryHash }) => note(id, queryHash));

  cache.subscribe(({ type, query }) => {
    if (type === 'removed') usedAt.delete(query.queryHash);
    else if (type === 'added' || type === 'observerAdded') note(navigation.visit().id, query.queryHash);
    else if (type === 'observerRemoved') usedAt.set(query.queryHash, clock.now());
  });

  /** @param unusedMs how long unreferenced answers stay */
  const collect = (unusedMs: number) => {
    for (const id of [...used.keys()]) if (!navigation.holds(id)) used.delete(id);
    const held = new Set<string>();
    const newest = [...used.keys()].sort((one, other) => other - one).slice(0, MOST_VISITS);
    for (const id of newest) used.get(id)?.forEach((hash) => held.add(hash));
    for (const query of cache.getAll()) {
      const { queryHash: hash, meta, state } = query;
      const isInUse = query.getObserversCount() > 0 || state.fetchStatus !== 'idle';
      if (isInUse) usedAt.set(hash, clock.now());
      else if (!held.has(hash) && !meta?.isPermanent && clock.now() - (usedAt.get(hash) ?? 0) >= unusedMs)
        cache.remove(query);
    }
  };
  clock.every(COLLECT_EVERY_MS, () => collect(UNUSED_MS));
  memory.subscribe(() => collect(0));
}
