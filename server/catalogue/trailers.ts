import type { Clock } from '../lib/clock.ts';
import { rememberBy } from '../lib/layers.ts';
import { TRAILER_GRANT, type MediaSigner } from '../providers/media-signer.ts';
import type { ItemRow, TrailerStream } from './store.ts';

/**
 * All titles get new addresses at these intervals, in ms. An address works for one to two of them, so that answers with
 * it can be cached.
 */
const INTERVAL_MS = 6 * 3600_000;

/** When addresses change next, in ms since 1970. */
export const trailersUntil = (now: number): number => (Math.floor(now / INTERVAL_MS) + 1) * INTERVAL_MS;

/** The address of a title's trailer; null for none. The same text until `trailersUntil`. */
export type TrailerUrl = (item: Pick<ItemRow, 'trailer_stream'>) => string | null;

export function createTrailerUrl(options: {
  signer: MediaSigner;
  clock: Clock;
  /** Base of the addresses; known once the server listens. */
  publicUrl(): string;
}): TrailerUrl {
  const { signer, clock, publicUrl } = options;
  const remember = rememberBy<TrailerStream, { url: string; until: number; base: string }>();
  return ({ trailer_stream: stream }) => {
    if (stream === null) return null;
    const until = trailersUntil(clock.now().getTime());
    const base = publicUrl();
    const { url } = remember(
      stream,
      (made) => made.until === until && made.base === base,
      () => {
        const expiresAt = new Date(until + INTERVAL_MS);
        const { urlOf } = signer.sign({ folder: stream.folder, ...TRAILER_GRANT, expiresAt });
        return { url: urlOf(stream.path), until, base };
      },
    );
    return url;
  };
}
