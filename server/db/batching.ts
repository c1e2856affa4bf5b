import type { Batching } from '../lib/batched-by-account.ts';
import type { Database } from './database.ts';
import { createLanes } from './lanes.ts';

/** Statements about one account are small and of many accounts; the lanes of their machines limit them. */
const SPREAD_AT_ONCE = 200;

/**
 * One machine answers a statement about many accounts faster than many statements. Where the accounts are spread over
 * machines, such a statement would ask all of them.
 */
export async function findBatching({
  atOnce,
  isSpread,
  findNodes,
}: Pick<Database, 'atOnce' | 'isSpread' | 'findNodes'>): Promise<Batching> {
  if (!(await isSpread())) return { atOnce, isByAccount: false };
  return { atOnce: SPREAD_AT_ONCE, isByAccount: true, ...(findNodes && { inLane: createLanes(findNodes) }) };
}
