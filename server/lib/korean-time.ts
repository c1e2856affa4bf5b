/** Korea has no daylight saving time: always nine hours ahead of UTC. */
const KST_AHEAD_MS = 9 * 3600_000;

const inKorea = (instant: Date) => new Date(instant.getTime() + KST_AHEAD_MS).toISOString();

/** The day in Korea: `2026-11-20`. */
export const koreanDate = (instant: Date): string => inKorea(instant).slice(0, 10);

/** Seconds since midnight in Korea. */
export const koreanSecondOfDay = (instant: Date): number =>
  Math.floor((instant.getTime() + KST_AHEAD_MS) / 1000) % (24 * 3600);

/** The quarter in Korea, as titles are filed: `{ year: 2026, quarter: 4 }`. */
export function koreanQuarter(instant: Date): { year: number; quarter: number } {
  const [year, month] = koreanDate(instant).split('-').map(Number);
  return { year: year!, quarter: Math.ceil(month! / 3) };
}

/** `2026-11-20T12:05:00+09:00` */
export const formatKoreanInstant = (instant: Date): string => `${inKorea(instant).slice(0, 19)}+09:00`;

/** `2026년 11월 20일 12:05` */
export function formatKoreanTime(instant: Date): string {
  const [year, month, day] = koreanDate(instant).split('-').map(Number);
  return `${year}년 ${month}월 ${day}일 ${inKorea(instant).slice(11, 16)}`;
}

/** `2026-11-20 12:05` */
export const koreanMinute = (instant: Date): string => inKorea(instant).slice(0, 16).replace('T', ' ');
