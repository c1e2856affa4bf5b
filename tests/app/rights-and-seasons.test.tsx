import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { getItem, listEpisodes, type EpisodeDetail } from '#contract/catalogue.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Video } from '#contract/playback.ts';
import { listSeriesItems } from '#contract/related.ts';
import { ApiProvider } from '#src/api/client/api-context.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { useNextEpisode } from '#src/features/playback/use-next-episode.ts';
import { useRightsEnd } from '#src/screens/item/use-rights-end.ts';
import { ClockProvider } from '#src/stores/clock-context.ts';
import { buildEpisode, buildItem, buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';

/** Runs a hook with a server that gives each endpoint its answer. */
function start<T>(hook: () => T, answer: (endpoint: Endpoint, id: string) => unknown = () => undefined) {
  const clock = createFakeClock();
  const queries = createQueryClient();
  const api: Client = {
    call: (endpoint, request) =>
      Promise.resolve(answer(endpoint, (request as { params?: { id: string } }).params?.id ?? '') as never),
    asNow: () => api,
  };
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={queries}>
      <ApiProvider value={api}>
        <ClockProvider value={clock}>{children}</ClockProvider>
      </ApiProvider>
    </QueryClientProvider>
  );
  return { clock, queries, ...renderHook(hook, { wrapper }) };
}

const AN_HOUR_MS = 3600_000;
/** The clock of the test starts at noon. */
const ENDS_AT = '2026-11-20T13:00:00Z';

test.each(['rental', 'membership'] as const)('a title is read again when the %s of an episode ends', (type) => {
  const episodes = [
    buildEpisode({ order: 1, access: { type: 'free', expires_at: null } }),
    buildEpisode({ order: 2, access: { type, expires_at: ENDS_AT } }),
  ];
  const { clock, queries, unmount } = start(() => useRightsEnd(episodes));
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  clock.advance(AN_HOUR_MS);
  expect(invalidate).not.toHaveBeenCalled();
  clock.advance(1000);
  expect(invalidate.mock.calls.map(([filter]) => filter?.queryKey)).toEqual([
    ['watched', 'items', 1],
    ['shop', 1],
  ]);
  unmount();
  expect(clock.running()).toBe(0);
});

test('a title that is left is not read again when a right ends', () => {
  const episodes = [buildEpisode({ access: { type: 'rental', expires_at: ENDS_AT } })];
  const { clock, queries, unmount } = start(() => useRightsEnd(episodes));
  const invalidate = vi.spyOn(queries, 'invalidateQueries');
  unmount();
  clock.advance(2 * AN_HOUR_MS);
  expect(invalidate).not.toHaveBeenCalled();
});

/** The last episode of the first of two seasons; the first episode of the second has this access. */
const startAtEndOfSeason = (type: 'free' | 'membership' | 'avod' | 'locked') => {
  const seasons = [
    buildItem({ id: 1, series_id: 9, air_quarter: '2025년 4분기' }),
    buildItem({ id: 2, series_id: 9, air_quarter: '2026년 1분기' }),
  ];
  const episode = { ...buildEpisode(), item: buildItemSummary({ id: 1 }) } as unknown as EpisodeDetail;
  const video = { next_episode_id: null } as Video;
  return start(
    () => useNextEpisode(episode, video),
    (endpoint, id) => {
      if ((endpoint as unknown) === getItem) return seasons.find((season) => String(season.id) === id);
      if ((endpoint as unknown) === listSeriesItems) return { count: 2, results: seasons };
      if ((endpoint as unknown) === listEpisodes)
        return { count: 1, results: [buildEpisode({ id: 201, item_id: 2, access: { type, expires_at: null } })] };
      return undefined;
    },
  );
};

test.each(['free', 'membership', 'avod'] as const)(
  'the next season follows the last episode where its first one is %s',
  async (type) => {
    const { result } = startAtEndOfSeason(type);
    await waitFor(() => expect(result.current).toBe(201));
  },
);

test('the next season does not follow where its first episode is locked', async () => {
  const { result, queries } = startAtEndOfSeason('locked');
  await waitFor(() => expect(queries.getQueryData(['watched', 'items', 2, 'episodes'])).toBeDefined());
  expect(result.current).toBeNull();
});
