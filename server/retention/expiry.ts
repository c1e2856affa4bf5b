import type { Connection } from '../db/open.ts';
import { expirePlayLogs } from './play-logs-store.ts';

/** Play logs per batch. A batch is not aborted, and takes a statement for each account. */
const BATCH = 200;

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
    if (count === 0) break;
  }
  return ended;
}
