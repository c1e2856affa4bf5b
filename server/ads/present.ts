import type { Advertisement } from '#contract/ads.ts';
import { clipFolderOf } from '../catalogue/index.ts';
import { presentStreams } from '#server/watching/playback/index.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { ShownAdvertisement } from './advertisements.ts';

export function presentAdvertisement(accountId: string, shown: ShownAdvertisement, signer: MediaSigner): Advertisement {
  const { advertisement, clip, playLog } = shown;
  const grant = { folder: clipFolderOf(clip), accountId, id: playLog.id, expiresAt: playLog.expires_at };
  const streams = presentStreams(clip, signer.sign(grant));
  return {
    id: advertisement.id,
    title: advertisement.title,
    duration: clip.duration,
    skip_after: advertisement.skip_after,
    // One address for clients that do not read the list; DASH, because the televisions' players prefer it.
    stream_url: (streams.find(({ protocol }) => protocol === 'dash') ?? streams[0]!).url,
    streams,
  };
}
