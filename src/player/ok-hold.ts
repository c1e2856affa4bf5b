import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';

/** OK is held, not pressed, after this long, in ms. */
const HOLD_AFTER_MS = 500;

/** True while OK is held for speed. */
export interface OkHold extends Readable<boolean> {
  down(): void;
  up(): void;
  /** Whoever listened is gone: ends a hold, and presses nothing. */
  cancel(): void;
}

export interface OkHoldOptions {
  readonly clock: Clock;
  /** Whether holding does anything now; where not, OK acts as soon as it goes down. */
  readonly canHold: () => boolean;
  readonly onPress: () => void;
  /** The hold begins, or is over. */
  readonly onHold: (isHeld: boolean) => void;
}

/** OK pressed, or held. Where it can be held, the press counts when the key comes up: before, it may become a hold. */
export function createOkHold({ clock, canHold, onPress, onHold }: OkHoldOptions): OkHold {
  const isHeld = createWritable(false);
  let stopTimer: Stop | null = null;
  const endHold = () => {
    if (!isHeld.getState()) return;
    isHeld.set(false);
    onHold(false);
  };

  return {
    getState: isHeld.getState,
    subscribe: isHeld.subscribe,
    down() {
      if (!canHold()) return onPress();
      stopTimer?.();
      stopTimer = clock.after(HOLD_AFTER_MS, () => {
        stopTimer = null;
        isHeld.set(true);
        onHold(true);
      });
    },
    up() {
      if (stopTimer) {
        stopTimer();
        stopTimer = null;
        onPress();
      } else endHold();
    },
    cancel() {
      stopTimer?.();
      stopTimer = null;
      endHold();
    },
  };
}
