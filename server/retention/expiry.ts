import type { Connection } from '../db/open.ts';
import { expirePlayLogs } from './play-logs-store.ts';

/** Play logs per statement: few enough that a report waits no longer than for another report. */
const BATCH = 500;

/**
 * Ends expired play logs (contract.md, section 8), in batches, until none is left or the run is aborted. Safe to run in
 * several processes.
 *
 * @returns the number of ended play logs.
 */
export async function endExpiredPlayLogs(
  db: Connection,
  now: Date,
  signal: AbortSignal,
  { batch = BATCH } = {},
): Promise<number> {
  let ended = 0;
  while (!signal.aborted) {
    const count = await expirePlayLogs(db, now, batch);
    ended += count;
    if (count < batch) break;
  }
  return ended;
}
