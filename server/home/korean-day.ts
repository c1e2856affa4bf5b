/** Korea has no daylight saving time: always nine hours ahead of UTC. */
const KST_AHEAD_MS = 9 * 3600_000;

/** The weekday in Korea, 0 for Sunday. */
export const koreanWeekday = (now: Date): number => new Date(now.getTime() + KST_AHEAD_MS).getUTCDay();
