import { describe, expect, test, vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import { createKeptEpisodes, type KeptEpisodesOptions } from '#src/player/kept-episodes.ts';
import type { PendingReport } from '#src/player/pending-reports.ts';
import { tracksToKeep, type KeepableTrack } from '#src/player/tracks-to-keep.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createMemoryStorage } from '#tests/support/fake-platform.ts';
import { createFakeVault } from '#tests/support/fake-vault.ts';

const HOUR_MS = 3_600_000;
const PROFILE = 'minsu';

const episodeOf = (order: number) => ({
  ...buildEpisode({ order }),
  item: buildItemSummary(),
  previous_id: null,
  next_id: null,
});
const EPISODE = episodeOf(1);

const buildVideo = (override: Partial<Video> = {}): Video => ({
  episode_id: EPISODE.id,
  play_log_id: '00000000-0000-4000-8000-00000000000a',
  resume_offset: 300,
  expires_at: '2026-11-21T00:00:00Z',
  streams: [{ protocol: 'dash', url: '/media/7.mpd', drm: null }],
  subtitles: [{ lang: 'ko', label: '한국어', url: '/media/7.ko.vtt' }],
  thumbnails: { url: '/media/7.webp', interval: 5, columns: 10, rows: 2, width: 240, height: 135 },
  markers: { intro: null, outro: { start: 1400 } },
  next_episode_id: 102,
  ...override,
});

function setUp(options: Partial<KeptEpisodesOptions> = {}) {
  const clock = createFakeClock();
  const vault = createFakeVault();
  const storage = createMemoryStorage();
  const pending: PendingReport[] = [];
  const shared: KeptEpisodesOptions = {
    vault,
    disk: { freeBytes: () => Promise.resolve(null), persist: vi.fn() },
    storage,
    clock,
    pendingReports: { list: () => pending },
    requestDownload: () =>
      Promise.resolve({
        size: 1_000,
        expires_at: new Date(clock.instant() + 8 * HOUR_MS).toISOString(),
        streams: [{ protocol: 'dash', url: '/media/grant/7.mpd', drm: null }],
      }),
    requestVideo: (episode_id) => Promise.resolve(buildVideo({ episode_id })),
    toDataUrl: (url) => Promise.resolve(`data:text/plain,${url}`),
    errorCodeOf: (error) => (error as { code?: ErrorCode }).code ?? null,
    logError: vi.fn(),
    ...options,
  };
  const kept = createKeptEpisodes(shared);
  const states = () => kept.getState()?.map(({ episode, state }) => `${episode.id} ${state}`);
  return {
    clock,
    vault,
    storage,
    pending,
    kept,
    states,
    /** As after a reload: what was in memory is gone. */
    restart: (later = clock) => createKeptEpisodes({ ...shared, clock: later }),
    async keepWhole(episode = EPISODE) {
      const outcome = kept.keep(PROFILE, episode);
      await settled();
      vault.finish();
      return outcome;
    },
  };
}

describe('keeping an episode', () => {
  test('tells how much of it is there, and ends with all it needs without a network', async () => {
    const { kept, vault, states } = setUp();
    const outcome = kept.keep(PROFILE, EPISODE);
    await settled();
    expect(states()).toEqual(['101 storing']);
    vault.asked[0]?.onProgress(0.426);
    expect(kept.getState()?.[0]?.part).toBe(0.42);
    vault.finish();
    expect(await outcome).toEqual({ type: 'kept' });
    expect(states()).toEqual(['101 kept']);
    expect(vault.asked[0]?.stream.url).toBe('/media/grant/7.mpd');

    const play = await kept.find(PROFILE, EPISODE.id);
    expect(play).toMatchObject({
      streams: [{ protocol: 'dash', url: 'offline:manifest/1', drm: null }],
      video: {
        resume_offset: 300,
        next_episode_id: null,
        subtitles: [{ lang: 'ko', label: '한국어', url: 'data:text/plain,/media/7.ko.vtt' }],
        thumbnails: { url: 'data:text/plain,/media/7.webp' },
        kept: { expiresAt: '2026-11-20T20:00:00.000Z', watchedSeconds: 0 },
      },
    });
  });

  test('is listed from the disk after a reload, for the profile that kept it alone', async () => {
    const { keepWhole, restart } = setUp();
    await keepWhole();
    const again = restart();
    expect(again.getState()).toBeNull();
    expect(again.isEmpty()).toBe(false);
    await again.load();
    expect(again.getState()).toMatchObject([{ profileId: PROFILE, state: 'kept', part: 1 }]);
    expect(await again.find('soyeon', EPISODE.id)).toBeUndefined();
  });

  test.each([
    ['too little room', { disk: { freeBytes: () => Promise.resolve(1_249), persist: vi.fn() } }, { type: 'no-space' }],
    ['no file to give away', { requestDownload: () => Promise.reject({ code: 'NOT_FOUND' }) }, { type: 'protected' }],
    [
      'a stream under copy protection',
      {
        requestDownload: () => {
          const drm = { key_system: 'org.w3.clearkey', license_url: null, clear_keys: {} };
          const streams = [{ protocol: 'dash', url: '/media/grant/7.mpd', drm }] as const;
          return Promise.resolve({ size: 1_000, expires_at: '2026-11-20T20:00:00Z', streams });
        },
      },
      { type: 'protected' },
    ],
    [
      'no right to it',
      { requestDownload: () => Promise.reject({ code: 'MEMBERSHIP_REQUIRED' }) },
      { type: 'failed', error: { code: 'MEMBERSHIP_REQUIRED' } },
    ],
    ['subtitles that do not come', { toDataUrl: () => Promise.reject({ code: 'x' }) }, { type: 'failed' }],
  ] satisfies [string, Partial<KeptEpisodesOptions>, object][])(
    'with %s keeps nothing',
    async (_, options, expected) => {
      const { kept, vault } = setUp(options);
      expect(await kept.keep(PROFILE, EPISODE)).toMatchObject(expected);
      expect(kept.getState()).toEqual([]);
      expect(kept.isEmpty()).toBe(true);
      expect(vault.asked).toHaveLength(0);
    },
  );

  test('is fetched with the download’s own right, which other playbacks of this device do not end', async () => {
    const { keepWhole, vault } = setUp();
    await keepWhole();
    expect(vault.asked.map(({ stream }) => stream.url)).toEqual(['/media/grant/7.mpd']);
  });

  test('opens no play log where it may not be kept', async () => {
    const requestVideo = vi.fn(() => Promise.resolve(buildVideo()));
    const requestDownload = () => Promise.reject({ code: 'PURCHASE_REQUIRED' });
    await setUp({ requestDownload, requestVideo }).kept.keep(PROFILE, EPISODE);
    expect(requestVideo).not.toHaveBeenCalled();
  });

  test('a disk that turns out to be full, and a cancel, leave nothing behind', async () => {
    const { kept, vault, states } = setUp();
    const full = kept.keep(PROFILE, EPISODE);
    await settled();
    vault.finish({ type: 'no-space' });
    expect(await full).toEqual({ type: 'no-space' });

    const cancelled = kept.keep(PROFILE, EPISODE);
    await settled();
    await kept.remove(PROFILE, EPISODE.id);
    expect(states()).toEqual([]);
    expect(await cancelled).toEqual({ type: 'cancelled' });
    expect(vault.disk.size).toBe(0);
    expect(kept.isEmpty()).toBe(true);
  });

  test('begun anew while the cancelled one still ends, it is kept', async () => {
    const { kept, vault, states } = setUp();
    let late: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (late = resolve));
    const { store } = vault;
    vault.store = (request) => {
      const storing = store(request);
      return { cancel: () => undefined, outcome: slow.then(() => storing.outcome) };
    };
    const first = kept.keep(PROFILE, EPISODE);
    await settled();
    vault.finish({ type: 'cancelled' });
    await kept.remove(PROFILE, EPISODE.id);
    vault.store = store;
    const second = kept.keep(PROFILE, EPISODE);
    await settled();
    late();
    await first;
    vault.finish();
    expect(await second).toEqual({ type: 'kept' });
    expect(states()).toEqual(['101 kept']);
  });
});

describe('the right to a kept episode', () => {
  test('ends while the app runs: it cannot be played, says so, and its place on the disk is free', async () => {
    const { kept, keepWhole, clock, vault, states } = setUp();
    await keepWhole();
    clock.advance(8 * HOUR_MS - 1_000);
    expect(await kept.find(PROFILE, EPISODE.id)).not.toBe('expired');
    clock.advance(1_000);
    expect(states()).toEqual(['101 expired']);
    expect(await kept.find(PROFILE, EPISODE.id)).toBe('expired');
    await settled();
    expect(vault.disk.size).toBe(0);
    expect(kept.isEmpty()).toBe(true);
    await keepWhole();
    expect(states()).toEqual(['101 kept']);
  });

  test('ended while the app was closed: the next start clears it and says so', async () => {
    const { keepWhole, restart, vault } = setUp();
    await keepWhole();
    const later = createFakeClock();
    later.advance(9 * HOUR_MS);
    const again = restart(later);
    expect(await again.find(PROFILE, EPISODE.id)).toBe('expired');
    await settled();
    expect(vault.disk.size).toBe(0);
    expect(await restart(later).find(PROFILE, EPISODE.id)).toBeUndefined();
  });

  test('goes with the sign-out', async () => {
    const { kept, keepWhole, vault } = setUp();
    await keepWhole();
    await kept.removeAll();
    expect(vault.disk.size).toBe(0);
    expect(kept.getState()).toEqual([]);
  });
});

describe('playing a kept episode without a network', () => {
  test('goes on where it was left, with the watched time that waits to be sent', async () => {
    const { kept, keepWhole, pending } = setUp();
    await keepWhole();
    kept.leaveAt(PROFILE, EPISODE.id, 640);
    expect(await kept.find(PROFILE, EPISODE.id)).toMatchObject({ video: { resume_offset: 640 } });
    pending.push({
      playLogId: buildVideo().play_log_id,
      profileId: PROFILE,
      totalPlayTime: 90,
      playEndOffset: 700,
      isPlayerExit: true,
      writtenAt: 0,
    });
    expect(await kept.find(PROFILE, EPISODE.id)).toMatchObject({
      video: { resume_offset: 700, kept: { watchedSeconds: 90 } },
    });
  });

  test('begins anew when it was seen to its end, and leads to the next one when that is kept too', async () => {
    const { kept, keepWhole } = setUp();
    await keepWhole();
    await keepWhole(episodeOf(2));
    kept.leaveAt(PROFILE, EPISODE.id, 1_410);
    expect(await kept.find(PROFILE, EPISODE.id)).toMatchObject({ video: { resume_offset: 0, next_episode_id: 102 } });
  });
});

const track = (part: Partial<KeepableTrack>): KeepableTrack => ({
  type: 'variant',
  language: 'ko',
  height: 720,
  bandwidth: 1_000,
  videoCodec: 'avc1.64001f',
  audioCodec: 'mp4a.40.2',
  ...part,
});

describe('what is kept of a stream', () => {
  test('is one picture of the first codec that is there, up to 720 lines, with each of its languages', () => {
    const wanted = [track({ bandwidth: 1_000 }), track({ language: 'ja', bandwidth: 990 })];
    const others = [
      track({ height: 1080, bandwidth: 4_000 }),
      track({ height: 360 }),
      track({ bandwidth: 900, audioCodec: 'opus' }),
      track({ videoCodec: 'vp09.00.31.08', bandwidth: 2_000 }),
      track({ type: 'text', height: null }),
    ];
    expect(tracksToKeep([...others, ...wanted], ['avc1', 'vp09'])).toEqual(wanted);
  });

  test('is the smallest picture where all are larger, of whatever codec there is', () => {
    const large = [track({ height: 2160 }), track({ height: 1080 })];
    expect(tracksToKeep(large, ['av01'])).toEqual([large[1]]);
  });
});
