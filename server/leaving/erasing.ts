import type { Connection, Transact } from '../db/open.ts';
import type { ErasureRow } from '../db/tables.ts';
import { retry } from '../lib/retry.ts';
import { createAccountRemoval } from '../reviews/index.ts';
import {
  deleteRows,
  erasedTables,
  finishErasure,
  foldAdEventsOf,
  keepOrders,
  listErasures,
  listProfileIds,
  removeCounters,
  unblock,
} from './erasing-store.ts';

/** Rows per statement: few enough that nobody waits long for its locks. */
const BATCH = 500;
/** Accounts of one run. */
const ACCOUNTS = 100;

const missing = (table: string): never => {
  throw new Error(`no rule erases ${table}`);
};

type Step = (erasure: ErasureRow, limit: number) => Promise<number>;

/**
 * Erases what is left of accounts whose owners left, in batches, until none is left or the run is aborted. Each statement
 * deletes what it finds, so a run that was cut off anywhere is continued by the next one.
 *
 * @returns the number of erased accounts.
 * @throws Error of the first account that failed, after all others were processed.
 */
export async function eraseAccounts(
  { db, transact }: { db: Connection; transact: Transact },
  signal: AbortSignal,
  { batch = BATCH } = {},
): Promise<number> {
  const opinions = createAccountRemoval({ db, transact });
  /** Steps for tables that need a rule of their own. */
  const own: Readonly<Record<string, Step>> = {
    ad_events: ({ account_id: id }, limit) => foldAdEventsOf(db, id, limit),
    orders: ({ account_id: id }, limit) => keepOrders(db, id, limit),
    ratings: ({ account_id: id }, limit) => opinions.removeRatings(id, limit),
    review_likes: ({ account_id: id }, limit) => opinions.removeLikes(id, limit),
    short_reviews: ({ account_id: id }, limit) => opinions.removeReviews(id, limit),
    // Own rows are deleted as those of other tables.
    async blocked_profiles(erasure, limit) {
      return unblock(db, await listProfileIds(db, erasure.account_id), limit);
    },
    async rate_limits({ account_id: id, email_hash: emailHash }) {
      return removeCounters(db, [id, emailHash, ...(await listProfileIds(db, id))]);
    },
  };
  const steps = erasedTables.flatMap((table): Step[] => {
    const generic: Step = ({ account_id: id }, limit) => deleteRows(db, table, id, limit);
    if (table.erase !== 'own') return [generic];
    const rule = own[table.table] ?? missing(table.table);
    return table.table === 'blocked_profiles' ? [rule, generic] : [rule];
  });

  /** One pass over all tables. @returns the number of deleted rows; undefined when aborted */
  const pass = async (erasure: ErasureRow): Promise<number | undefined> => {
    let deleted = 0;
    for (const step of steps)
      for (let count = batch; count >= batch;) {
        if (signal.aborted) return undefined;
        // Retention deletes old rows of the same account in another order.
        count = await retry(() => step(erasure, batch));
        deleted += count;
      }
    return deleted;
  };

  const erase = async (erasure: ErasureRow): Promise<boolean> => {
    // A call that was already running when the owner left may have written after a table was emptied. Once the profiles
    // are gone, no call can.
    for (let deleted: number | undefined = 1; deleted !== 0;) {
      deleted = await pass(erasure);
      if (deleted === undefined) return false;
    }
    await transact((tx) => finishErasure(tx, erasure.account_id));
    return true;
  };

  const failed: unknown[] = [];
  let erased = 0;
  for (const erasure of await listErasures(db, ACCOUNTS)) {
    if (signal.aborted) break;
    try {
      if (await erase(erasure)) erased += 1;
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw new Error('an account is not erased', { cause: failed[0] });
  return erased;
}
