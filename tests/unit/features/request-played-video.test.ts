import { expect, test, vi } from 'vitest';
import type { Video } from '#contract/playback.ts';
import { ApiError, noAnswer } from '#src/api/api-error.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client.ts';
import { createQueryClient } from '#src/api/query-client.ts';
import { requestPlayedVideo } from '#src/features/playback/request-played-video.ts';
import { KeptVideoOver, type KeptEpisodes, type KeptPlay } from '#src/player/index.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const EPISODE = { ...buildEpisode(), item: buildItemSummary(), previous_id: null, next_id: null };
const VIDEO: Video = {
  episode_id: EPISODE.id,
  play_log_id: 'of-the-server',
  resume_offset: 300,
  expires_at: '2026-11-21T00:00:00Z',
  streams: [{ protocol: 'dash', url: '/media/7.mpd', drm: null }],
  subtitles: [],
  thumbnails: null,
  markers: { intro: null, outro: null },
  next_episode_id: null,
};
const ON_DISK = { protocol: 'dash', url: 'offline:1', drm: null } as const;
const KEPT: KeptPlay = {
  episode: EPISODE,
  streams: [ON_DISK],
  video: {
    ...VIDEO,
    play_log_id: 'of-the-disk',
    streams: [ON_DISK],
    kept: { expiresAt: '2026-11-20T20:00:00Z', watchedSeconds: 0 },
  },
};

function setUp(found: KeptPlay | 'expired' | undefined, { isOnline = true, answer = Promise.resolve(VIDEO) } = {}) {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  const api = {} as Client;
  queryClient.setQueryData(episodeQuery(api, EPISODE.id).queryKey, EPISODE);
  const call = vi.fn(() => answer);
  Object.assign(api, { call });
  const abandon = vi.fn();
  const kept = { find: () => Promise.resolve(found) } as unknown as KeptEpisodes;
  const shared = { api, queryClient, clock, device: 'web', profileId: 'minsu', isOnline: () => isOnline } as const;
  return { clock, call, abandon, asked: requestPlayedVideo({ ...shared, kept, abandon }, EPISODE.id) };
}

const cut = () => Promise.reject(noAnswer('NETWORK', 0, null));

test('what is not kept is asked for', async () => {
  expect(await setUp(undefined).asked).toEqual(VIDEO);
});

test('asks for the video with advertisements where the membership ended after the episode was read', async () => {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const avod = { ...EPISODE, access: { type: 'avod', expires_at: null } as const };
  const api: Client = {
    call: (({ path }: { path: string }) => {
      asked.push(path);
      if (path.includes('/avods/')) return Promise.resolve({ ...VIDEO, ad_breaks: [] });
      if (path.endsWith('/video/'))
        return Promise.reject(new ApiError({ status: 403, code: 'MEMBERSHIP_REQUIRED', message: '' }));
      return Promise.resolve(avod);
    }) as unknown as Client['call'],
  };
  queryClient.setQueryData(episodeQuery(api, EPISODE.id).queryKey, EPISODE);
  const shared = { api, queryClient, clock, device: 'web', profileId: 'minsu', isOnline: () => true } as const;
  const video = await requestPlayedVideo({ ...shared, kept: null, abandon: vi.fn() }, EPISODE.id);
  expect(video.ad_breaks).toEqual([]);
  expect(asked).toEqual(['/api/episodes/v2/:id/video/', '/api/episodes/v2/:id/', '/api/avods/v1/episodes/:id/video/']);
});

test('what is kept plays from the disk on a play log of the server, whose streams stand behind', async () => {
  const { asked } = setUp(KEPT);
  expect(await asked).toEqual({ ...VIDEO, streams: [ON_DISK, ...VIDEO.streams] });
});

test('without a network nobody is asked; a network that only seems to be there is no hindrance', async () => {
  const { asked, call } = setUp(KEPT, { isOnline: false });
  expect(await asked).toBe(KEPT.video);
  expect(call).not.toHaveBeenCalled();
  expect(await setUp(KEPT, { answer: cut() }).asked).toBe(KEPT.video);
});

test('a server that does not answer in 4 s is not waited for, and what it answers later is closed', async () => {
  let answerLate: (video: Video) => void = () => undefined;
  const { asked, clock, abandon } = setUp(KEPT, { answer: new Promise((resolve) => (answerLate = resolve)) });
  await settled();
  clock.advance(4_000);
  expect(await asked).toBe(KEPT.video);
  answerLate(VIDEO);
  await settled();
  expect(abandon).toHaveBeenCalledExactlyOnceWith(VIDEO);
});

test('when its time is over, it plays as any other with a network, and says so without one', async () => {
  expect(await setUp('expired').asked).toEqual(VIDEO);
  await expect(setUp('expired', { answer: cut() }).asked).rejects.toThrow(KeptVideoOver);
});
