import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';

/** The controls go away after this long of playing without a key, in ms. */
const HIDE_AFTER_MS = 4_000;

export interface Controls extends Readable<boolean> {
  /** Shows them; they go 4 s after the last call. */
  show(): void;
  hide(): void;
  /** Held, they do not go by themselves: while it is paused, seeking, buffering or in a menu. Shows nothing. */
  setHeld(isHeld: boolean): void;
  close(): void;
}

/** Whether the controls are shown. They are at the start, and held. */
export function createControls(clock: Clock): Controls {
  const isShown = createWritable(true);
  let isHeld = true;
  let stopTimer: Stop | null = null;

  const stop = () => {
    stopTimer?.();
    stopTimer = null;
  };
  const hide = () => {
    stop();
    isShown.set(false);
  };
  const hideLater = () => {
    stop();
    if (!isHeld && isShown.getState()) stopTimer = clock.after(HIDE_AFTER_MS, hide);
  };

  return {
    getState: isShown.getState,
    subscribe: isShown.subscribe,
    show() {
      isShown.set(true);
      hideLater();
    },
    hide,
    setHeld(next) {
      if (next === isHeld) return;
      isHeld = next;
      hideLater();
    },
    close: stop,
  };
}
