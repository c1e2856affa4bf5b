import type { ContentRating } from '#contract/profiles.ts';

const HOUR_MS = 3600_000;

/** The newest notifications that a profile keeps. */
export const MOST_NOTIFICATIONS = 100;

/** Viewers are notified of a right or membership that ends within this time, in ms. */
export const ENDING_WITHIN_MS = 24 * HOUR_MS;

/** Age in ms from which events are not notified: no worker ran in time to find them. */
const LOOK_BACK_MS = 3 * 24 * HOUR_MS;

/** The first search cannot have been this much later than now, in ms, unless its clock was wrong. */
const IMPLAUSIBLE_MS = HOUR_MS;

/**
 * Start of the search: later events are notified.
 *
 * @param startedAt when this database was first searched: a service that is upgraded does not tell its past. An instant
 *   from a wrong clock is ignored: nothing would be told until then.
 */
export function tellSince(startedAt: Date, now: Date): Date {
  const oldest = now.getTime() - LOOK_BACK_MS;
  const isWrong = startedAt.getTime() > now.getTime() + IMPLAUSIBLE_MS;
  return new Date(isWrong ? oldest : Math.max(startedAt.getTime(), oldest));
}

/** Whether a profile may order; others are not told about payment (contract.md, section 3). */
export const mayOrder = (maxRating: ContentRating): boolean => maxRating === '19';
