import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';

/** The controls hide after this long of playback without a key, in ms. */
const HIDE_AFTER_MS = 4_000;

export interface Controls extends Readable<boolean> {
  /** Shows them; they hide 4 s after the last call. */
  show(): void;
  hide(): void;
  /** While held (paused, seeking, buffering, in a menu) they do not hide. Does not show them. */
  setHeld(isHeld: boolean): void;
  close(): void;
}

/** The visibility of the controls. They start visible and held. */
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
