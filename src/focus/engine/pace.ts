import type { Clock } from '#src/lib/clock.ts';
import type { KeyPress } from './key-handlers.ts';

/** Minimum interval between moves of a held key, in ms; repeats in between are dropped, so nothing queues up. */
const HOLD_EVERY_MS = 70;
/** For slow hands, a held arrow moves so many times as slowly. */
const SLOW_REPEAT = 4;
/** A hidden page has no frames: a held key acts again after this time, in ms. */
const FRAME_AT_MOST_MS = 500;

/** When a held key acts again: not before the interval, and not before the last act was drawn. */
export function createPace(clock: Clock, onNextFrame: (run: () => void) => void, areKeysSlow?: () => boolean) {
  let lastActAt = -Infinity;
  let isActDrawn = true;
  let coalescedKeys = 0;
  return {
    /** Whether a press acts now. */
    admits(press: KeyPress): boolean {
      const nowMs = clock.now();
      const sinceAct = nowMs - lastActAt;
      const mustWait =
        sinceAct < HOLD_EVERY_MS * (areKeysSlow?.() ? SLOW_REPEAT : 1) || (!isActDrawn && sinceAct < FRAME_AT_MOST_MS);
      if (press.repeats > 0 && mustWait) {
        coalescedKeys += 1;
        return false;
      }
      lastActAt = nowMs;
      if (isActDrawn) {
        isActDrawn = false;
        onNextFrame(() => {
          isActDrawn = true;
        });
      }
      return true;
    },
    /** The pointer's button went down. */
    press: () => void (lastActAt = clock.now()),
    /** When the last key or the pointer's button acted, by the engine's clock; -Infinity when something else has navigated since. */
    lastActAt: () => lastActAt,
    forgetAct: () => void (lastActAt = -Infinity),
    /** The number of dropped repeats so far. */
    coalescedKeys: () => coalescedKeys,
  };
}
