import { koreanDate } from '../lib/korean-time.ts';

/** Viewers see the last day from so many days before the end. */
export const LEAVES_SOON_DAYS = 7;
const DAY_MS = 24 * 3600_000;

/** The last day of something that ends: of an end at midnight, the day before. */
export const lastDayOf = (end: Date): string => koreanDate(new Date(end.getTime() - 1));

/** The last day, once it is near; undefined before and without an end. */
export const lastDayShown = (end: Date | null, now: Date): string | undefined =>
  end !== null && end.getTime() - now.getTime() <= LEAVES_SOON_DAYS * DAY_MS ? lastDayOf(end) : undefined;

/** `12월 31일까지 볼 수 있던 작품이에요.` */
export function endedSentence(end: Date): string {
  const [, month, day] = lastDayOf(end).split('-').map(Number);
  return `${month}월 ${day}일까지 볼 수 있던 작품이에요. 지금은 제공하지 않아요.`;
}
