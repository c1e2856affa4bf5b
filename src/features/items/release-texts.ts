import type { NextRelease } from '#contract/catalogue.ts';
import { koreanWeekday } from '#src/lib/korean-day.ts';

const KOREA_MS = 9 * 3600_000;
const DAY_MS = 24 * 3600_000;
const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** When a release comes, in Korea: `"토 23:00"`, and a week or more ahead `"12월 5일 23:00"`. */
export function releaseTime(at: string, nowMs: number): string {
  const atMs = Date.parse(at);
  const there = new Date(atMs + KOREA_MS);
  const time = `${twoDigits(there.getUTCHours())}:${twoDigits(there.getUTCMinutes())}`;
  const daysAhead = Math.floor((atMs + KOREA_MS) / DAY_MS) - Math.floor((nowMs + KOREA_MS) / DAY_MS);
  const day = daysAhead < 7 ? WEEKDAYS[koreanWeekday(atMs)] : `${there.getUTCMonth() + 1}월 ${there.getUTCDate()}일`;
  return `${day} ${time}`;
}

/** `"4화"`, or `"4화 연기"`. */
export const releaseName = ({ episode_num: number, is_delayed: isDelayed }: NextRelease): string =>
  isDelayed ? `${number} 연기` : number;
