import type { Clock } from '#src/lib/clock.ts';
import { PlaybackError } from './playback-error.ts';

/** Our own codes, below Shaka's which begin at 1000. */
export const TIMED_OUT_CODE = 1;

/**
 * The answer of `promise`, if it comes within `limitMs`.
 * @throws PlaybackError `timeout` when it does not; what the promise does later is ignored.
 */
export function within<T>(clock: Clock, limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(limitMs, () => {
      const facts = { kind: 'timeout', severity: 'critical', category: 'app', code: TIMED_OUT_CODE } as const;
      reject(new PlaybackError(`no answer in ${limitMs} ms: ${what}`, facts));
    });
    promise.then(resolve, reject).then(stop, stop);
  });
}
