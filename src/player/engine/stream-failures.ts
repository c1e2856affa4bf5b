import type { Clock } from '#src/lib/clock.ts';
import type { PlaybackError } from '#src/player/playback-error.ts';
import { addressOf } from './shaka-error.ts';
import type { StreamAddresses } from './stream-addresses.ts';

/*
 * failure                                  | before the stream is loaded | while it plays
 * -----------------------------------------|-----------------------------|---------------------------------------
 * forbidden, also when Shaka goes on (1)   | as the rows below           | ask-for-addresses, once per address;
 *   … at an address that was replaced      |                             |   retry
 * recoverable: Shaka goes on by itself     | tell                        | tell
 * critical: network                        | fail-load                   | wait-for-network
 * critical: not-found (2)                  | fail-load                   | tell-and-retry
 *   … again, with a height chosen          |                             | tell-and-retry-at-any-height
 *   … again otherwise, or without address  |                             | tell
 * critical: anything else                  | fail-load                   | tell
 *
 * (1) The other renditions use the same ticket. Shaka keeps its rendition until then (shaka-run.ts).
 * (2) Shaka attributes a missing segment to the current rendition, which may be the last one left and have the segment.
 */
export type FailureAnswer =
  /** Do nothing: the same failure is already being handled. */
  | 'ignore'
  /** End the load and try the next stream. */
  | 'fail-load'
  /** Report the error unchanged. */
  | 'tell'
  /** Download again without a report. */
  | 'retry'
  /** Report the error as recoverable and download again. */
  | 'tell-and-retry'
  /** The same, and reset the chosen height to automatic. */
  | 'tell-and-retry-at-any-height'
  /** Play on from the buffer, with network-patience.ts. */
  | 'wait-for-network'
  /** Play on from the buffer until new addresses arrive. */
  | 'ask-for-addresses';

/** How long a missing segment is remembered, in ms. */
const MISSED_FOR_MS = 60_000;

export interface StreamFailuresOptions {
  readonly clock: Clock;
  readonly addresses: StreamAddresses;
  readonly isLoaded: () => boolean;
  /** Whether the viewer chose the height of the picture. */
  readonly isHeightChosen: () => boolean;
}

/** Decides how to handle each failure of one loaded stream. The returned function is stateful. */
export function createStreamFailures(options: StreamFailuresOptions): (error: PlaybackError) => FailureAnswer {
  const { clock, addresses, isLoaded, isHeightChosen } = options;
  let missed: readonly { readonly address: string; readonly atMs: number }[] = [];
  /** Number of address changes at the last refusal. */
  let refusedAt: number | null = null;

  const answerRefusal = (error: PlaybackError): FailureAnswer => {
    const address = addressOf(error);
    if (address !== null && addresses.isReplaced(address)) return 'retry';
    if (refusedAt === addresses.changes()) return 'ignore';
    refusedAt = addresses.changes();
    return 'ask-for-addresses';
  };

  const answerMissing = (error: PlaybackError): FailureAnswer => {
    const address = addressOf(error);
    if (address === null) return 'tell';
    const atMs = clock.now();
    missed = missed.filter((miss) => atMs - miss.atMs < MISSED_FOR_MS);
    const times = missed.filter((miss) => miss.address === address).length;
    if (times > 1 || (times === 1 && !isHeightChosen())) return 'tell';
    missed = [...missed, { address, atMs }];
    return times === 1 ? 'tell-and-retry-at-any-height' : 'tell-and-retry';
  };

  return (error) => {
    if (isLoaded() && error.kind === 'forbidden') return answerRefusal(error);
    if (error.severity === 'recoverable') return 'tell';
    if (!isLoaded()) return 'fail-load';
    switch (error.kind) {
      case 'network':
        return 'wait-for-network';
      case 'not-found':
        return answerMissing(error);
      default:
        return 'tell';
    }
  };
}
