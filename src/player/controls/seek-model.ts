import type { Clock, Stop } from '#src/lib/clock.ts';
import { HOLD_MS, type Press, type PressEnd } from '#src/lib/press.ts';
import { createWritable, type Readable } from '#src/player/readable.ts';
import { heldReachSeconds, TAP_SECONDS } from './seek-reach.ts';

/*
 * One gesture, from the first press to the single seek of the decoder.
 *
 *   key   ▁▔▁▁▔▔▔▔▔▔▁▁▁▁▁▁▁▁
 *   shown  10  20 28 47 …        the target; the picture plays on
 *   rest         ·     |700 ms| ► one seek     (OK seeks at once, Back never)
 *
 * A hold is detected by the time between keydown and keyup (src/lib/press.ts). Remotes differ:
 *
 *   keydown … keyup             the hold grows on a timer between the two
 *   keydown, keydown, … keyup   the same
 *   keydown, keydown, …         the hold ends when they stop
 *   down up down up …           each is a tap; pairs faster than a thumb grow too
 *   keydown                     a tap, on a remote without keyup
 */

/** Without a press for this long, the gesture seeks; in ms. */
const REST_MS = 700;
/** Interval at which a held key moves the target, in ms. */
const HOLD_TICK_MS = 100;
/** Presses closer together than this are repeats of a held key, in ms. */
const PAIR_GAP_MS = 150;
/** Margin before the end for seeks, in seconds: seeking alone must not finish an episode. */
const END_MARGIN_SECONDS = 1;
/** Margin before the end for a held key, in seconds: the last step needs a deliberate tap. */
const HELD_END_MARGIN_SECONDS = 10;

/** -1 is back, 1 is forward. */
export type SeekDirection = -1 | 1;

export interface SeekGesture {
  /** Position at the start of the gesture, in seconds. */
  readonly originSeconds: number;
  /** Position that OK seeks to, in seconds. */
  readonly targetSeconds: number;
}

/** Null without a gesture. */
export interface SeekModel extends Readable<SeekGesture | null> {
  /** The key went down, or repeated. The model follows it until keyup. */
  keyDown(direction: SeekDirection, press: Press): void;
  /** Aims at a position, in seconds. `isHeld` waits for `confirm`, as a pointer that is down does. */
  aimAt(seconds: number, isHeld?: boolean): void;
  /** Seeks now; false without a gesture. */
  confirm(): boolean;
  /** Cancels the gesture; false without one. */
  cancel(): boolean;
}

export interface SeekModelOptions {
  readonly clock: Clock;
  readonly canSeek: () => boolean;
  readonly durationSeconds: () => number;
  /** The shown position, in seconds. */
  readonly positionSeconds: () => number;
  /** Called once for each gesture that moved. */
  readonly seek: (targetSeconds: number) => void;
}

/** A key that is or was just down. */
interface HeldKey {
  readonly press: Press;
  readonly direction: SeekDirection;
  /** Start of a series of presses without a gap. */
  readonly streakAtMs: number;
  readonly downAtMs: number;
  /** Target before the keydown. */
  readonly fromSeconds: number;
  readonly lastDownAtMs: number;
  readonly hasRepeated: boolean;
  readonly isDown: boolean;
}

export function createSeekModel(options: SeekModelOptions): SeekModel {
  const { clock } = options;
  const gesture = createWritable<SeekGesture | null>(null);
  let held: HeldKey | null = null;
  let hasMoved = false;
  /** After OK or Back, a key that is still down has no further effect. */
  let settled: Press | null = null;
  let stopRest: Stop | null = null;
  let stopTicking: Stop | null = null;

  const stopResting = () => {
    stopRest?.();
    stopRest = null;
  };
  const stopTimers = () => {
    stopResting();
    stopTicking?.();
    stopTicking = null;
  };

  const gestureNow = (): SeekGesture => {
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
    held = null;
    if (!now) return false;
    // Seek first: the shown position must be the target before the gesture ends.
    if (hasMoved) options.seek(now.targetSeconds);
    gesture.set(null);
    return true;
  };

  const restFromNow = () => {
    stopRest?.();
    stopRest = clock.after(REST_MS, finish);
  };

  const tick = () => {
    const now = gesture.getState();
    if (!held?.isDown || !now || !(held.hasRepeated || held.press.canBeHeld)) return;
    const heldMs = clock.now() - held.downAtMs - HOLD_MS.seek;
    if (heldMs < 0) return;
    const reach = heldReachSeconds(heldMs, options.durationSeconds());
    move(now, held.direction, held.fromSeconds + held.direction * (TAP_SECONDS + reach), HELD_END_MARGIN_SECONDS);
  };

  const repeat = (now: HeldKey) => {
    held = { ...now, hasRepeated: true, lastDownAtMs: clock.now() };
    restFromNow();
    tick();
  };

  const release = (press: Press, end: PressEnd) => {
    if (held?.press !== press || !held.isDown) return;
    // The time of a lost keyup is unknown: the rest counts from the last event.
    if (end === 'up') tick();
    held = { ...held, isDown: false };
    if (end === 'up' || !stopRest) restFromNow();
  };

  /** Step of one press in a series without gaps, in seconds: the distance that a held key would have moved. */
  const pairStepSeconds = (before: HeldKey, nowMs: number) => {
    const reachAt = (ms: number) => heldReachSeconds(ms - before.streakAtMs - HOLD_MS.seek, options.durationSeconds());
    return Math.max(TAP_SECONDS, reachAt(nowMs) - reachAt(before.lastDownAtMs));
  };

  const begin = (direction: SeekDirection, press: Press) => {
    const nowMs = clock.now();
    const from = gestureNow();
    const before = held?.direction === direction && nowMs - held.lastDownAtMs <= PAIR_GAP_MS ? held : null;
    const stepSeconds = before ? pairStepSeconds(before, nowMs) : TAP_SECONDS;
    move(from, direction, from.targetSeconds + direction * stepSeconds, END_MARGIN_SECONDS);
    held = {
      press,
      direction,
      streakAtMs: before?.streakAtMs ?? nowMs,
      downAtMs: nowMs,
      fromSeconds: from.targetSeconds,
      lastDownAtMs: nowMs,
      hasRepeated: false,
      isDown: true,
    };
    stopTicking ??= clock.every(HOLD_TICK_MS, tick);
    stopResting();
    if (!press.canBeHeld) restFromNow();
    press.whenOver((end) => release(press, end));
  };

  return {
    getState: gesture.getState,
    subscribe: gesture.subscribe,
    keyDown(direction, press) {
      if (!options.canSeek() || press === settled) return;
      if (held?.press === press) repeat(held);
      else begin(direction, press);
    },
    aimAt(seconds, isHeldDown = false) {
      if (!options.canSeek()) return;
      const lastSeconds = Math.max(0, options.durationSeconds() - END_MARGIN_SECONDS);
      held = null;
      aim(gestureNow(), Math.min(Math.max(0, seconds), lastSeconds));
      if (isHeldDown) stopResting();
      else restFromNow();
    },
    confirm() {
      settled = held?.press ?? null;
      return finish();
    },
    cancel() {
      settled = held?.press ?? null;
      hasMoved = false;
      return finish();
    },
  };
}
