import { dashManifest } from './dash.ts';
import { hlsPlaylists } from './hls.ts';
import type { ReadTrack } from './tracks.ts';

/** All manifests of a clip, by file name. An encrypted clip has no HLS. */
export const manifestsOf = (
  tracks: readonly ReadTrack[],
  seconds: number,
  sealed: { keyId: string } | null = null,
): Record<string, string> => ({
  'manifest.mpd': dashManifest(tracks, seconds, sealed),
  ...(sealed === null ? hlsPlaylists(tracks, seconds) : {}),
});
