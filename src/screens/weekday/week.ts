import type { NextRelease } from '#contract/catalogue.ts';
import type { WeekTitle } from '#contract/week.ts';
import { releaseName } from '#src/features/items/release-texts.ts';
import { clockLabel } from '#src/lib/clock-labels.ts';
import { dateOfDay, koreanDay, koreanTime } from '#src/lib/korean-day.ts';

/** Days before and after today: today is in the middle. */
const EACH_SIDE = 3;

const DAY_SECONDS = 24 * 3600;

/** A title on a day: with an episode that came out then, with one that will, or without a known hour. */
export interface WeekEntry {
  readonly key: string;
  readonly title: WeekTitle;
  readonly kind: 'out' | 'next' | 'unknown';
  /** In ms since 1970; null without a known hour. */
  readonly at: number | null;
  /** `"9화"`, `"9화 연기"`, `"8화까지"`, or empty. */
  readonly episodes: string;
}

export interface WeekDay {
  /** See `koreanDay`. */
  readonly day: number;
  /** 0 is Sunday. */
  readonly weekday: number;
  readonly date: number;
  readonly isToday: boolean;
  /** In the order of their hours; those without one last. */
  readonly entries: readonly WeekEntry[];
}

/** A title's entries, by day. */
function placesOf(title: WeekTitle, today: number, nowMs: number): [day: number, entry: Omit<WeekEntry, 'key'>][] {
  const { latest, item, weekday } = title;
  const next = item.next_release ?? null;
  const places: [number, Omit<WeekEntry, 'key'>][] = [];
  const isShown = (day: number) => Math.abs(day - today) <= EACH_SIDE;
  const nextDay = next && koreanDay(Date.parse(next.at));
  if (next && nextDay !== null && isShown(nextDay))
    places.push([nextDay, { title, kind: 'next', at: Date.parse(next.at), episodes: releaseName(next) }]);
  const outDay = latest && koreanDay(Date.parse(latest.published_at));
  if (latest && outDay !== null && isShown(outDay) && outDay !== nextDay && Date.parse(latest.published_at) <= nowMs)
    places.push([outDay, { title, kind: 'out', at: Date.parse(latest.published_at), episodes: latest.episode_num }]);
  if (places.length === 0) {
    const first = today - EACH_SIDE;
    const day = first + ((weekday - dateOfDay(first).weekday + 7) % 7);
    places.push([day, { title, kind: 'unknown', at: null, episodes: restOf(title) }]);
  }
  return places;
}

/** What is known of a title without an episode in these days. */
function restOf({ latest, item }: WeekTitle): string {
  if (item.next_release) {
    const at = Date.parse(item.next_release.at);
    const { month, date } = dateOfDay(koreanDay(at));
    return `${releaseName(item.next_release)} ${month}월 ${date}일`;
  }
  return latest ? `${latest.episode_num}까지` : '';
}

/**
 * The week around today. A title is on the days of its episodes, which may be other ones than its weekday.
 *
 * @param today see `koreanDay`
 */
export function weekAround(titles: readonly WeekTitle[], today: number, nowMs: number): readonly WeekDay[] {
  const placed = titles.flatMap((title) => placesOf(title, today, nowMs));
  return Array.from({ length: 2 * EACH_SIDE + 1 }, (_, index) => {
    const day = today - EACH_SIDE + index;
    const { weekday, date } = dateOfDay(day);
    const entries = placed.flatMap(([of, entry]) =>
      of === day ? [{ ...entry, key: `weekday/${weekday}/item:${entry.title.item.id}` }] : [],
    );
    return { day, weekday, date, isToday: day === today, entries: entries.sort(byHour) };
  });
}

/** What the viewer follows comes first in its hour; the rest keeps the order of the answer. */
const byHour = (one: WeekEntry, other: WeekEntry) =>
  (one.at ?? Infinity) - (other.at ?? Infinity) || Number(other.title.is_followed) - Number(one.title.is_followed) || 0;

/** The entry that has the focus first: the next one of today, or the last that came out. */
export function firstEntry(days: readonly WeekDay[], nowMs: number): string {
  const today = days.find(({ isToday }) => isToday);
  const entries = today?.entries ?? [];
  const next = entries.findIndex(({ at }) => at !== null && at > nowMs);
  const withHour = entries.filter(({ at }) => at !== null).length;
  const first = entries[next === -1 ? Math.max(0, withHour - 1) : next];
  return first?.key ?? emptyKey(today?.weekday ?? 0);
}

/** Focus key of a day without titles. */
export const emptyKey = (weekday: number): string => `weekday/${weekday}/empty`;

/** The title whose episode comes next, or null. */
export function nextToCome(
  titles: readonly WeekTitle[],
  nowMs: number,
): { title: WeekTitle; next: NextRelease } | null {
  let first: { title: WeekTitle; next: NextRelease } | null = null;
  for (const title of titles) {
    const next = title.item.next_release;
    if (!next || Date.parse(next.at) <= nowMs) continue;
    if (!first || Date.parse(next.at) < Date.parse(first.next.at)) first = { title, next };
  }
  return first;
}

/** `"2:14:05"`, `"3일 2:14:05"`. */
export function countdownLabel(atMs: number, nowMs: number): string {
  const left = Math.max(0, Math.ceil((atMs - nowMs) / 1000));
  const days = Math.floor(left / DAY_SECONDS);
  return days > 0 ? `${days}일 ${clockLabel(left % DAY_SECONDS)}` : clockLabel(left);
}

/** `"23:00 · 9화"`. */
export const entryLine = ({ at, episodes }: WeekEntry): string =>
  [at === null ? '' : koreanTime(at), episodes].filter(Boolean).join(' · ');

/** How much of the week fits, for a size of letters. */
export interface WeekView {
  readonly days: number;
  readonly rows: number;
  readonly isHigh?: true;
}

/** By the size of letters; the measures are in week.module.css. */
const VIEWS: Readonly<Record<string, WeekView>> = {
  normal: { days: 7, rows: 3 },
  large: { days: 5, rows: 2 },
  'large-2': { days: 5, rows: 2 },
  'large-3': { days: 4, rows: 2 },
};

/** A week without a day of more titles has high cards, with posters: others would leave a third of the screen empty. */
const HIGH: WeekView = { days: 7, rows: 2, isHigh: true };

/** @param letters of the setting 글자 크기 */
export function viewOf(letters: string, days: readonly WeekDay[]): WeekView {
  const view = VIEWS[letters] ?? VIEWS['normal']!;
  return view.rows > HIGH.rows && days.every(({ entries }) => entries.length <= HIGH.rows) ? HIGH : view;
}

/** What is scrolled away: days at the left, rows above. */
export interface WeekScroll {
  readonly left: number;
  readonly top: number;
}

export interface Place {
  /** Index of the day. */
  readonly day: number;
  readonly row: number;
}

const clamp = (value: number, most: number) => Math.max(0, Math.min(value, most));

/** The scroll with an entry in the middle. */
export function scrollTo({ day, row }: Place, days: readonly WeekDay[], view: WeekView): WeekScroll {
  const rows = Math.max(...days.map(({ entries }) => entries.length));
  return {
    left: clamp(day - Math.floor((view.days - 1) / 2), days.length - view.days),
    top: clamp(row - 1, rows - view.rows),
  };
}

/** Whether some of an entry is visible, which the pointer may be on. */
export const isVisible = ({ day, row }: Place, { left, top }: WeekScroll, view: WeekView): boolean =>
  day >= left && day < left + view.days && row >= top - 1 && row <= top + view.rows;

/** Rows above and below the visible ones that are in the document, so that a held arrow finds them. */
const AHEAD = 3;

/** Index of the first and after the last drawn entry of a day: the last one always is, so that each day can be entered. */
export function drawnRows(count: number, { top }: WeekScroll, view: WeekView): readonly [from: number, to: number] {
  const from = clamp(top - AHEAD, Math.max(0, count - 1));
  return [from, Math.min(count, Math.max(from + 1, top + view.rows + 1 + AHEAD))];
}
