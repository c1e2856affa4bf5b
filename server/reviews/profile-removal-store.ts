import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow, RatingsTable } from '../db/tables.ts';

type ProfileKey = Pick<ProfileRow, 'account_id' | 'id'>;

/** A review that a removed profile wrote or liked, or of which it sent a report. */
export interface OpinionKey {
  item_id: number;
  review_id: string;
}

/** A profile's ratings, in the order in which their titles are locked. */
export const listRatingsBy = (
  tx: Connection,
  { account_id, id }: ProfileKey,
): Promise<Pick<RatingsTable, 'item_id' | 'score'>[]> =>
  tx
    .selectFrom('ratings')
    .select(['item_id', 'score'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .orderBy('item_id')
    .execute();

/**
 * Subtracts ratings from the sums of their titles. The ratings come as values, because a cluster has them on another
 * machine than the figures.
 */
export async function subtractRatings(
  tx: Connection,
  ratings: readonly Pick<RatingsTable, 'item_id' | 'score'>[],
): Promise<void> {
  await sql`update item_figures set cnt_rating = cnt_rating - 1, sum_rating = sum_rating - rated.score
    from unnest(${ratings.map(({ item_id: id }) => id)}::int[], ${ratings.map(({ score }) => score)}::float8[])
      as rated (item_id, score)
    where rated.item_id = item_figures.item_id`.execute(tx);
}

/** Deletes a profile's ratings and wishes. */
export async function deleteMarks(tx: Connection, { account_id, id }: ProfileKey): Promise<void> {
  for (const table of ['ratings', 'wishes'] as const)
    await tx.deleteFrom(table).where('account_id', '=', account_id).where('profile_id', '=', id).execute();
}

/** The reviews that a profile wrote or liked, or of which it sent a report. They are stored with their titles. */
export async function listOpinions(
  tx: Connection,
  table: 'short_reviews' | 'review_likes' | 'review_reports',
  { account_id, id }: ProfileKey,
): Promise<OpinionKey[]> {
  const reviewId = sql.ref(table === 'short_reviews' ? 'id' : 'review_id');
  const { rows } = await sql<OpinionKey>`select item_id, ${reviewId} as review_id from ${sql.table(table)}
    where account_id = ${account_id} and profile_id = ${id}`.execute(tx);
  return rows;
}

export async function deleteReport(tx: Connection, report: OpinionKey, profileId: string): Promise<void> {
  await tx
    .deleteFrom('review_reports')
    .where('item_id', '=', report.item_id)
    .where('review_id', '=', report.review_id)
    .where('profile_id', '=', profileId)
    .execute();
}
