/**
 * Works on old rows owner by owner, until none is left or `limit` rows are done: a cluster has an owner's rows on one
 * shard, and locks rows on one shard only. The owners were read without locks and may have changed since, so the work
 * repeats the condition by which their rows were found.
 *
 * @param found the owner of each found row
 * @param work handles at most `limit` rows of an owner, and returns how many
 * @returns the number of rows
 */
export async function byOwner<Owner>(
  found: readonly { owner: Owner }[],
  limit: number,
  work: (owner: Owner, limit: number) => Promise<number>,
): Promise<number> {
  let done = 0;
  for (const owner of new Set(found.map((row) => row.owner))) {
    if (done >= limit) break;
    done += await work(owner, limit - done);
  }
  return done;
}
