import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ShortReviewRow } from '../db/tables.ts';

export interface Figures {
  cnt_rating: number;
  sum_rating: number;
}

/** The sums of a title's ratings, locked: ratings of one title change them one after the other. */
export async function lockFigures(tx: Connection, itemId: number): Promise<Figures> {
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

export async function setFigures(tx: Connection, itemId: number, figures: Figures): Promise<void> {
  await tx.updateTable('item_figures').set(figures).where('item_id', '=', itemId).execute();
}

interface Key {
  profile_id: string;
  item_id: number;
}

export async function findScore(db: Connection, { profile_id, item_id }: Key): Promise<number | null> {
  const row = await db
    .selectFrom('ratings')
    .select('score')
    .where('profile_id', '=', profile_id)
    .where('item_id', '=', item_id)
    .executeTakeFirst();
  return row?.score ?? null;
}

export async function upsertRating(tx: Connection, rating: Key & { score: number; updated_at: Date }): Promise<void> {
  const { score, updated_at } = rating;
  await tx
    .insertInto('ratings')
    .values(rating)
    .onConflict((conflict) => conflict.columns(['profile_id', 'item_id']).doUpdateSet({ score, updated_at }))
    .execute();
}

export async function deleteRating(tx: Connection, { profile_id, item_id }: Key): Promise<void> {
  await tx.deleteFrom('ratings').where('profile_id', '=', profile_id).where('item_id', '=', item_id).execute();
}

export interface RatingSetRow {
  item_id: number;
  score: number | null;
  updated_at: Date;
}

/** What a profile rated or wished for, the newest first or the best first; also titles that have left the catalogue. */
export async function listRatingSet(
  db: Connection,
  query: { profileId: string; type: 'rated' | 'wished'; order: 'recent' | 'score' },
): Promise<RatingSetRow[]> {
  const chosen =
    query.type === 'rated'
      ? sql`select item_id, score, updated_at from ratings where profile_id = ${query.profileId}`
      : sql`select wishes.item_id, ratings.score, wishes.created_at as updated_at from wishes
          left join ratings on ratings.profile_id = wishes.profile_id and ratings.item_id = wishes.item_id
          where wishes.profile_id = ${query.profileId}`;
  const order = {
    recent: sql`updated_at desc`,
    score: sql`score desc nulls last, updated_at desc`,
  }[query.order];
  const { rows } = await sql<RatingSetRow>`select item_id, score, updated_at from (${chosen}) as chosen
    order by ${order}, item_id`.execute(db);
  return rows;
}

/** A short review with who wrote it and whether the reader likes it. */
export interface ShownReview extends ShortReviewRow {
  profile_name: string;
  image_path: string | null;
  score: number | null;
  i_like: boolean;
}

const selectReviews = (db: Connection, readerId: string) =>
  db
    .selectFrom('short_reviews')
    .innerJoin('profiles', (join) =>
      join
        .onRef('profiles.account_id', '=', 'short_reviews.account_id')
        .onRef('profiles.id', '=', 'short_reviews.profile_id'),
    )
    .leftJoin('profile_images', 'profile_images.id', 'profiles.default_image_id')
    .leftJoin('ratings', (join) =>
      join
        .onRef('ratings.profile_id', '=', 'short_reviews.profile_id')
        .onRef('ratings.item_id', '=', 'short_reviews.item_id'),
    )
    .leftJoin('review_likes', (join) =>
      join.onRef('review_likes.review_id', '=', 'short_reviews.id').on('review_likes.profile_id', '=', readerId),
    )
    .selectAll('short_reviews')
    .select([
      'profiles.name as profile_name',
      'profile_images.path as image_path',
      'ratings.score',
      sql<boolean>`review_likes.review_id is not null`.as('i_like'),
    ]);

export const findReviewOf = (
  db: Connection,
  { profile_id, item_id }: Key,
  readerId: string,
): Promise<ShownReview | undefined> =>
  selectReviews(db, readerId)
    .where('short_reviews.profile_id', '=', profile_id)
    .where('short_reviews.item_id', '=', item_id)
    .executeTakeFirst();

export async function listReviews(
  db: Connection,
  query: { itemId: number; sort: 'like' | 'recent'; limit: number; offset: number },
  readerId: string,
): Promise<{ count: number; reviews: ShownReview[] }> {
  const { count } = await db
    .selectFrom('short_reviews')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('item_id', '=', query.itemId)
    .executeTakeFirstOrThrow();
  const reviews = await selectReviews(db, readerId)
    .where('short_reviews.item_id', '=', query.itemId)
    .$if(query.sort === 'like', (sorted) => sorted.orderBy('short_reviews.cnt_like', 'desc'))
    .orderBy('short_reviews.created_at', 'desc')
    .orderBy('short_reviews.id')
    .limit(query.limit)
    .offset(query.offset)
    .execute();
  return { count, reviews };
}

/** Keeps the review of a profile; the same text again changes nothing. */
export async function upsertReview(
  db: Connection,
  review: Key & { id: string; account_id: string; text: string; now: Date },
): Promise<void> {
  await sql`
    insert into short_reviews as known (id, item_id, account_id, profile_id, short_review, created_at, updated_at)
    values (${review.id}, ${review.item_id}, ${review.account_id}, ${review.profile_id}, ${review.text},
      ${review.now}, ${review.now})
    on conflict (profile_id, item_id) do update
      set short_review = excluded.short_review, updated_at = excluded.updated_at
    where known.short_review <> excluded.short_review`.execute(db);
}

export async function deleteReview(db: Connection, { profile_id, item_id }: Key): Promise<void> {
  await db.deleteFrom('short_reviews').where('profile_id', '=', profile_id).where('item_id', '=', item_id).execute();
}

export const findReview = (db: Connection, id: string): Promise<Pick<ShortReviewRow, 'item_id'> | undefined> =>
  db.selectFrom('short_reviews').select('item_id').where('id', '=', id).executeTakeFirst();

/** Locks a review, so that its likes change one after the other. False when it is gone. */
export async function lockReview(tx: Connection, id: string): Promise<boolean> {
  const found = await tx.selectFrom('short_reviews').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
  return found !== undefined;
}

/** Whether the like was added; false when it was there. */
export async function insertLike(
  tx: Connection,
  like: { review_id: string; account_id: string; profile_id: string; created_at: Date },
): Promise<boolean> {
  const added = await tx
    .insertInto('review_likes')
    .values(like)
    .onConflict((conflict) => conflict.columns(['review_id', 'profile_id']).doNothing())
    .returning('review_id')
    .executeTakeFirst();
  return added !== undefined;
}

/** Whether the like was removed; false when there was none. */
export async function deleteLike(tx: Connection, reviewId: string, profileId: string): Promise<boolean> {
  const removed = await tx
    .deleteFrom('review_likes')
    .where('review_id', '=', reviewId)
    .where('profile_id', '=', profileId)
    .returning('review_id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** Adds to the count of a review's likes, and answers it. */
export async function addToLikes(tx: Connection, reviewId: string, change: -1 | 0 | 1): Promise<number> {
  const { cnt_like: count } = await tx
    .updateTable('short_reviews')
    .set((eb) => ({ cnt_like: eb('cnt_like', '+', change) }))
    .where('id', '=', reviewId)
    .returning('cnt_like')
    .executeTakeFirstOrThrow();
  return count;
}
