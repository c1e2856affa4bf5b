import type { Connection } from '#server/db/open.ts';
import { koreanDate } from '#server/lib/korean-time.ts';
import {
  writeReports,
  type Lacking,
  type ReportedKey,
  type ReportedPlayLog,
  type Standing,
  type Written,
} from './reports-store.ts';

const keyOf = ({ account_id, profile_id, episode_id }: ReportedPlayLog) => `${account_id} ${profile_id} ${episode_id}`;

/**
 * Writes reports whose offset or day is not there yet: the first of a profile in an episode, or on a day. In a
 * transaction, so that a report that is not written leaves no offset behind. Each row is inserted by its values, which
 * name the shard.
 */
export async function writeFirstReports(
  tx: Connection,
  keys: readonly (ReportedKey & { lacking: Lacking })[],
): Promise<(Written | Standing)[]> {
  const changes = keys.flatMap(({ change, lacking }, place) => (change ? [{ ...change, lacking, place }] : []));
  const byKey = (one: (typeof changes)[number], other: typeof one) => (keyOf(one.log) < keyOf(other.log) ? -1 : 1);
  const inserted = new Map<string, ReportedPlayLog>();
  // In one order, so that two transactions do not wait for each other's rows.
  for (const { log, move, lacking } of changes.sort(byKey)) {
    const { account_id, profile_id, episode_id, item_id } = log;
    if (lacking.day)
      await tx
        .insertInto('watch_times')
        .values({ account_id, profile_id, day: koreanDate(log.reported_at!), seconds: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    if (!lacking.offset || !move) continue;
    const added = await tx
      .insertInto('playback_offsets')
      .values({
        account_id,
        profile_id,
        episode_id,
        item_id,
        offset: move.offset,
        is_finished: move.isFinished,
        updated_at: log.reported_at!,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('episode_id')
      .executeTakeFirst();
    if (added) inserted.set(keyOf(log), log);
  }
  const found = await writeReports(tx, keys);
  const unwritten = changes.filter(({ log, place }) => found[place]!.is !== 'written' && inserted.has(keyOf(log)));
  for (const { log } of unwritten)
    await tx
      .deleteFrom('playback_offsets')
      .where('account_id', '=', log.account_id)
      .where('profile_id', '=', log.profile_id)
      .where('episode_id', '=', log.episode_id)
      .execute();
  return found;
}
