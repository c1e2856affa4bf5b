import type { Clock, Stop } from '#src/lib/clock.ts';
import { createWritable, type Readable } from './readable.ts';
import { heldReachSeconds, TAP_SECONDS } from './seek-reach.ts';

/*
 * One gesture, from the first press to the one seek of the decoder.
 *
 *   key   ▁▔▁▁▔▔▔▔▔▔▁▁▁▁▁▁▁▁
 *   shown  10  20 28 47 …        the target; the picture plays on meanwhile
 *   rest         ·     |700 ms| ► one seek     (OK seeks at once, Back never)
 *
 * What is held is told by the time between down and up. Remotes differ:
 *
 *   keydown … keyup             the hold grows on a timer between the two
 *   keydown, keydown, … keyup   the same
 *   keydown, keydown, …         the hold ends when they stop coming
 *   down up down up …           each is a tap; those that come faster than a thumb grow too
 *   keydown                     a tap, on a remote whose keys never come up
 */

/** Without a press for this long, the gesture seeks; in ms. */
const REST_MS = 700;
/** A key is held, not tapped, after this long, in ms. */
const HOLD_AFTER_MS = 400;
/** The target of a held key moves this often, in ms. */
const HOLD_TICK_MS = 100;
/** A key that repeated and is silent for longer has come up, in ms. */
const SILENCE_MS = 400;
/** Presses that come closer than this are sent by a remote, for a key that is held; in ms. */
const PAIR_GAP_MS = 150;
/** A seek ends this far before the end at the latest, in seconds: seeking alone finishes no episode. */
const END_MARGIN_SECONDS = 1;
/** A held key stops this far before the end, in seconds: the last step is a tap that is meant. */
const HELD_END_MARGIN_SECONDS = 10;

/** -1 is back, 1 is forward. */
export type SeekDirection = -1 | 1;

export interface SeekGesture {
  /** Where playback stood when it began, in seconds. */
  readonly originSeconds: number;
  /** Where OK would go, in seconds. */
  readonly targetSeconds: number;
}

/** `null` while nobody seeks. */
export interface SeekModel extends Readable<SeekGesture | null> {
  /** `isRepeat`: the key went down before and has not come up. */
  keyDown(direction: SeekDirection, isRepeat: boolean): void;
  keyUp(direction: SeekDirection): void;
  /** Aims at a place, in seconds. `isHeld` waits for `confirm`, as a pointer that is down does. */
  aimAt(seconds: number, isHeld?: boolean): void;
  /** Seeks now; false when there was nothing to seek. */
  confirm(): boolean;
  /** Forgets the gesture, so that all is as it was; false when there was none. */
  cancel(): boolean;
}

export interface SeekModelOptions {
  readonly clock: Clock;
  readonly canSeek: () => boolean;
  readonly durationSeconds: () => number;
  /** The shown position, in seconds. */
  readonly positionSeconds: () => number;
  /** Whether keys of this remote are known to come up. */
  readonly doKeysComeUp: () => boolean;
  /** Called once for each gesture that moved. */
  readonly seek: (targetSeconds: number) => void;
}

/** A key that is down, or was just now. */
interface Press {
  readonly direction: SeekDirection;
  /** Of the first of presses that come without a gap. */
  readonly streakAtMs: number;
  readonly downAtMs: number;
  /** Target before it went down. */
  readonly fromSeconds: number;
  readonly lastDownAtMs: number;
  readonly hasRepeated: boolean;
  readonly isDown: boolean;
}

export function createSeekModel(options: SeekModelOptions): SeekModel {
  const { clock, doKeysComeUp } = options;
  const gesture = createWritable<SeekGesture | null>(null);
  let press: Press | null = null;
  let hasMoved = false;
  /** After OK or Back, a key that is still down means nothing more. */
  let ignoresRepeats = false;
  let stopRest: Stop | null = null;
  let stopTicking: Stop | null = null;

  const stopTimers = () => {
    stopRest?.();
    stopTicking?.();
    stopRest = null;
    stopTicking = null;
  };

  const begin = (): SeekGesture => {
    const now = gesture.getState();
    if (now) return now;
    hasMoved = false;
    const originSeconds = options.positionSeconds();
    return { originSeconds, targetSeconds: originSeconds };
  };

  const aim = (from: SeekGesture, targetSeconds: number) => {
    hasMoved ||= targetSeconds !== from.targetSeconds;
    gesture.set({ ...from, targetSeconds });
  };

  /** Moves the target to `wantedSeconds`, within the episode and never against `direction`. */
  const move = (from: SeekGesture, direction: SeekDirection, wantedSeconds: number, endMarginSeconds: number) => {
    const lastSeconds = Math.max(0, options.durationSeconds() - endMarginSeconds);
    const { targetSeconds } = from;
    if (direction === 1) aim(from, Math.max(targetSeconds, Math.min(wantedSeconds, lastSeconds)));
    else aim(from, Math.min(targetSeconds, Math.max(wantedSeconds, 0)));
  };

  const finish = (): boolean => {
    const now = gesture.getState();
    stopTimers();
    press = null;
    if (!now) return false;
    // First the seek: the shown position is the target before the gesture is gone.
    if (hasMoved) options.seek(now.targetSeconds);
    gesture.set(null);
    return true;
  };

  const restFromNow = () => {
    stopRest?.();
    stopRest = clock.after(REST_MS, finish);
  };

  const isHeld = (held: Press, nowMs: number) =>
    held.isDown && (held.hasRepeated || doKeysComeUp()) && nowMs - held.downAtMs >= HOLD_AFTER_MS;

  const tick = () => {
    const now = gesture.getState();
    const nowMs = clock.now();
    if (!press || !now || !isHeld(press, nowMs)) return;
    if (press.hasRepeated && nowMs - press.lastDownAtMs > SILENCE_MS) {
      press = { ...press, isDown: false };
      return;
    }
    const reach = heldReachSeconds(nowMs - press.downAtMs - HOLD_AFTER_MS, options.durationSeconds());
    move(now, press.direction, press.fromSeconds + press.direction * (TAP_SECONDS + reach), HELD_END_MARGIN_SECONDS);
  };

  const repeat = (held: Press) => {
    press = { ...held, hasRepeated: true, lastDownAtMs: clock.now() };
    restFromNow();
    tick();
  };

  /** How far one of several presses without a gap moves, in seconds: as far as the key would have, held. */
  const pairStepSeconds = (before: Press, nowMs: number) => {
    const reachAt = (ms: number) => heldReachSeconds(ms - before.streakAtMs - HOLD_AFTER_MS, options.durationSeconds());
    return Math.max(TAP_SECONDS, reachAt(nowMs) - reachAt(before.lastDownAtMs));
  };

  const pressAnew = (direction: SeekDirection) => {
    const nowMs = clock.now();
    const from = begin();
    const before = press?.direction === direction && nowMs - press.lastDownAtMs <= PAIR_GAP_MS ? press : null;
    const stepSeconds = before ? pairStepSeconds(before, nowMs) : TAP_SECONDS;
    move(from, direction, from.targetSeconds + direction * stepSeconds, END_MARGIN_SECONDS);
    press = {
      direction,
      streakAtMs: before?.streakAtMs ?? nowMs,
      downAtMs: nowMs,
      fromSeconds: from.targetSeconds,
      lastDownAtMs: nowMs,
      hasRepeated: false,
      isDown: true,
    };
    stopTicking ??= clock.every(HOLD_TICK_MS, tick);
    stopRest?.();
    if (!doKeysComeUp()) restFromNow();
  };

  return {
    getState: gesture.getState,
    subscribe: gesture.subscribe,
    keyDown(direction, isRepeat) {
      if (!options.canSeek()) return;
      if (isRepeat && press?.isDown && press.direction === direction) return repeat(press);
      if (isRepeat && ignoresRepeats) return;
      ignoresRepeats = false;
      pressAnew(direction);
    },
    keyUp(direction) {
      if (!press?.isDown || press.direction !== direction) return;
      tick();
      press = { ...press, isDown: false };
      restFromNow();
    },
    aimAt(seconds, isHeldDown = false) {
      if (!options.canSeek()) return;
      const lastSeconds = Math.max(0, options.durationSeconds() - END_MARGIN_SECONDS);
      press = null;
      aim(begin(), Math.min(Math.max(0, seconds), lastSeconds));
      if (!isHeldDown) return restFromNow();
      stopRest?.();
      stopRest = null;
    },
    confirm() {
      ignoresRepeats = true;
      return finish();
    },
    cancel() {
      ignoresRepeats = true;
      hasMoved = false;
      return finish();
    },
  };
}
