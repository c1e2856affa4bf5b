import type { Stream } from '#contract/playback.ts';
import type { Clock } from '#server/lib/clock.ts';
import { withLicense } from '#server/lib/protection.ts';
import { TRAILER_GRANT, type MediaSigner } from '#server/providers/media-signer.ts';
import { clipFolderOf } from '#server/catalogue/format/clip-folder.ts';
import type { ClipRecord } from '#server/catalogue/format/index.ts';

/** How long an operator may look at a clip with one address, in ms. */
const LOOK_MS = 3600_000;

/** Addresses of a clip, for an operator who looks at it. */
export function lookAtClip(
  { signer, clock }: { signer: MediaSigner; clock: Clock },
  clip: ClipRecord,
): { streams: Stream[]; urlOf(path: string): string } {
  // Like a trailer's ticket, without account and play log: a preview must not count as playback or end one.
  const expiresAt = new Date(clock.now().getTime() + LOOK_MS);
  const { urlOf, licenseUrl } = signer.sign({ folder: clipFolderOf(clip), ...TRAILER_GRANT, expiresAt });
  return {
    streams: clip.streams.map(({ protocol, path, drm = null }) => ({
      protocol,
      url: urlOf(path),
      drm: withLicense(drm, licenseUrl),
    })),
    urlOf,
  };
}
