import type { HistoryEntry } from '#contract/history.ts';

/** Episodes watched on one day. */
export interface HistoryDay {
  /** `YYYY-MM-DD`, in Korea. */
  readonly date: string;
  readonly entries: readonly HistoryEntry[];
  /** Ordinal of the first entry in the whole history. */
  readonly first: number;
}

/** Groups the history by day, the newest first, whatever the order: an undone removal comes last in a list that is shown. */
export function daysOf(entries: readonly HistoryEntry[]): HistoryDay[] {
  const days: { date: string; entries: HistoryEntry[]; first: number }[] = [];
  const sortKeyOf = ({ date, updated_at: at, episode }: HistoryEntry) => `${date} ${at} ${episode.id}`;
  const sorted = [...entries].sort((one, other) => (sortKeyOf(one) < sortKeyOf(other) ? 1 : -1));
  sorted.forEach((entry, index) => {
    const last = days[days.length - 1];
    if (last?.date === entry.date) last.entries.push(entry);
    else days.push({ date: entry.date, entries: [entry], first: index });
  });
  return days;
}

const KOREA_MS = 9 * 3600_000;
const DAY_MS = 24 * 3600_000;
const WEEKDAYS = ['일', '월', '화', '수', '목', '금', '토'];

/** `"오늘"`, `"어제"`, `"11월 20일 금요일"`, `"2025년 11월 20일"`. @param now in ms since 1970 */
export function dayLabel(date: string, now: number): string {
  const today = Math.floor((now + KOREA_MS) / DAY_MS);
  const day = Math.floor(Date.parse(`${date}T00:00:00Z`) / DAY_MS);
  if (day === today) return '오늘';
  if (day === today - 1) return '어제';
  const at = new Date(day * DAY_MS);
  const text = `${at.getUTCMonth() + 1}월 ${at.getUTCDate()}일`;
  const isThisYear = at.getUTCFullYear() === new Date(today * DAY_MS).getUTCFullYear();
  return isThisYear ? `${text} ${WEEKDAYS[at.getUTCDay()]}요일` : `${at.getUTCFullYear()}년 ${text}`;
}
