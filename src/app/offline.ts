import type { DeviceFacts, KeyValueStorage, VideoDisk } from '#platform/platform.ts';
import type { Client } from '#src/api/client/client.ts';
import { toDataUrl } from '#src/api/files.ts';
import { requestVideo, requestVideoDownload } from '#src/api/playback.ts';
import { errorCodeOf } from '#src/api/client/error-code.ts';
import { openReports } from '#src/features/playback/open-reports.ts';
import type { PlaybackServices } from '#src/features/playback/playback-context.ts';
import type { Clock } from '#src/lib/clock.ts';
import {
  createOfflineEpisodes,
  createShakaOfflineStore,
  type OfflineEpisodes,
  type OfflineStore,
} from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';
import { startOfflineEffects } from './effects/offline-effects.ts';

export interface OfflineOptions {
  readonly api: Client;
  readonly device: DeviceFacts;
  readonly disk: VideoDisk;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly pendingReports: PlaybackServices['pendingReports'];
  /** Replaces the store of downloaded videos. */
  readonly offlineStore: OfflineStore | undefined;
  /** Prefetches the scripts that playback without a network needs. */
  readonly prepare: () => void;
}

/** Opens the downloaded episodes of this device. Loaded lazily: the first screen does not need it. */
export function openOffline({
  api,
  device,
  session,
  offlineStore,
  pendingReports,
  prepare,
  ...parts
}: OfflineOptions): OfflineEpisodes {
  const offline = createOfflineEpisodes({
    ...parts,
    pendingReports: pendingReports(openReports),
    offlineStore: offlineStore ?? createShakaOfflineStore({ preferredVideoCodecs: device.preferredVideoCodecs }),
    requestDownload: (episodeId) => requestVideoDownload(api, episodeId),
    requestVideoToStore: (episodeId) => requestVideo(api, episodeId, device.platform),
    toDataUrl: (url) => toDataUrl(parts.clock, url),
    errorCodeOf,
    logError: (error) => console.warn('offline episodes', error),
  });
  startOfflineEffects({ offline, session, clock: parts.clock, prepare });
  return offline;
}
