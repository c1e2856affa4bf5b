import type { Connection } from '../db/open.ts';
import { DAY_MS, dayStart } from '#server/lib/korean-days.ts';
import { findLastHour, foldDays, foldHours } from './fold-store.ts';

const HOUR_MS = 3600_000;

/** Events are kept for 90 days. */
const BACKFILL_MS = 90 * DAY_MS;
/** Time of one statement's events: the first run must not take months. */
const SLICE_MS = 7 * DAY_MS;

const hourStart = (ms: number) => Math.floor(ms / HOUR_MS) * HOUR_MS;

/** Start of the hours to count, in ms. The last counted hour and the one before it may have got more since. */
export function countFrom(nowMs: number, lastHourMs: number | null): number {
  const oldest = hourStart(nowMs - BACKFILL_MS);
  return lastHourMs === null ? oldest : Math.max(oldest, Math.min(lastHourMs, hourStart(nowMs)) - HOUR_MS);
}

/** Counts what the console shows of advertisements. An aborted run is continued by the next one. */
export async function foldAdvertisements(db: Connection, now: Date, signal: AbortSignal): Promise<void> {
  const nowMs = now.getTime();
  const lastHour = await findLastHour(db, now);
  for (let from = countFrom(nowMs, lastHour?.getTime() ?? null); from <= nowMs; from += SLICE_MS) {
    if (signal.aborted) return;
    // Whole hours: a part would replace the whole.
    const untilMs = Math.min(from + SLICE_MS, hourStart(nowMs) + HOUR_MS);
    await foldHours(db, { since: new Date(from), until: new Date(untilMs) }, now);
    await foldDays(db, { since: new Date(dayStart(from)), until: new Date(untilMs) });
  }
}
