const HOUR_MS = 3600_000;

/** Day of the week in Korea, whatever the television's own time zone; 0 is Sunday. `instant` in ms since 1970. */
export const koreanWeekday = (instant: number): number => new Date(instant + 9 * HOUR_MS).getUTCDay();
