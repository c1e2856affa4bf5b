import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import type { ItemSummary, NextRelease } from '#contract/catalogue.ts';
import type { Release } from '#contract/releases.ts';
import { useApi } from '#src/api/client/api-context.ts';
import { WATCHED_KEY } from '#src/api/catalogue.ts';
import { releaseKey, requestReleases } from '#src/api/releases.ts';
import { useClock } from '#src/stores/clock-context.ts';
import { useStores } from '#src/stores/stores-context.ts';
import { createReleaseWatch, type ReleaseWatch } from './release-watch.ts';

/** One per page. */
const watches = new WeakMap<QueryClient, ReleaseWatch>();

function useReleaseWatch(): ReleaseWatch {
  const queryClient = useQueryClient();
  const api = useApi();
  const clock = useClock();
  const { session } = useStores();
  const known = watches.get(queryClient);
  if (known) return known;
  const made = createReleaseWatch({
    clock,
    key: () => session.getState().accountToken ?? '',
    ask: (itemIds) => requestReleases(api, itemIds),
    onAnswer(release, hasChanged) {
      if (!hasChanged) return;
      queryClient.setQueryData(releaseKey(release.item_id), release);
      // Requests only what is on the screen, not home: first the episodes with the new one, then the title's own facts.
      const title = [WATCHED_KEY, 'items', release.item_id];
      void queryClient
        .invalidateQueries({ queryKey: [...title, 'episodes'] })
        .then(() => queryClient.invalidateQueries({ queryKey: title, exact: true }));
    },
  });
  watches.set(queryClient, made);
  return made;
}

export interface ShownRelease {
  /** The episode that came out while the viewer was looking. */
  readonly out: string | null;
  readonly next: NextRelease | null;
}

/** State of a title's next release. Renders when an answer arrives, not every second. */
export function useRelease({ id, next_release: told = null }: Pick<ItemSummary, 'id' | 'next_release'>): ShownRelease {
  const queryClient = useQueryClient();
  const clock = useClock();
  const watch = useReleaseWatch();
  const read = () => queryClient.getQueryData<Release>(releaseKey(id));
  const answer = useSyncExternalStore((listener) => queryClient.getQueryCache().subscribe(listener), read);
  // Home keeps its answer longer than the release takes to come.
  const isOver = told !== null && Date.parse(told.at) <= clock.instant();
  const next = isOver && answer ? answer.next_release : told;
  const at = next?.at;
  useEffect(() => (at === undefined ? undefined : watch.watch(id, at)), [watch, id, at]);
  const latest = answer?.latest ?? null;
  const isNews = latest !== null && clock.instant() - Date.parse(latest.published_at) < NEWS_MS;
  return { out: isNews ? latest.episode_num : null, next };
}

/** The label names a new episode for this long, in ms. */
const NEWS_MS = 3600_000;
