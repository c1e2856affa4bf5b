import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';

/** Delay of the loading indicator, in ms: a shorter one would flicker (ten-foot.md, section 5). */
const SHOWN_AFTER_MS = 500;

/** Whether to show the loading indicator: after half a second, and for consecutive reasons as one. */
export interface WaitingSign extends Readable<boolean> {
  set(isWaiting: boolean): void;
}

export function createWaitingSign(clock: Clock): WaitingSign {
  const shown = createWritable(false);
  let stop: Stop | null = null;
  return {
    getState: shown.getState,
    subscribe: shown.subscribe,
    set(isWaiting) {
      if (isWaiting) {
        stop ??= clock.after(SHOWN_AFTER_MS, () => shown.set(true));
        return;
      }
      stop?.();
      stop = null;
      shown.set(false);
    },
  };
}
