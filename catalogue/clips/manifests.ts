import { dashManifest } from './dash.ts';
import { hlsPlaylists } from './hls.ts';
import type { ReadTrack } from './tracks.ts';

/** Everything that tells players how a clip's files are read, by file name. An encrypted clip has no HLS. */
export const manifestsOf = (
  tracks: readonly ReadTrack[],
  seconds: number,
  sealed: { keyId: string } | null = null,
): Record<string, string> => ({
  'manifest.mpd': dashManifest(tracks, seconds, sealed),
  ...(sealed === null ? hlsPlaylists(tracks, seconds) : {}),
});
