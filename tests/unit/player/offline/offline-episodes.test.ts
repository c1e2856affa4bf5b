import { describe, expect, test, vi } from 'vitest';
import type { OfflineEpisodesOptions } from '#src/player/offline/offline-episodes.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { buildVideo, EPISODE, PROFILE, setUpOffline } from './offline-fixture.ts';

describe('downloading an episode', () => {
  test('reports its progress and stores everything that offline playback needs', async () => {
    const { offline, offlineStore, states } = setUpOffline();
    const outcome = offline.download(PROFILE, EPISODE);
    await settled();
    expect(states()).toEqual(['101 downloading']);
    offlineStore.asked[0]?.onProgress(0.426);
    expect(offline.getState()?.[0]?.part).toBe(0.42);
    offlineStore.finish();
    expect(await outcome).toEqual({ type: 'downloaded' });
    expect(states()).toEqual(['101 downloaded']);
    expect(offlineStore.asked[0]?.stream.url).toBe('/media/grant/7.mpd');

    const play = await offline.find(PROFILE, EPISODE.id);
    expect(play).toMatchObject({
      streams: [{ protocol: 'dash', url: 'offline:manifest/1', drm: null }],
      video: {
        resume_offset: 300,
        next_episode_id: null,
        subtitles: [{ lang: 'ko', label: '한국어', url: 'data:text/plain,/media/7.ko.vtt' }],
        thumbnails: { url: 'data:text/plain,/media/7.webp' },
        offline: { expiresAt: '2026-11-20T20:00:00.000Z', watchedSeconds: 0 },
      },
    });
  });

  test('takes the picture subtitles of the chosen language, and those that show by themselves, each file once', async () => {
    const pictures = (lang: string, role: 'subtitle' | 'forced') => ({
      ...{ lang, role, label: lang, url: `/media/${lang}-${role}.vtt` },
      sheets: [`/media/${lang}-1.webp`],
    });
    const toDataUrl = vi.fn((url: string) => Promise.resolve(`data:,${url}`));
    const { offline, offlineStore } = setUpOffline({
      toDataUrl,
      requestVideoToStore: (episode_id) =>
        Promise.resolve(
          buildVideo({
            episode_id,
            picture_subtitles: (
              [
                ['en', 'subtitle'],
                ['en', 'forced'],
                ['ja', 'subtitle'],
                ['ko', 'forced'],
              ] as const
            ).map(([lang, role]) => pictures(lang, role)),
            audio: [{ lang: 'ko', role: 'main', label: '한국어' }],
          }),
        ),
    });
    const outcome = offline.download(PROFILE, EPISODE, 'en/caption');
    await settled();
    offlineStore.finish();
    await outcome;
    const play = await offline.find(PROFILE, EPISODE.id);
    expect(play).toHaveProperty('video.picture_subtitles', [
      { ...pictures('en', 'subtitle'), url: 'data:,/media/en-subtitle.vtt', sheets: ['data:,/media/en-1.webp'] },
      { ...pictures('en', 'forced'), url: 'data:,/media/en-forced.vtt', sheets: ['data:,/media/en-1.webp'] },
      { ...pictures('ko', 'forced'), url: 'data:,/media/ko-forced.vtt', sheets: ['data:,/media/ko-1.webp'] },
    ]);
    expect(toDataUrl).not.toHaveBeenCalledWith('/media/ja-1.webp');
    const fetched = toDataUrl.mock.calls.map(([url]) => url);
    expect(fetched.filter((url, index) => fetched.indexOf(url) !== index)).toEqual([]);
  });

  test('is listed from the disk after a reload, for the profile that downloaded it only', async () => {
    const { downloadWhole, restart } = setUpOffline();
    await downloadWhole();
    const again = restart();
    expect(again.getState()).toBeNull();
    expect(again.isEmpty()).toBe(false);
    await again.load();
    expect(again.getState()).toMatchObject([{ profileId: PROFILE, state: 'downloaded', part: 1 }]);
    expect(await again.find('soyeon', EPISODE.id)).toBeUndefined();
  });

  test('finds a download stored under the names of the first release', async () => {
    const { downloadWhole, storage, offlineStore, restart } = setUpOffline();
    await downloadWhole();
    expect(JSON.parse(storage.get('downloads') ?? '{}')).toEqual({
      [`${PROFILE} ${EPISODE.id}`]: { expires_at: '2026-11-20T20:00:00.000Z', offset: null },
    });
    expect(offlineStore.asked[0]?.record).toMatchObject({
      profile_id: PROFILE,
      downloaded_at: expect.any(String) as string,
    });
    expect(restart().isEmpty()).toBe(false);
  });

  test.each([
    ['too little space', { disk: { freeBytes: () => Promise.resolve(1_249), persist: vi.fn() } }, { type: 'no-space' }],
    ['no file for downloads', { requestDownload: () => Promise.reject({ code: 'NOT_FOUND' }) }, { type: 'protected' }],
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
      'a refused grant',
      { requestDownload: () => Promise.reject({ code: 'MEMBERSHIP_REQUIRED' }) },
      { type: 'failed', error: { code: 'MEMBERSHIP_REQUIRED' } },
    ],
    ['missing subtitles', { toDataUrl: () => Promise.reject({ code: 'x' }) }, { type: 'failed' }],
  ] satisfies [string, Partial<OfflineEpisodesOptions>, object][])(
    'stores nothing with %s',
    async (_, options, expected) => {
      const { offline, offlineStore } = setUpOffline(options);
      expect(await offline.download(PROFILE, EPISODE)).toMatchObject(expected);
      expect(offline.getState()).toEqual([]);
      expect(offline.isEmpty()).toBe(true);
      expect(offlineStore.asked).toHaveLength(0);
    },
  );

  test('uses the grant of the download, which other playbacks of this device do not end', async () => {
    const { downloadWhole, offlineStore } = setUpOffline();
    await downloadWhole();
    expect(offlineStore.asked.map(({ stream }) => stream.url)).toEqual(['/media/grant/7.mpd']);
  });

  test('opens no play log when the download is refused', async () => {
    const requestVideoToStore = vi.fn(() => Promise.resolve(buildVideo()));
    const requestDownload = () => Promise.reject({ code: 'PURCHASE_REQUIRED' });
    await setUpOffline({ requestDownload, requestVideoToStore }).offline.download(PROFILE, EPISODE);
    expect(requestVideoToStore).not.toHaveBeenCalled();
  });

  test('leaves nothing behind when the disk is full or the viewer cancels', async () => {
    const { offline, offlineStore, states } = setUpOffline();
    const full = offline.download(PROFILE, EPISODE);
    await settled();
    offlineStore.finish({ type: 'no-space' });
    expect(await full).toEqual({ type: 'no-space' });

    const cancelled = offline.download(PROFILE, EPISODE);
    await settled();
    await offline.remove(PROFILE, EPISODE.id);
    expect(states()).toEqual([]);
    expect(await cancelled).toEqual({ type: 'cancelled' });
    expect(offlineStore.disk.size).toBe(0);
    expect(offline.isEmpty()).toBe(true);
  });

  test('joins a running download, and reports an episode that is already downloaded', async () => {
    const { offline, offlineStore } = setUpOffline();
    const outcomes = [offline.download(PROFILE, EPISODE), offline.download(PROFILE, EPISODE)];
    await settled();
    const joined = vi.fn();
    void outcomes[1]?.then(joined);
    await settled();
    expect(joined).not.toHaveBeenCalled();
    offlineStore.finish();
    expect(await Promise.all(outcomes)).toEqual([{ type: 'downloaded' }, { type: 'downloaded' }]);
    expect(offlineStore.asked).toHaveLength(1);
    expect(await offline.download(PROFILE, EPISODE)).toEqual({ type: 'already-downloaded' });
    expect(offlineStore.asked).toHaveLength(1);
  });

  test('completes when it starts while a cancelled one is still ending', async () => {
    const { offline, offlineStore, states } = setUpOffline();
    let late: () => void = () => undefined;
    const slow = new Promise<void>((resolve) => (late = resolve));
    const { store } = offlineStore;
    offlineStore.store = (request) => {
      const storing = store(request);
      return { cancel: () => undefined, outcome: slow.then(() => storing.outcome) };
    };
    const first = offline.download(PROFILE, EPISODE);
    await settled();
    offlineStore.finish({ type: 'cancelled' });
    await offline.remove(PROFILE, EPISODE.id);
    offlineStore.store = store;
    const second = offline.download(PROFILE, EPISODE);
    await settled();
    late();
    await first;
    offlineStore.finish();
    expect(await second).toEqual({ type: 'downloaded' });
    expect(states()).toEqual(['101 downloaded']);
  });
});
