import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow, RatingsTable } from '../db/tables.ts';

/**
 * Deletes a profile's reviews, ratings and likes, and subtracts them from the sums that others see. Locks titles, then
 * liked and own reviews together, in the order of their ids, to prevent deadlocks between two removals.
 */
export async function takeBackOpinions(
  tx: Connection,
  { account_id, id }: Pick<ProfileRow, 'account_id' | 'id'>,
): Promise<void> {
  const ratings = await tx
    .selectFrom('ratings')
    .select(['item_id', 'score'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', id)
    .execute();
  await subtractRatings(tx, ratings);
  await tx.deleteFrom('ratings').where('account_id', '=', account_id).where('profile_id', '=', id).execute();

  const liked = sql`select item_id, review_id from review_likes where account_id = ${account_id} and profile_id = ${id}`;
  const own = sql`select item_id, id from short_reviews where account_id = ${account_id} and profile_id = ${id}`;
  await sql`select id from short_reviews where (item_id, id) in (${liked} union all ${own})
    order by item_id, id for update`.execute(tx);
  await sql`update short_reviews set cnt_like = cnt_like - 1
    where (item_id, id) in (${liked})`.execute(tx);
  await tx.deleteFrom('review_likes').where('account_id', '=', account_id).where('profile_id', '=', id).execute();

  await tx.deleteFrom('review_reports').where('account_id', '=', account_id).where('profile_id', '=', id).execute();

  // Reviews are stored with their title, so that no foreign key deletes them with the profile.
  await tx.deleteFrom('short_reviews').where('account_id', '=', account_id).where('profile_id', '=', id).execute();

  await tx.deleteFrom('wishes').where('account_id', '=', account_id).where('profile_id', '=', id).execute();
}

/**
 * Subtracts one profile's ratings from the sums of their titles. The ratings come as values, because figures are spread
 * by title and ratings by account.
 */
async function subtractRatings(
  tx: Connection,
  ratings: readonly Pick<RatingsTable, 'item_id' | 'score'>[],
): Promise<void> {
  const ids = ratings.map(({ item_id: id }) => id);
  await sql`select item_id from item_figures where item_id = any(${ids}::int[]) order by item_id for update`.execute(
    tx,
  );
  await sql`update item_figures set cnt_rating = cnt_rating - 1, sum_rating = sum_rating - rated.score
    from unnest(${ids}::int[], ${ratings.map(({ score }) => score)}::float8[]) as rated (item_id, score)
    where rated.item_id = item_figures.item_id`.execute(tx);
}
