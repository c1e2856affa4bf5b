import type { DeviceFacts, KeyValueStorage, VideoDisk } from '#platform/platform.ts';
import type { Client } from '#src/api/client.ts';
import { toDataUrl } from '#src/api/files.ts';
import { requestVideo, requestVideoDownload } from '#src/api/playback.ts';
import { errorCodeOf } from '#src/features/playback/playback-failure.ts';
import type { Clock } from '#src/lib/clock.ts';
import {
  createKeptEpisodes,
  createShakaVault,
  type KeptEpisodes,
  type PendingReports,
  type VideoVault,
} from '#src/player/index.ts';
import type { SessionStore } from '#src/stores/session-store.ts';
import { startKeptEffects } from './kept-effects.ts';

export interface KeptOptions {
  readonly api: Client;
  readonly device: DeviceFacts;
  readonly disk: VideoDisk;
  readonly storage: KeyValueStorage;
  readonly clock: Clock;
  readonly session: SessionStore;
  readonly pendingReports: PendingReports;
  /** Replaces the disk that videos are kept on. */
  readonly vault: VideoVault | undefined;
  /** Loads what a play without a network needs. */
  readonly prepare: () => void;
}

/** The episodes kept on this device, from what they are kept on. A script of its own: the first picture needs none of it. */
export function openKept({ api, device, session, vault, prepare, ...parts }: KeptOptions): KeptEpisodes {
  const kept = createKeptEpisodes({
    ...parts,
    vault: vault ?? createShakaVault({ preferredVideoCodecs: device.preferredVideoCodecs }),
    requestDownload: (episodeId) => requestVideoDownload(api, episodeId),
    requestVideo: (episodeId) => requestVideo(api, episodeId, device.platform),
    toDataUrl,
    errorCodeOf,
    logError: (error) => console.warn('kept episodes', error),
  });
  startKeptEffects({ kept, session, clock: parts.clock, prepare });
  return kept;
}
