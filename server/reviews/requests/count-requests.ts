import type { Transact } from '#server/db/open.ts';
import { findCountedUntil, removeCountsAfter, removeCountsBefore, saveCounts } from './operated-store.ts';

/** How often a worker counts. An erased account leaves the counts with the next one. */
export const COUNT_SECONDS = 600;

/**
 * Counting ends this long ago, in ms: a request has the instant of its call, and may be stored a little later. The list counts
 * it by itself.
 */
const BEHIND_MS = 60_000;

/**
 * Counts all requests by title, so that the console's list does not. The previous counts stay until the next time, for lists
 * that are being read. Counts up to an instant that is still to come are from a worker whose clock was wrong, and would stop
 * the counting until then.
 */
export const countRequests = (transact: Transact, now: Date): Promise<void> =>
  transact(async (tx) => {
    const until = new Date(now.getTime() - BEHIND_MS);
    await removeCountsAfter(tx, now);
    const previous = await findCountedUntil(tx);
    if (previous !== undefined && previous >= until) return;
    await saveCounts(tx, until);
    if (previous) await removeCountsBefore(tx, previous);
  });
