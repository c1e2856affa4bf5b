import type { Advertisement } from '#contract/ads.ts';
import { clipFolderOf } from '../catalogue/clip-folder.ts';
import type { ClipRow } from '../db/tables.ts';
import type { MediaSigner } from '../providers/media-signer.ts';
import type { ShownAdvertisement } from './advertisements.ts';

/** There is one address, so one protocol: every player of ours takes DASH. */
const streamOf = ({ streams }: ClipRow) => streams.find(({ protocol }) => protocol === 'dash') ?? streams[0]!;

export function presentAdvertisement(accountId: string, shown: ShownAdvertisement, signer: MediaSigner): Advertisement {
  const { advertisement, clip, playLog } = shown;
  const grant = { folder: clipFolderOf(clip), accountId, id: playLog.id, expiresAt: playLog.expires_at };
  const { urlOf } = signer.sign(grant);
  return {
    id: advertisement.id,
    title: advertisement.title,
    duration: clip.duration,
    skip_after: advertisement.skip_after,
    stream_url: urlOf(streamOf(clip).path),
  };
}
