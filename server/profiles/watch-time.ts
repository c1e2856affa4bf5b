import type { ProfileRow, WatchTimeRow } from '../db/tables.ts';
import { koreanSecondOfDay } from '../lib/korean-time.ts';

/** Time limits of a profile: minutes a day, and no playback in its bedtime. */
export type WatchLimits = Pick<ProfileRow, 'daily_minutes' | 'bedtime_from' | 'bedtime_to' | 'bedtime_lifted_until'>;

/** Time that a profile has watched today, and time added to its daily limit. */
export type Watched = Pick<WatchTimeRow, 'seconds' | 'extra_seconds'>;

export const NOTHING_WATCHED: Watched = { seconds: 0, extra_seconds: 0 };

/** Time that the owner adds at once, in seconds. */
export const MORE_SECONDS = 30 * 60;

/** A viewer this close to the end of an episode may finish it; of a short episode, in its second half. */
const FINISHES_WITHIN_SECONDS = 120;

const DAY_SECONDS = 24 * 3600;

export const isLimitedInTime = ({ daily_minutes: minutes, bedtime_from: from }: WatchLimits): boolean =>
  minutes !== null || from !== null;

/** `"21:30"` as seconds since midnight. */
const secondOf = (time: string) => {
  const [hours, minutes] = time.split(':').map(Number);
  return hours! * 3600 + minutes! * 60;
};

/** Seconds until the bedtime begins; 0 in it, null without one. */
function untilBedtime({ bedtime_from: from, bedtime_to: to }: WatchLimits, now: Date): number | null {
  if (from === null || to === null) return null;
  const [begins, ends, at] = [secondOf(from), secondOf(to), koreanSecondOfDay(now)];
  const isIn = begins < ends ? at >= begins && at < ends : at >= begins || at < ends;
  return isIn ? 0 : (begins - at + DAY_SECONDS) % DAY_SECONDS;
}

/** Like `untilBedtime`, but later if the owner added time. */
function untilLiftedBedtime(limits: WatchLimits, now: Date): number | null {
  const seconds = untilBedtime(limits, now);
  const { bedtime_lifted_until: liftedUntil } = limits;
  if (seconds === null || liftedUntil === null) return seconds;
  return Math.max(seconds, Math.floor((liftedUntil.getTime() - now.getTime()) / 1000));
}

const ofDay = ({ daily_minutes: minutes }: WatchLimits, watched: Watched): number | null =>
  minutes === null ? null : Math.max(0, minutes * 60 + watched.extra_seconds - watched.seconds);

/** How long a profile may go on watching, in seconds; null without a limit. */
export function secondsLeft(limits: WatchLimits, watched: Watched, now: Date): number | null {
  const known = [ofDay(limits, watched), untilLiftedBedtime(limits, now)].filter((seconds) => seconds !== null);
  return known.length === 0 ? null : Math.min(...known);
}

/**
 * Whether a playback must end: no time is left, and the episode is not about to end.
 *
 * @param playback position and length, in seconds.
 */
export const isOver = (secondsLeft: number | null, playback: { offset: number; runningTime: number }): boolean =>
  secondsLeft === 0 &&
  playback.runningTime - playback.offset > Math.min(FINISHES_WITHIN_SECONDS, playback.runningTime / 2);

/** Message for the viewer when the time is over. */
export const watchTimeSentence = (limits: WatchLimits, now: Date): string =>
  untilLiftedBedtime(limits, now) === 0
    ? `지금은 쉬는 시간이에요. ${limits.bedtime_to}부터 다시 볼 수 있어요.`
    : '오늘 볼 수 있는 시간을 다 봤어요. 내일 다시 만나요.';

/** The time added to a day and the lifted bedtime, after the owner gave more: at least that much can be watched from now on. */
export function withMore(
  limits: WatchLimits,
  watched: Watched,
  now: Date,
): Pick<Watched, 'extra_seconds'> & { bedtime_lifted_until: Date | null } {
  const overdrawn = limits.daily_minutes === null ? 0 : watched.seconds - limits.daily_minutes * 60;
  const liftedFrom = Math.max(now.getTime(), limits.bedtime_lifted_until?.getTime() ?? 0);
  return {
    extra_seconds: Math.max(watched.extra_seconds, overdrawn) + MORE_SECONDS,
    bedtime_lifted_until: limits.bedtime_from === null ? null : new Date(liftedFrom + MORE_SECONDS * 1000),
  };
}
