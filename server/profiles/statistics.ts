import type { ProfileStatistics } from '#contract/statistics.ts';
import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { koreanDate } from '../lib/korean-time.ts';
import { findTotals, listPlayTimeByDay, listPlayTimeByGenre } from './statistics-store.ts';

/** Days shown, including today (contract.md, section 4). */
const DAYS = 28;
const DAY_MS = 24 * 3600_000;

/** Counts what a profile has watched, rated and reviewed. Watching past midnight counts for the day on which it began. */
export type Statistics = (profile: ProfileRow) => Promise<ProfileStatistics>;

export function createStatistics(db: Connection, clock: Clock): Statistics {
  return async (profile) => {
    const now = clock.now();
    const dates = Array.from({ length: DAYS }, (_, index) =>
      koreanDate(new Date(now.getTime() - (DAYS - 1 - index) * DAY_MS)),
    );
    const byDay = new Map(
      (await listPlayTimeByDay(db, profile, dates[0]!)).map(({ date, play_time }) => [date, play_time]),
    );
    return {
      ...(await findTotals(db, profile)),
      by_genre: await listPlayTimeByGenre(db, profile),
      by_day: dates.map((date) => ({ date, play_time: byDay.get(date) ?? 0 })),
    };
  };
}
