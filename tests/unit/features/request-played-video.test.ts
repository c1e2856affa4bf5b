import { expect, test, vi } from 'vitest';
import type { Video } from '#contract/playback.ts';
import { ApiError, noAnswer } from '#src/api/client/api-error.ts';
import { episodeQuery } from '#src/api/catalogue.ts';
import type { Client } from '#src/api/client/client.ts';
import { createQueryClient } from '#src/api/client/query-client.ts';
import { requestPlayedVideo } from '#src/features/playback/request-played-video.ts';
import { OfflineVideoOver, type OfflineEpisodes, type OfflinePlay } from '#src/player/index.ts';
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
const OFFLINE: OfflinePlay = {
  episode: EPISODE,
  streams: [ON_DISK],
  video: {
    ...VIDEO,
    play_log_id: 'of-the-disk',
    streams: [ON_DISK],
    offline: { expiresAt: '2026-11-20T20:00:00Z', watchedSeconds: 0 },
  },
};

function setUp(found: OfflinePlay | 'expired' | undefined, { isOnline = true, answer = Promise.resolve(VIDEO) } = {}) {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  const api = {} as Client;
  queryClient.setQueryData(episodeQuery(api, EPISODE.id).queryKey, EPISODE);
  const call = vi.fn(() => answer);
  Object.assign(api, { call });
  const abandon = vi.fn();
  const offline = { find: () => Promise.resolve(found) } as unknown as OfflineEpisodes;
  const shared = { api, queryClient, clock, device: 'web', profileId: 'minsu', isOnline: () => isOnline } as const;
  return { clock, call, abandon, asked: requestPlayedVideo({ ...shared, offline, abandon }, EPISODE.id) };
}

const cut = () => Promise.reject(noAnswer('NETWORK', 0, null));

test('an episode that is not downloaded is requested from the server', async () => {
  expect(await setUp(undefined).asked).toEqual(VIDEO);
});

test('the video with advertisements is requested when the membership ended after the episode was read', async () => {
  const clock = createFakeClock();
  const queryClient = createQueryClient();
  const asked: string[] = [];
  const avod = { ...EPISODE, access: { type: 'avod', expires_at: null } as const };
  const api = {
    call: (({ path }: { path: string }) => {
      asked.push(path);
      if (path.includes('/avods/')) return Promise.resolve({ ...VIDEO, ad_breaks: [] });
      if (path.endsWith('/video/'))
        return Promise.reject(new ApiError({ status: 403, code: 'MEMBERSHIP_REQUIRED', message: '' }));
      return Promise.resolve(avod);
    }) as unknown as Client['call'],
  } as Client;
  queryClient.setQueryData(episodeQuery(api, EPISODE.id).queryKey, EPISODE);
  const shared = { api, queryClient, clock, device: 'web', profileId: 'minsu', isOnline: () => true } as const;
  const video = await requestPlayedVideo({ ...shared, offline: null, abandon: vi.fn() }, EPISODE.id);
  expect(video.ad_breaks).toEqual([]);
  expect(asked).toEqual(['/api/episodes/v2/:id/video/', '/api/episodes/v2/:id/', '/api/avods/v1/episodes/:id/video/']);
});

test('a downloaded episode plays from the disk with a play log of the server and its streams as a fallback', async () => {
  const { asked } = setUp(OFFLINE);
  expect(await asked).toEqual({ ...VIDEO, streams: [ON_DISK, ...VIDEO.streams] });
});

test('a download plays offline without a call, and also when the call is cut', async () => {
  const { asked, call } = setUp(OFFLINE, { isOnline: false });
  expect(await asked).toBe(OFFLINE.video);
  expect(call).not.toHaveBeenCalled();
  expect(await setUp(OFFLINE, { answer: cut() }).asked).toBe(OFFLINE.video);
});

test('a download starts when the server does not answer in 4 s, and a later answer is closed', async () => {
  let answerLate: (video: Video) => void = () => undefined;
  const { asked, clock, abandon } = setUp(OFFLINE, { answer: new Promise((resolve) => (answerLate = resolve)) });
  await settled();
  clock.advance(4_000);
  expect(await asked).toBe(OFFLINE.video);
  answerLate(VIDEO);
  await settled();
  expect(abandon).toHaveBeenCalledExactlyOnceWith(VIDEO);
});

test('an expired download is streamed online and reports its end offline', async () => {
  expect(await setUp('expired').asked).toEqual(VIDEO);
  await expect(setUp('expired', { answer: cut() }).asked).rejects.toThrow(OfflineVideoOver);
});
