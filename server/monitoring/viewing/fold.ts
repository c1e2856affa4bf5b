import type { ViewingSpan } from '#contract/console/viewing.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import { DAY_MS, dayStart } from '#server/lib/korean-days.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import { findSummary, saveSummary } from '../quality/fold-store.ts';
import {
  countTitleViewers,
  foldCohorts,
  foldEpisodeDay,
  foldProposalDay,
  foldTitleDay,
  sumTitles,
} from './viewing-store.ts';

const HOUR_MS = 3600_000;
/** Play logs are kept for 90 days. */
const BACKFILL_MS = 89 * DAY_MS;
/** A play log lives for 12 hours, so the watch time of a day that is over still grows. */
const STILL_GROWING_MS = 13 * HOUR_MS;
/** The sums of the last days change once a day, and a little while the last day still grows. */
const SUM_EVERY_MS = HOUR_MS;
/** Months of joining that are followed. */
const COHORT_MONTHS = 12;

/** Days of each span. */
export const SPAN_DAYS: Readonly<Record<ViewingSpan, number>> = { day: 1, week: 7, month: 28 };

/** Start of the days to count again, in ms, for a run after one at `lastMs`. */
export function countFrom(nowMs: number, lastMs: number | null): number {
  const oldest = dayStart(nowMs - BACKFILL_MS);
  return lastMs === null ? oldest : Math.max(oldest, dayStart(Math.min(lastMs, nowMs) - STILL_GROWING_MS));
}

/** Start of the month in Korea of an instant, `months` earlier. */
function monthStart(instant: Date, months: number): Date {
  const [year, month] = koreanDate(instant).split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1 - months, 1) - 9 * HOUR_MS);
}

/** The last whole days in Korea of a span, and as many before. */
export function daysOf(span: ViewingSpan, now: Date): { from: Date; until: Date; from_before: Date } {
  const until = dayStart(now.getTime());
  const length = SPAN_DAYS[span] * DAY_MS;
  return { from: new Date(until - length), until: new Date(until), from_before: new Date(until - 2 * length) };
}

async function sumSpans({ db, transact }: { db: Connection; transact: Transact }, now: Date, signal: AbortSignal) {
  for (const span of Object.keys(SPAN_DAYS) as ViewingSpan[]) {
    if (signal.aborted) return;
    const { from, until, from_before: before } = daysOf(span, now);
    const viewers = await countTitleViewers(db, { since: from, until });
    const days = {
      from: koreanDate(from),
      to: koreanDate(new Date(until.getTime() - 1)),
      before: koreanDate(before),
    };
    await sumTitles(transact, span, days, viewers, now);
  }
  // The month before still grows on its first day.
  const oldest = monthStart(now, COHORT_MONTHS);
  for (const instant of new Set([koreanDate(now), koreanDate(new Date(now.getTime() - DAY_MS))])) {
    if (signal.aborted) return;
    const since = monthStart(new Date(`${instant}T00:00:00+09:00`), 0);
    const until = monthStart(new Date(`${instant}T00:00:00+09:00`), -1);
    await foldCohorts(db, instant.slice(0, 7), { since, until }, oldest);
  }
}

/**
 * Counts what is watched by title, episode and day, and then the sums of the last whole days. Works through the days one by
 * one, so that an aborted run is continued by the next one.
 */
export async function foldViewing(
  databases: { db: Connection; transact: Transact },
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const { db } = databases;
  const nowMs = now.getTime();
  const folded = await findSummary(db, 'viewing');
  for (let from = countFrom(nowMs, folded?.countedAt.getTime() ?? null); from <= nowMs; from += DAY_MS) {
    if (signal.aborted) return;
    const span = { since: new Date(from), until: new Date(from + DAY_MS) };
    const day = koreanDate(span.since);
    await foldTitleDay(db, day, span);
    await foldEpisodeDay(db, day, span);
    await foldProposalDay(db, day, span);
    await saveSummary(db, 'viewing', new Date(Math.min(span.until.getTime(), nowMs)), {});
  }
  const summed = (await findSummary(db, 'viewing sums'))?.countedAt.getTime() ?? 0;
  // Absolute difference: a worker with a wrong clock may have written it.
  if (dayStart(summed) === dayStart(nowMs) && Math.abs(nowMs - summed) < SUM_EVERY_MS) return;
  await sumSpans(databases, now, signal);
  if (!signal.aborted) await saveSummary(db, 'viewing sums', now, {});
}
