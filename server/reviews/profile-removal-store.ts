import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow } from '../db/tables.ts';

/**
 * Takes back what a profile has said about titles and reviews, out of the figures that others see too. Titles and
 * reviews are locked in the order of their ids, so that two removals never wait for each other. Its own reviews go with
 * the profile.
 */
export async function takeBackOpinions(
  tx: Connection,
  { account_id, id }: Pick<ProfileRow, 'account_id' | 'id'>,
): Promise<void> {
  await sql`select item_id from item_figures where item_id in (select item_id from ratings where profile_id = ${id})
    order by item_id for update`.execute(tx);
  await sql`update item_figures set cnt_rating = cnt_rating - 1, sum_rating = sum_rating - ratings.score
    from ratings where ratings.item_id = item_figures.item_id and ratings.profile_id = ${id}`.execute(tx);
  await tx.deleteFrom('ratings').where('profile_id', '=', id).execute();

  const liked = sql`(select review_id from review_likes where account_id = ${account_id} and profile_id = ${id})`;
  await sql`select id from short_reviews where id in ${liked}
    order by id for update`.execute(tx);
  await sql`update short_reviews set cnt_like = cnt_like - 1
    where id in ${liked}`.execute(tx);
  await tx.deleteFrom('review_likes').where('account_id', '=', account_id).where('profile_id', '=', id).execute();

  await tx.deleteFrom('wishes').where('profile_id', '=', id).execute();
}
