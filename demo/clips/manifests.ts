import { dashManifest } from './dash.ts';
import { hlsPlaylists, MASTER } from './hls.ts';
import type { ReadTrack } from './tracks.ts';

/**
 * All manifests of a clip, by file name. An encrypted clip has no HLS. A described sound is only in `manifest-described.mpd`
 * and `master-described.m3u8`: the film is that of most titles, and one episode has the description.
 */
export function manifestsOf(
  tracks: readonly ReadTrack[],
  seconds: number,
  sealed: { keyId: string } | null = null,
): Record<string, string> {
  const plain = tracks.filter(({ isDescription }) => !isDescription);
  const made = {
    'manifest.mpd': dashManifest(plain, seconds, sealed),
    ...(sealed === null ? hlsPlaylists(plain, seconds) : {}),
  };
  if (plain.length === tracks.length) return made;
  const { [MASTER]: master = '', ...playlists } = hlsPlaylists(tracks, seconds);
  return {
    ...playlists,
    ...made,
    'manifest-described.mpd': dashManifest(tracks, seconds, sealed),
    'master-described.m3u8': master,
  };
}
