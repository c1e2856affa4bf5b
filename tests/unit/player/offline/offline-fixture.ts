import { vi } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import { createOfflineEpisodes, type OfflineEpisodesOptions } from '#src/player/offline/offline-episodes.ts';
import type { PendingReport } from '#src/player/reports/pending-reports.ts';
import { buildEpisode, buildItemSummary } from '#tests/support/build.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';
import { createFakeOfflineStore } from '#tests/support/app/fake-offline-store.ts';

export const HOUR_MS = 3_600_000;
export const PROFILE = 'minsu';

export const episodeOf = (order: number) => ({
  ...buildEpisode({ order }),
  item: buildItemSummary(),
  previous_id: null,
  next_id: null,
});
export const EPISODE = episodeOf(1);

export const buildVideo = (override: Partial<Video> = {}): Video => ({
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

/** Offline episodes on an in-memory disk, with a server that grants every download for 8 hours. */
export function setUpOffline(options: Partial<OfflineEpisodesOptions> = {}) {
  const clock = createFakeClock();
  const offlineStore = createFakeOfflineStore();
  const storage = createMemoryStorage();
  const pending: PendingReport[] = [];
  const shared: OfflineEpisodesOptions = {
    offlineStore,
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
    requestVideoToStore: (episode_id) => Promise.resolve(buildVideo({ episode_id })),
    toDataUrl: (url) => Promise.resolve(`data:text/plain,${url}`),
    errorCodeOf: (error) => (error as { code?: ErrorCode }).code ?? null,
    logError: vi.fn(),
    ...options,
  };
  const offline = createOfflineEpisodes(shared);
  const states = () => offline.getState()?.map(({ episode, state }) => `${episode.id} ${state}`);
  return {
    clock,
    offlineStore,
    storage,
    pending,
    offline,
    states,
    /** Simulates a reload: only disk and storage survive. */
    restart: (later = clock) => createOfflineEpisodes({ ...shared, clock: later }),
    async downloadWhole(episode = EPISODE) {
      const outcome = offline.download(PROFILE, episode);
      await settled();
      offlineStore.finish();
      return outcome;
    },
  };
}
