import { sql } from 'kysely';
import type { OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';
import type { ShortReviewRow } from '../db/tables.ts';

export interface ItemRatings {
  cnt_rating: number;
  sum_rating: number;
}

/** Locks and reads a title's rating sums, to serialize its ratings. */
export async function lockItemRatings(tx: Connection, itemId: number): Promise<ItemRatings> {
  const lock = () =>
    tx
      .selectFrom('item_figures')
      .select(['cnt_rating', 'sum_rating'])
      .where('item_id', '=', itemId)
      .forUpdate()
      .executeTakeFirst();
  const known = await lock();
  if (known) return known;
  await tx
    .insertInto('item_figures')
    .values({ item_id: itemId, cnt_rating: 0, sum_rating: 0 })
    .onConflict((conflict) => conflict.column('item_id').doNothing())
    .execute();
  return (await lock())!;
}

/** Stores a title's rating sums, and the new score of a profile in its review of that title. */
export async function setItemRatings(
  tx: Connection,
  { profile_id, item_id, score }: Key & { score: number | null },
  { cnt_rating, sum_rating }: ItemRatings,
): Promise<void> {
  await tx.updateTable('item_figures').set({ cnt_rating, sum_rating }).where('item_id', '=', item_id).execute();
  await tx
    .updateTable('short_reviews')
    .set({ score })
    .where('item_id', '=', item_id)
    .where('profile_id', '=', profile_id)
    .execute();
}

interface Key {
  profile_id: string;
  item_id: number;
}

interface RatingKey extends Key {
  account_id: string;
}

export async function findScore(
  db: Connection,
  { account_id, profile_id, item_id }: RatingKey,
): Promise<number | null> {
  const row = await db
    .selectFrom('ratings')
    .select('score')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst();
  return row?.score ?? null;
}

export async function upsertRating(
  tx: Connection,
  rating: RatingKey & { score: number; updated_at: Date },
): Promise<void> {
  const { score, updated_at } = rating;
  await tx
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_id', 'item_id']).doUpdateSet({ score, updated_at }),
    )
    .execute();
}

export async function deleteRating(tx: Connection, { account_id, profile_id, item_id }: RatingKey): Promise<void> {
  await tx
    .deleteFrom('ratings')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('item_id', '=', item_id)
    .execute();
}

export interface RatingSetRow {
  item_id: number;
  score: number | null;
  updated_at: Date;
}

/** Ratings or wishes of a profile, the newest or the best first; includes titles that have left the catalogue. */
export async function listRatingSet(
  db: Connection,
  query: OwnerKey & { type: 'rated' | 'wished'; order: 'recent' | 'score' },
): Promise<RatingSetRow[]> {
  const { accountId, profileId } = query;
  const chosen =
    query.type === 'rated'
      ? sql`select item_id, score, updated_at from ratings
          where account_id = ${accountId} and profile_id = ${profileId}`
      : sql`select wishes.item_id, ratings.score, wishes.created_at as updated_at from wishes
          left join ratings on ratings.account_id = ${accountId} and ratings.profile_id = wishes.profile_id
            and ratings.item_id = wishes.item_id
          where wishes.account_id = ${accountId} and wishes.profile_id = ${profileId}`;
  const order = {
    recent: sql`updated_at desc`,
    score: sql`score desc nulls last, updated_at desc`,
  }[query.order];
  const { rows } = await sql<RatingSetRow>`select item_id, score, updated_at from (${chosen}) as chosen
    order by ${order}, item_id`.execute(db);
  return rows;
}

/** A short review with its author's picture and whether the reader likes it. */
export interface ShownReview extends ShortReviewRow {
  image_path: string | null;
  i_like: boolean;
}

/** The profile that reads reviews, and the profiles that it blocked. */
interface Reader {
  profileId: string;
  blocked: readonly string[];
}

/** Writers see their own review although it is hidden. */
const isShownTo = ({ profileId, blocked }: Reader) =>
  sql<boolean>`(short_reviews.profile_id = ${profileId} or (short_reviews.hidden_at is null
    and short_reviews.profile_id <> all(${[...blocked]}::uuid[])))`;

const selectReviews = (db: Connection, itemId: number, readerId: string) =>
  db
    .selectFrom('short_reviews')
    .leftJoin('profile_images', 'profile_images.id', 'short_reviews.profile_image_id')
    .leftJoin('review_likes', (join) =>
      join
        .on('review_likes.item_id', '=', itemId)
        .onRef('review_likes.review_id', '=', 'short_reviews.id')
        .on('review_likes.profile_id', '=', readerId),
    )
    .where('short_reviews.item_id', '=', itemId)
    .selectAll('short_reviews')
    .select(['profile_images.path as image_path', sql<boolean>`review_likes.review_id is not null`.as('i_like')]);

export const findReviewOf = (
  db: Connection,
  { profile_id, item_id }: Key,
  readerId: string,
): Promise<ShownReview | undefined> =>
  selectReviews(db, item_id, readerId).where('short_reviews.profile_id', '=', profile_id).executeTakeFirst();

export async function listReviews(
  db: Connection,
  query: { itemId: number; sort: 'like' | 'recent'; limit: number; offset: number },
  reader: Reader,
): Promise<{ count: number; reviews: ShownReview[] }> {
  const { count } = await db
    .selectFrom('short_reviews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('item_id', '=', query.itemId)
    .where(isShownTo(reader))
    .executeTakeFirstOrThrow();
  const reviews = await selectReviews(db, query.itemId, reader.profileId)
    .where(isShownTo(reader))
    .$if(query.sort === 'like', (sorted) => sorted.orderBy('short_reviews.cnt_like', 'desc'))
    .orderBy('short_reviews.created_at', 'desc')
    .orderBy('short_reviews.id')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { count, reviews };
}

type NewReview = Pick<ShortReviewRow, 'item_id' | 'id' | 'account_id' | 'profile_id' | 'short_review'> &
  Pick<ShortReviewRow, 'profile_name' | 'profile_image_id' | 'score'>;

/** Stores a profile's review and returns it; an unchanged text keeps its date. */
export async function upsertReview(tx: Connection, review: NewReview, now: Date): Promise<ShownReview> {
  const { rows } = await sql<ShownReview>`
    with saved as (
      insert into short_reviews as known (item_id, id, account_id, profile_id, profile_name, profile_image_id, score,
        short_review, created_at, updated_at)
      values (${review.item_id}, ${review.id}, ${review.account_id}, ${review.profile_id}, ${review.profile_name},
        ${review.profile_image_id}, ${review.score}, ${review.short_review}, ${now}, ${now})
      on conflict (item_id, profile_id) do update set
        updated_at = case when known.short_review = excluded.short_review then known.updated_at else excluded.updated_at end,
        short_review = excluded.short_review, profile_name = excluded.profile_name,
        profile_image_id = excluded.profile_image_id, score = excluded.score
      returning *
    )
    select saved.*, profile_images.path as image_path, exists (
      select 1 from review_likes where review_likes.item_id = ${review.item_id} and review_likes.review_id = saved.id
        and review_likes.profile_id = ${review.profile_id}) as i_like
    from saved left join profile_images on profile_images.id = saved.profile_image_id`.execute(tx);
  return rows[0]!;
}

export async function deleteReview(db: Connection, { profile_id, item_id }: Key): Promise<void> {
  await db.deleteFrom('short_reviews').where('item_id', '=', item_id).where('profile_id', '=', profile_id).execute();
}

/** A review and its title. */
interface ReviewKey {
  item_id: number;
  review_id: string;
}

/** Locks a review to serialize its likes. Undefined when it does not exist. */
export const lockReview = (
  tx: Connection,
  { item_id, review_id }: ReviewKey,
): Promise<Pick<ShortReviewRow, 'profile_id' | 'hidden_at'> | undefined> =>
  tx
    .selectFrom('short_reviews')
    .select(['profile_id', 'hidden_at'])
    .where('item_id', '=', item_id)
    .where('id', '=', review_id)
    .forUpdate()
    .executeTakeFirst();

/** Inserts a like; false when it exists already. */
export async function insertLike(
  tx: Connection,
  like: ReviewKey & { account_id: string; profile_id: string; created_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('review_likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['item_id', 'review_id', 'profile_id']).doNothing())
    .returning('review_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Deletes a like; false when there was none. */
export async function deleteLike(
  tx: Connection,
  { item_id, review_id }: ReviewKey,
  profileId: string,
): Promise<boolean> {
  const removed = await tx
    .deleteFrom('review_likes')
    .where('item_id', '=', item_id)
    .where('review_id', '=', review_id)
    .where('profile_id', '=', profileId)
    .returning('review_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Adds to a review's number of likes, and returns it. */
export async function addToLikes(
  tx: Connection,
  { item_id, review_id }: ReviewKey,
  change: -1 | 0 | 1,
): Promise<number> {
  const { cnt_like: count } = await tx
    .updateTable('short_reviews')
    .set((eb) => ({ cnt_like: eb('cnt_like', '+', change) }))
    .where('item_id', '=', item_id)
    .where('id', '=', review_id)
    .returning('cnt_like')
    .executeTakeFirstOrThrow();
  return count;
}
