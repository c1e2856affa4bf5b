/*
 * What counts for the figures that advertisers pay by. Plain functions: no clock, no database. An account, a device and a
 * playback cost nothing, so an event alone proves no viewer: time has to pass, and a day has an end.
 */

/** Times that each kind of event of one advertisement counts for one account on one day in Korea. */
export const MOST_A_DAY = 10;
/** The clip's length is rounded to seconds, and a report may come a little early, in ms. */
const TOLERANCE_MS = 500;

/** The part of the advertisement that has been shown when an event comes. */
const SHOWN_PARTS: Readonly<Record<string, number>> = {
  ...{ first_quartile: 0.25, midpoint: 0.5, third_quartile: 0.75, complete: 1 },
};

export interface ToldEvent {
  event: string;
  /** Seconds of the advertisement, and after how many of them it may be skipped. */
  duration: number;
  skipAfter: number | null;
  /** When the player got the advertisement. */
  handedOutAt: Date;
  now: Date;
  /** Events of this kind, for this account and advertisement, that count today. */
  countedToday: number;
}

/**
 * When an event begins to count: a playback that ends earlier did not show the advertisement.
 *
 * @returns null for an event that never counts.
 */
export function countsFrom({ event, duration, skipAfter, handedOutAt, now, countedToday }: ToldEvent): Date | null {
  if (countedToday >= MOST_A_DAY) return null;
  const after = (seconds: number) => handedOutAt.getTime() + seconds * 1000 - TOLERANCE_MS;
  const part = SHOWN_PARTS[event];
  const possibleMs = event === 'skip' ? after(skipAfter ?? duration) : after(duration * (part ?? 0));
  if (now.getTime() < possibleMs) return null;
  // An advertisement that fails ends at once.
  if (event === 'error') return now;
  return new Date(Math.max(now.getTime(), after(Math.min(duration, skipAfter ?? duration))));
}
