import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { RatingsTable } from '../db/tables.ts';

type RatingKey = Pick<RatingsTable, 'profile_id' | 'item_id'>;

/** Some ratings of an account. */
export const listRatingsOf = (db: Connection, accountId: string, limit: number): Promise<RatingKey[]> =>
  db.selectFrom('ratings').select(['profile_id', 'item_id']).where('account_id', '=', accountId).limit(limit).execute();

/** Some likes of an account. */
export const listLikesOf = (
  db: Connection,
  accountId: string,
  limit: number,
): Promise<{ item_id: number; review_id: string; profile_id: string }[]> =>
  db
    .selectFrom('review_likes')
    .select(['item_id', 'review_id', 'profile_id'])
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute();

/** Some reviews of an account. */
export const listReviewsOf = (
  db: Connection,
  accountId: string,
  limit: number,
): Promise<{ item_id: number; id: string; profile_id: string }[]> =>
  db
    .selectFrom('short_reviews')
    .select(['item_id', 'id', 'profile_id'])
    .where('account_id', '=', accountId)
    .limit(limit)
    .execute();

/** Deletes at most `limit` likes or reports of a review, which may be many. @returns how many */
export async function removeOfReview(
  db: Connection,
  table: 'review_likes' | 'review_reports',
  review: { item_id: number; id: string },
  limit: number,
): Promise<number> {
  const { rows } = await sql`delete from ${sql.table(table)}
    where item_id = ${review.item_id} and review_id = ${review.id} and profile_id in (
      select profile_id from ${sql.table(table)} where item_id = ${review.item_id} and review_id = ${review.id}
      limit ${limit})
    returning 1`.execute(db);
  return rows.length;
}
