import type { Connection } from '../db/open.ts';
import { expirePlayLogs } from './play-logs-store.ts';

/** Play logs in one statement: few enough that a report waits for it no longer than for another report. */
const BATCH = 500;

/**
 * Ends the play logs whose life is over (contract.md, section 8), in batches, until none is left or the run is aborted.
 * Any number of processes may run it at once.
 *
 * @returns how many it ended.
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
