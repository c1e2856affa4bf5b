import { describe, expect, test } from 'vitest';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { buildVideo, EPISODE, episodeOf, HOUR_MS, PROFILE, setUpOffline } from './offline-fixture.ts';

describe('the right to a downloaded episode', () => {
  test('ends while the app runs: playback is refused and the disk space is freed', async () => {
    const { offline, downloadWhole, clock, offlineStore, states } = setUpOffline();
    await downloadWhole();
    clock.advance(8 * HOUR_MS - 1_000);
    expect(await offline.find(PROFILE, EPISODE.id)).not.toBe('expired');
    clock.advance(1_000);
    expect(states()).toEqual(['101 expired']);
    expect(await offline.find(PROFILE, EPISODE.id)).toBe('expired');
    await settled();
    expect(offlineStore.disk.size).toBe(0);
    expect(offline.isEmpty()).toBe(true);
    await downloadWhole();
    expect(states()).toEqual(['101 downloaded']);
  });

  test('ends while the app is closed: the next start reports it and frees the disk space', async () => {
    const { downloadWhole, restart, offlineStore } = setUpOffline();
    await downloadWhole();
    const later = createFakeClock();
    later.advance(9 * HOUR_MS);
    const again = restart(later);
    expect(await again.find(PROFILE, EPISODE.id)).toBe('expired');
    await settled();
    expect(offlineStore.disk.size).toBe(0);
    expect(await restart(later).find(PROFILE, EPISODE.id)).toBeUndefined();
  });

  test('ends with the sign-out', async () => {
    const { offline, downloadWhole, offlineStore } = setUpOffline();
    await downloadWhole();
    await offline.removeAll();
    expect(offlineStore.disk.size).toBe(0);
    expect(offline.getState()).toEqual([]);
  });
});

describe('offline playback of a downloaded episode', () => {
  test('resumes at its last offset and continues the unsent watched time', async () => {
    const { offline, downloadWhole, pending } = setUpOffline();
    await downloadWhole();
    offline.leaveAt(PROFILE, EPISODE.id, 640);
    expect(await offline.find(PROFILE, EPISODE.id)).toMatchObject({ video: { resume_offset: 640 } });
    pending.push({
      playLogId: buildVideo().play_log_id,
      profileId: PROFILE,
      totalPlayTime: 90,
      playEndOffset: 700,
      isPlayerExit: true,
      writtenAt: 0,
    });
    expect(await offline.find(PROFILE, EPISODE.id)).toMatchObject({
      video: { resume_offset: 700, offline: { watchedSeconds: 90 } },
    });
  });

  test('starts over after its end, and leads to the next episode when that is downloaded', async () => {
    const { offline, downloadWhole } = setUpOffline();
    await downloadWhole();
    await downloadWhole(episodeOf(2));
    offline.leaveAt(PROFILE, EPISODE.id, 1_410);
    expect(await offline.find(PROFILE, EPISODE.id)).toMatchObject({
      video: { resume_offset: 0, next_episode_id: 102 },
    });
  });
});
