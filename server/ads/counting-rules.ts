/*
 * Decides which reported events count in the figures that advertisers pay by. Accounts, devices and playbacks cost nothing,
 * so a report alone proves no viewer: an event counts once its part of the advertisement can have been shown, and only some
 * times a day for one account.
 */

/** Most events of one kind, advertisement and account that count on one day in Korea. */
export const MOST_A_DAY = 10;
/** A report may come this much too early, in ms: the clip's length is rounded to seconds. */
const TOLERANCE_MS = 500;

/** The part of the advertisement that has been shown when an event comes. */
const SHOWN_PARTS: Readonly<Record<string, number>> = {
  first_quartile: 0.25,
  midpoint: 0.5,
  third_quartile: 0.75,
  complete: 1,
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
