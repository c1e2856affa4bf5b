/* Days in Korea, which has no daylight saving time. */

const HOUR_MS = 3600_000;
export const DAY_MS = 24 * HOUR_MS;
const KOREA_MS = 9 * HOUR_MS;

/** Start of an instant's day, both in ms. */
export const dayStart = (ms: number): number => Math.floor((ms + KOREA_MS) / DAY_MS) * DAY_MS - KOREA_MS;

/** The last days up to an instant, as `YYYY-MM-DD`, the oldest first. */
export const lastDays = (now: Date, count: number): string[] =>
  Array.from({ length: count }, (_, index) =>
    new Date(now.getTime() + KOREA_MS - (count - 1 - index) * DAY_MS).toISOString().slice(0, 10),
  );
