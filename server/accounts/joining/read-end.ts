const KOREA_MS = 9 * 3600_000;
const DAY_MS = 24 * 3600_000;
const MOST_DAYS = 3660;
const DATE = /^(\d{4})[-./] ?(\d{1,2})[-./] ?(\d{1,2})\.?(?:[ T](\d{1,2}):(\d{2})(?::\d{2})?)?$/;

/**
 * The end of a membership as tables write it, in Korea: `2027-12-31`, which lasts to the end of that day, or
 * `2027-12-31 23:00`. Undefined for other texts and for ends that are too far away.
 */
export function readEnd(text: string, now: Date): Date | undefined {
  const [year, month, day, hour, minute] = (DATE.exec(text) ?? []).slice(1).map(Number);
  if (year === undefined || month === undefined || day === undefined) return undefined;
  const midnight = new Date(Date.UTC(year, month - 1, day));
  // 30 February is no day.
  if (midnight.getUTCMonth() !== month - 1 || midnight.getUTCDate() !== day) return undefined;
  const hasTime = hour !== undefined && !Number.isNaN(hour) && minute !== undefined;
  if (hasTime && (hour > 23 || minute > 59)) return undefined;
  const end = midnight.getTime() + (hasTime ? (hour * 60 + minute) * 60_000 : DAY_MS) - KOREA_MS;
  return end - now.getTime() > MOST_DAYS * DAY_MS ? undefined : new Date(end);
}
