/** Korea keeps one time all year, nine hours before UTC. */
const KST_AHEAD_MS = 9 * 3600_000;

/** The weekday in Korea, 0 for Sunday. */
export const koreanWeekday = (now: Date): number => new Date(now.getTime() + KST_AHEAD_MS).getUTCDay();
