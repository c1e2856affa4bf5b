import { batched } from './batched.ts';

/** How concurrent calls share statements. */
export interface Batching {
  /** Batched statements to keep in flight, for each kind. */
  atOnce: number;
  /** Whether a statement is about one account only, so that one machine answers it. */
  isByAccount: boolean;
  /** The queue of the machine that has an account; absent where one machine has all. */
  inLane?: InLane;
}

/** Runs work on the machine that has an account, when that has a place. @throws DatabaseBusyError when it has none for long. */
export type InLane = <T>(accountId: string, work: () => Promise<T>) => Promise<T>;

/**
 * Batches calls about accounts.
 *
 * @param accountOf the account of an item; undefined for one that needs no statement.
 */
export function batchedByAccount<I, O>(
  { atOnce, isByAccount, inLane }: Batching,
  flush: (items: I[]) => Promise<O[]>,
  accountOf: (item: I) => string | undefined,
): (item: I) => Promise<O> {
  if (!isByAccount) return batched(flush, atOnce);
  const flushInLane = (items: I[]) => {
    const accountId = accountOf(items[0]!);
    return inLane === undefined || accountId === undefined ? flush(items) : inLane(accountId, () => flush(items));
  };
  return batched(flushInLane, atOnce, { groupOf: accountOf });
}
