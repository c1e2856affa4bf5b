/** Key of a row that was found without a lock. */
interface Found {
  account_id: string;
  id: string;
}

/**
 * Works on found rows account by account: a cluster has an account's rows on one shard, and locks rows on one shard
 * only. The rows may have changed since, so the work repeats the condition by which they were found.
 *
 * @returns the sum of what the work returns.
 */
export async function byAccount(
  found: readonly Found[],
  work: (accountId: string, ids: readonly string[]) => Promise<number>,
): Promise<number> {
  const idsOf = new Map<string, Set<string>>();
  for (const { account_id, id } of found) idsOf.set(account_id, (idsOf.get(account_id) ?? new Set()).add(id));
  let sum = 0;
  for (const [accountId, ids] of idsOf) sum += await work(accountId, [...ids]);
  return sum;
}
