const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const KOREA_MS = 9 * HOUR_MS;

/** The day in Korea as a number that grows by one every day. `instant` in ms since 1970. */
export const koreanDay = (instant: number): number => Math.floor((instant + KOREA_MS) / DAY_MS);

/** Weekday and date of a `koreanDay`; 0 is Sunday. */
export function dateOfDay(day: number): { readonly weekday: number; readonly month: number; readonly date: number } {
  const at = new Date(day * DAY_MS);
  return { weekday: at.getUTCDay(), month: at.getUTCMonth() + 1, date: at.getUTCDate() };
}

/** Day of the week in Korea, whatever the television's own time zone; 0 is Sunday. `instant` in ms since 1970. */
export const koreanWeekday = (instant: number): number => dateOfDay(koreanDay(instant)).weekday;

/** `"23:00"`, in Korea. */
export function koreanTime(instant: number): string {
  const minutes = Math.floor((instant + KOREA_MS) / 60_000) % (24 * 60);
  const twoDigits = (value: number) => String(value).padStart(2, '0');
  return `${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
}
