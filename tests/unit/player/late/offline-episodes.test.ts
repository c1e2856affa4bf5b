import { describe, expect, test, vi } from 'vitest';
import type { OfflineEpisodesOptions } from '#src/player/offline/offline-episodes.ts';
import { settled } from '#tests/support/fake-clock.ts';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';
import { createLate, type Late } from '#tests/support/app/late.ts';
import { buildVideo, EPISODE, HOUR_MS, PROFILE, setUpOffline } from '#tests/unit/player/offline/offline-fixture.ts';

/* The answer to each step of a download comes after the viewer cancelled it, signed out, or started it again. */

type Options = Partial<OfflineEpisodesOptions>;

const GRANT = {
  size: 1_000,
  expires_at: new Date(Date.UTC(2026, 10, 20, 12) + 8 * HOUR_MS).toISOString(),
  streams: [{ protocol: 'dash', url: '/media/grant/7.mpd', drm: null }] as const,
};

/** Holds the first call; later ones are answered at once. */
const once = <T>(late: Late<void>, value: () => T) => {
  let calls = 0;
  return async () => {
    calls += 1;
    if (calls === 1) await late.promise;
    return value();
  };
};

/** How the answer to the first call of each step waits. */
const STEPS: Readonly<Record<string, (late: Late<void>) => Options>> = {
  'the read of the disk'(late) {
    const offlineStore = createFakeOfflineStore();
    offlineStore.list = once(late, () => Array.from(offlineStore.disk.values()));
    return { offlineStore };
  },
  'the grant': (late) => ({ requestDownload: once(late, () => GRANT) }),
  'the free space': (late) => ({ disk: { freeBytes: once(late, () => null), persist: vi.fn() } }),
  'the video call': (late) => ({ requestVideoToStore: once(late, () => buildVideo()) }),
  'a subtitle file': (late) => ({ toDataUrl: once(late, () => 'data:text/plain,x') }),
  'the last segment'(late) {
    const offlineStore = createFakeOfflineStore();
    const { store } = offlineStore;
    let calls = 0;
    offlineStore.store = (request) => {
      calls += 1;
      const storing = store(request);
      if (calls > 1) return storing;
      offlineStore.finish();
      const failed = () => {
        offlineStore.disk.clear();
        return { type: 'no-space' } as const;
      };
      return { outcome: late.promise.then(() => storing.outcome, failed), cancel: () => undefined };
    };
    return { offlineStore };
  },
};

describe.each(Object.entries(STEPS))('when the answer to %s comes late', (name, hold) => {
  const begin = async () => {
    const late = createLate();
    const requestVideoToStore = vi.fn(() => Promise.resolve(buildVideo()));
    const options = { requestVideoToStore, ...hold(late) };
    const made = setUpOffline(options);
    const offlineStore = (options.offlineStore as typeof made.offlineStore | undefined) ?? made.offlineStore;
    const outcome = made.offline.download(PROFILE, EPISODE);
    await settled();
    return { ...made, offlineStore, late, outcome, requestVideoToStore };
  };

  // A download is listed, and can be cancelled, once the disk was read.
  const endings = name === 'the read of the disk' ? ['signed out'] : ['cancelled', 'signed out'];
  const ways = endings.flatMap((ending) => [[ending, 'comes'] as const, [ending, 'is lost'] as const]);
  test.each(ways)('a download that was %s leaves and says nothing (the answer %s)', async (how, answer) => {
    const { offline, offlineStore, late, outcome, clock, requestVideoToStore } = await begin();
    const ending = how === 'cancelled' ? offline.remove(PROFILE, EPISODE.id) : offline.removeAll();
    await settled();
    const asked = offlineStore.asked.length;
    const opened = requestVideoToStore.mock.calls.length;
    if (answer === 'comes') late.answer();
    else late.fail(new Error('cut'));
    await ending;
    await settled();
    expect(await outcome).toEqual({ type: 'cancelled' });
    expect(offlineStore.asked).toHaveLength(asked);
    expect(requestVideoToStore).toHaveBeenCalledTimes(opened);
    expect(offlineStore.disk.size).toBe(0);
    expect(offline.getState() ?? []).toEqual([]);
    expect(offline.isEmpty()).toBe(true);
    expect(clock.running()).toBe(0);
  });

  test('a download that was cancelled and begun again is stored once and can be played', async () => {
    const { offline, offlineStore, late, states, outcome } = await begin();
    await offline.remove(PROFILE, EPISODE.id);
    const second = offline.download(PROFILE, EPISODE);
    await settled();
    if (name !== 'the read of the disk') offlineStore.finish();
    await settled();
    late.answer();
    await settled();
    if (name === 'the read of the disk') offlineStore.finish();
    await Promise.all([outcome, second]);
    await settled();
    expect(states()).toEqual([`${EPISODE.id} downloaded`]);
    expect(offlineStore.disk.size).toBe(1);
    expect(await offline.find(PROFILE, EPISODE.id)).toMatchObject({ episode: { id: EPISODE.id } });
  });
});

test('a disk that can be read only later lists a download of before once', async () => {
  const { offline, offlineStore, downloadWhole, states } = setUpOffline();
  const list = vi.spyOn(offlineStore, 'list').mockRejectedValueOnce(new Error('busy'));
  await downloadWhole();
  await offline.load();
  expect(list).toHaveBeenCalledTimes(2);
  expect(states()).toEqual([`${EPISODE.id} downloaded`]);
});
