import type { Clock } from '../lib/clock.ts';
import { TRAILER_GRANT, type MediaSigner } from '../providers/media-signer.ts';
import type { ItemRow } from './store.ts';

/**
 * All titles get new addresses at these intervals, in ms. An address works for one to two of them, so that answers with
 * it can be cached.
 */
const INTERVAL_MS = 6 * 3600_000;

/** When addresses change next, in ms since 1970. */
export const trailersUntil = (now: number): number => (Math.floor(now / INTERVAL_MS) + 1) * INTERVAL_MS;

/** The address of a title's trailer; null for none. The same text until `trailersUntil`. */
export type TrailerUrl = (item: Pick<ItemRow, 'trailer_stream'>) => string | null;

export function createTrailerUrl({ signer, clock }: { signer: MediaSigner; clock: Clock }): TrailerUrl {
  return ({ trailer_stream: stream }) => {
    if (stream === null) return null;
    const expiresAt = new Date(trailersUntil(clock.now().getTime()) + INTERVAL_MS);
    return signer.sign({ folder: stream.folder, ...TRAILER_GRANT, expiresAt }).urlOf(stream.path);
  };
}
