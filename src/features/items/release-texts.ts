import type { NextRelease } from '#contract/catalogue.ts';
import { dateOfDay, koreanDay, koreanTime } from '#src/lib/korean-day.ts';

const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

/** When a release comes, in Korea: `"토 23:00"`, and a week or more ahead `"12월 5일 23:00"`. */
export function releaseTime(at: string, nowMs: number): string {
  const atMs = Date.parse(at);
  const { weekday, month, date } = dateOfDay(koreanDay(atMs));
  const isNear = koreanDay(atMs) - koreanDay(nowMs) < 7;
  return `${isNear ? WEEKDAYS[weekday] : `${month}월 ${date}일`} ${koreanTime(atMs)}`;
}

/** `"4화"`, or `"4화 연기"`. */
export const releaseName = ({ episode_num: number, is_delayed: isDelayed }: NextRelease): string =>
  isDelayed ? `${number} 연기` : number;
