import type { Connection } from '../db/open.ts';
import { retry } from '../lib/retry.ts';
import { RETENTION } from './retention.ts';
import type { Retention } from './rows-store.ts';

const DAY_MS = 24 * 3600_000;

/** Rows per batch. A batch is not aborted, and of most tables takes a statement for each account. */
const BATCH = 200;

/**
 * Deletes old rows in batches, table by table, until none is left or the run is aborted; the next run continues. Safe
 * to run in several processes.
 *
 * @returns the number of deleted rows, by table.
 * @throws Error of the first table that failed, after all others were processed.
 */
export async function removeOldRows(
  db: Connection,
  now: Date,
  signal: AbortSignal,
  { retention = RETENTION, batch = BATCH } = {},
): Promise<Map<string, number>> {
  const removed = new Map<string, number>();
  const failed: Error[] = [];
  let left = retention;
  while (left.length > 0) {
    const unfinished: Retention[] = [];
    for (const entry of left) {
      if (signal.aborted) break;
      const before = new Date(now.getTime() - entry.days * DAY_MS);
      // An erasure deletes rows of an account in another order than a fold, so the two may deadlock.
      const count = await retry(() => entry.remove(db, before, batch)).catch((error: unknown) => {
        // A failure does not stop the other tables.
        failed.push(new Error(`${entry.table}, ${entry.lifetime}`, { cause: error }));
        return 0;
      });
      removed.set(entry.table, (removed.get(entry.table) ?? 0) + count);
      if (count > 0) unfinished.push(entry);
    }
    left = signal.aborted ? [] : unfinished;
  }
  if (failed[0]) throw failed[0];
  return removed;
}
