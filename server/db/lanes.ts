import { LRUCache } from 'lru-cache';
import { batched } from '../lib/batched.ts';
import type { InLane } from '../lib/batched-by-account.ts';
import { DatabaseBusyError } from '../lib/database-errors.ts';
import { fairQueue, type FairQueue } from '../lib/queues.ts';

/**
 * Statements of one machine at a time: half of the connections of calls, so that a machine that does not answer leaves
 * the others theirs. The app gives a call up after 12 s, of which a statement may take 5.
 */
const LANE = { atOnce: 5, waiters: 200, waitMs: 2_000 };

/** Accounts whose machine is known, and for how long: a rebalance may move them. */
const KNOWN = { max: 100_000, ttl: 10 * 60_000 };
const LOOKUPS_AT_ONCE = 2;

/**
 * One queue for each machine of a cluster.
 *
 * @param findNodes the machine of each account, in the same order, by what the coordinator knows alone.
 */
export function createLanes(findNodes: (accountIds: readonly string[]) => Promise<number[]>, limits = LANE): InLane {
  const lanes = new Map<number, FairQueue>();
  const known = new LRUCache<string, number>(KNOWN);
  const find = batched((accountIds: string[]) => findNodes(accountIds), LOOKUPS_AT_ONCE);
  const laneOf = (node: number): FairQueue => {
    const lane =
      lanes.get(node) ??
      fairQueue(limits, (reason) => new DatabaseBusyError(`no turn on machine ${node} of the cluster: ${reason}`));
    lanes.set(node, lane);
    return lane;
  };
  return async (accountId, work) => {
    const node = known.get(accountId) ?? (await find(accountId));
    known.set(accountId, node);
    return laneOf(node).run(work, accountId);
  };
}
