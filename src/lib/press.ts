import type { Clock, Stop } from './clock.ts';

/*
 * One key press, from keydown to its single end.
 *
 *   remote     down ── repeat ── repeat ── up              a dialog, another screen, a hidden page
 *   press      [·········|··hold·········] up                             │
 *                                                          down ── repeat │ repeat ── up
 *                                                          [············] cancel; the rest is ignored
 *
 * The handler that acts on a press owns it and receives its end, whatever has the focus by then. Some remotes never send
 * keyup. Until the first keyup of a remote nothing counts as held: a key acts on keydown, once.
 */

/** How long a key must be down to count as held, by the effect of the hold; in ms. */
export const HOLD_MS = {
  /** Removes a title or asks a question: longer than any accidental press. */
  action: 700,
  /** Plays at double speed until keyup. */
  speed: 500,
  /** Opens the vowels, or deletes words: the press itself has already typed. */
  typing: 450,
  /** Starts an accelerating seek: the press itself was the first step. */
  seek: 400,
} as const;

/** Interval between words that a held backspace deletes, in ms: slow enough to stop in time. */
export const WORD_EVERY_MS = 400;

/** For slow hands: a hold takes so many times as long. */
const SLOW_HOLD = 2;

/** For slow hands: the same key again within this time, in ms, is a trembling finger and has no effect. */
export const TREMBLE_MS = 500;

/** A repeating key that is silent for this long counts as released, in ms: remotes repeat every 150 ms or faster. */
const SILENCE_MS = 400;

/** `cancel`: keyup must have no effect, because it was lost or the press was redirected. */
export type PressEnd = 'up' | 'cancel';

export interface Press<K extends string = string> {
  readonly key: K;
  /** The number of repeats so far. */
  readonly repeats: number;
  /** Whether this remote sends keyup. Without it, nothing counts as held. */
  readonly canBeHeld: boolean;
  /**
   * Runs `act` when the key has been down for `afterMs` from now, and again after each delay in ms that `act` returns.
   * Never runs on remotes without keyup, nor after the end. A press has one such timer, that of the last caller.
   */
  whenHeld(afterMs: number, act: () => number | void): void;
  /** Reports the end of the press exactly once; never for a press that is over. */
  whenOver(tell: (end: PressEnd) => void): void;
}

export interface Presses<K extends string> {
  /** A key went down; `repeats` as counted by the platform. Null for what has no effect, as repeats of a cancelled press. */
  down(key: K, repeats: number): Press<K> | null;
  up(key: K): void;
  /** A press that is already over; it ends when `act` returns. */
  tap(key: K, act: (press: Press<K>) => void): void;
  /** Whether a key that was down for `heldMs` counts as held; null while it is still down (undefined) and may come to. */
  wasHeld(heldMs: number | undefined, afterMs?: number): boolean | null;
  /** Cancels the current press. A key that is still down has no effect until it is pressed again. */
  cancel(): void;
}

/**
 * The presses of one remote. Only one key is down at a time: another keydown means that the keyup was lost.
 *
 * @param isSlow whether the viewer's hands need more time
 * @param isSingle whether a press has one effect only: nothing counts as held, and repeats are ignored
 */
export function createPresses<K extends string>(
  clock: Clock,
  isSlow = () => false,
  isSingle = () => false,
): Presses<K> {
  interface Live extends Press<K> {
    repeats: number;
  }
  let live: Live | null = null;
  let listeners: ((end: PressEnd) => void)[] = [];
  let stopHold: Stop | null = null;
  let stopSilence: Stop | null = null;
  let lastDownAtMs = 0;
  let lastKey: K | null = null;
  let haveKeysComeUp = false;
  /** Key of a press that was cancelled while down. */
  let cancelledKey: K | null = null;

  const end = (how: PressEnd) => {
    if (!live) return;
    const told = listeners;
    stopHold?.();
    stopSilence?.();
    stopHold = stopSilence = live = null;
    listeners = [];
    told.forEach((tell) => tell(how));
  };

  const canKeysBeHeld = () => haveKeysComeUp && !isSingle();
  const slowed = (afterMs: number) => (isSlow() ? afterMs * SLOW_HOLD : afterMs);

  const begin = (key: K, repeats: number, canBeHeld: boolean): Live => {
    const press: Live = {
      key,
      repeats,
      canBeHeld,
      whenHeld(afterMs, act) {
        if (live !== press || !canBeHeld) return;
        const run = () => {
          stopHold = null;
          const againMs = act();
          if (typeof againMs === 'number' && live === press) stopHold = clock.after(againMs, run);
        };
        stopHold?.();
        stopHold = clock.after(slowed(afterMs), run);
      },
      whenOver(tell) {
        if (live === press) listeners.push(tell);
      },
    };
    live = press;
    return press;
  };

  /** One timer for all repeats: restarting it with each would cost more than the key itself. */
  const watchSilence = () => {
    const leftMs = lastDownAtMs + SILENCE_MS - clock.now();
    if (leftMs > 0) stopSilence = clock.after(leftMs, watchSilence);
    else end('cancel');
  };

  return {
    down(key, repeats) {
      if (repeats === 0 && key === lastKey && isSlow() && clock.now() - lastDownAtMs < TREMBLE_MS) {
        if (!live) cancelledKey = key;
        return null;
      }
      if (repeats > 0 && isSingle()) return null;
      // The platform counts from 0 again when it noticed the lost keyup.
      if (live && (live.key !== key || repeats === 0)) end('cancel');
      if (!live && repeats > 0 && cancelledKey === key) return null;
      cancelledKey = null;
      lastDownAtMs = clock.now();
      lastKey = key;
      const press = live ?? begin(key, repeats, canKeysBeHeld());
      press.repeats = repeats;
      if (repeats > 0 && !stopSilence) watchSilence();
      return press;
    },
    up(key) {
      haveKeysComeUp = true;
      cancelledKey = null;
      if (live?.key === key) end('up');
    },
    tap(key, act) {
      end('cancel');
      const press = begin(key, 0, false);
      act(press);
      if (live === press) end('up');
    },
    wasHeld: (heldMs, afterMs = HOLD_MS.action) =>
      canKeysBeHeld() && (heldMs === undefined ? null : heldMs >= slowed(afterMs)),
    cancel() {
      if (!live) return;
      cancelledKey = live.key;
      end('cancel');
    },
  };
}
