import type { Connection, Transact } from '#server/db/open.ts';
import { DAY_MS, dayStart } from '#server/lib/korean-days.ts';
import { findSummary, saveSummary } from '../quality/fold-store.ts';
import { foldSaleDays } from './sales-store.ts';

/** The steps that are shown, and a little more. */
const BACKFILL_MS = 400 * DAY_MS;
/** A payment that is settled before midnight may be committed after it. */
const STILL_COMING_MS = 3600_000;
/** Days in one transaction, so that the first run is continued where it was aborted. */
const AT_ONCE_MS = 31 * DAY_MS;

/** Start of the days to count again, in ms, for a run after one at `lastMs`. */
export function countFrom(nowMs: number, lastMs: number | null): number {
  const oldest = dayStart(nowMs - BACKFILL_MS);
  return lastMs === null ? oldest : Math.max(oldest, dayStart(Math.min(lastMs, nowMs) - STILL_COMING_MS));
}

/** Counts what was sold by day, title and membership. */
export async function foldSaleSums(
  { db, transact }: { db: Connection; transact: Transact },
  now: Date,
  signal: AbortSignal,
): Promise<void> {
  const nowMs = now.getTime();
  const end = dayStart(nowMs) + DAY_MS;
  const counted = await findSummary(db, 'sales');
  for (let from = countFrom(nowMs, counted?.countedAt.getTime() ?? null); from < end; from += AT_ONCE_MS) {
    if (signal.aborted) return;
    const until = Math.min(from + AT_ONCE_MS, end);
    await foldSaleDays(transact, { since: new Date(from), until: new Date(until) });
    await saveSummary(db, 'sales', new Date(Math.min(until, nowMs)), {});
  }
}
