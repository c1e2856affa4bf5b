/* Labels that the first screen does not need: its script holds the others (title-labels.ts). */

export { contentRatingLabel, episodeName, lockLabel, minutesLabel } from './title-labels.ts';

const thousands = (value: number) => String(value).replace(/\B(?=(\d{3})+$)/g, ',');

/** `"1,200원"`. */
export const wonLabel = (won: number): string => `${thousands(won)}원`;

/** A count that may be large: `"1,024"`. */
export const countLabel = (count: number): string => thousands(count);

const KOREA_MS = 9 * 3600_000;

/** `"12월 31일까지"`, of a day as `2026-12-31`. */
export const lastDayLabel = (day: string): string => `${+day.slice(5, 7)}월 ${+day.slice(8, 10)}일까지`;

/** The day of an instant in Korea: `"2026. 10. 3."`. */
export function dateLabel(instant: string): string {
  const date = new Date(Date.parse(instant) + KOREA_MS);
  return `${date.getUTCFullYear()}. ${date.getUTCMonth() + 1}. ${date.getUTCDate()}.`;
}
