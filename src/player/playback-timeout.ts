import type { Clock } from '#src/lib/clock.ts';
import { PlaybackError } from './playback-error.ts';

/** The app's own code, below Shaka's, which start at 1000. */
const TIMED_OUT_CODE = 1;

export const timedOut = (what: string, limitMs: number): PlaybackError =>
  new PlaybackError(`no answer in ${limitMs} ms: ${what}`, {
    kind: 'timeout',
    severity: 'critical',
    category: 'app',
    code: TIMED_OUT_CODE,
  });

/**
 * Limits the time of a promise.
 * @throws PlaybackError `timeout` after `limitMs`; a later outcome of the promise is ignored.
 */
export function withTimeout<T>(clock: Clock, limitMs: number, what: string, promise: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(limitMs, () => reject(timedOut(what, limitMs)));
    promise.then(resolve, reject).then(stop, stop);
  });
}
