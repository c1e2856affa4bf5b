import { dateLabel } from '#src/lib/labels.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** How long ago an instant was: `"방금"`, `"5분 전"`, `"3시간 전"`, `"2일 전"`; its day after a week. */
export function agoLabel(instant: string, nowMs: number): string {
  const ago = nowMs - Date.parse(instant);
  if (ago < MINUTE_MS) return '방금';
  if (ago < HOUR_MS) return `${Math.floor(ago / MINUTE_MS)}분 전`;
  if (ago < DAY_MS) return `${Math.floor(ago / HOUR_MS)}시간 전`;
  return ago < 7 * DAY_MS ? `${Math.floor(ago / DAY_MS)}일 전` : dateLabel(instant);
}
