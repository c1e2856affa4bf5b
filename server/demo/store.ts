import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { AccountRow, ProfileRow } from '../db/tables.ts';
import { groupBy } from '../lib/group-by.ts';
import { reviewIdOf } from '../reviews/index.ts';
import type { DemoEpisode, DemoHistory, DemoReviews, ReviewedTitle } from './demo.ts';

export const listProfileImageIds = async (db: Connection): Promise<number[]> =>
  (await db.selectFrom('profile_images').select('id').orderBy('position').execute()).map(({ id }) => id);

/** The published episodes of each title, in the order of the catalogue. */
export async function listEpisodesByTitle(db: Connection, now: Date): Promise<Map<number, DemoEpisode[]>> {
  const episodes = await db
    .selectFrom('episodes')
    .innerJoin('items', 'items.id', 'episodes.item_id')
    .where('episodes.published_at', '<=', now)
    .select(['episodes.id', 'episodes.item_id', 'episodes.episode_num', 'episodes.running_time'])
    .orderBy('items.position')
    .orderBy('episodes.order')
    .execute();
  const byTitle = new Map<number, DemoEpisode[]>();
  for (const episode of episodes) byTitle.set(episode.item_id, [...(byTitle.get(episode.item_id) ?? []), episode]);
  return byTitle;
}

export const listTitleRatings = (db: Connection) =>
  db.selectFrom('items').select(['id', 'content_rating']).orderBy('position').execute();

export const listProducts = (db: Connection) => db.selectFrom('products').selectAll().execute();

export async function insertHistory(tx: Connection, history: DemoHistory): Promise<void> {
  const { playLogs, qualities, offsets, ratings, wishes, orders, requests, requestStatuses, notifications } = history;
  if (playLogs.length > 0) await tx.insertInto('play_logs').values(playLogs).execute();
  if (qualities.length > 0) await tx.insertInto('playback_quality').values(qualities).execute();
  if (offsets.length > 0) await tx.insertInto('playback_offsets').values(offsets).execute();
  if (ratings.length > 0) await tx.insertInto('ratings').values(ratings).execute();
  if (wishes.length > 0) await tx.insertInto('wishes').values(wishes).execute();
  if (orders.length > 0) await tx.insertInto('orders').values(orders).execute();
  if (requests.length > 0) await tx.insertInto('item_requests').values(requests).execute();
  // Demo accounts share the statuses.
  if (requestStatuses.length > 0)
    await tx
      .insertInto('request_statuses')
      .values(requestStatuses)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  if (notifications.length > 0) await tx.insertInto('notifications').values(notifications).execute();
}

/** More than the demo's catalogue has; of a larger one, the invented reviewers review the first titles. */
const MOST_REVIEWED = 200;

/** Titles that somebody can have watched, with what their episodes are called. */
export async function listReviewedTitles(db: Connection, now: Date): Promise<ReviewedTitle[]> {
  const items = await db.selectFrom('items').select(['id', 'genres']).orderBy('id').limit(MOST_REVIEWED).execute();
  const episodes = await db
    .selectFrom('episodes')
    .select(['item_id', 'subject'])
    .where('item_id', '<=', items.at(-1)?.id ?? 0)
    .where('published_at', '<=', now)
    .orderBy('item_id')
    .orderBy('order')
    .execute();
  const byTitle = groupBy(episodes, ({ item_id: itemId }) => itemId);
  return items.flatMap(({ id, genres }) => {
    const subjects = byTitle.get(id)?.map(({ subject }) => subject);
    return subjects ? [{ id, genres, subjects }] : [];
  });
}

interface ReviewerRows extends DemoReviews {
  accounts: AccountRow[];
  profiles: ProfileRow[];
}

/** Reviews with the copies of their authors, and with ids that contain their titles; and their likes. */
function withAuthors({ profiles, ratings, reviews, likes }: ReviewerRows) {
  const authors = new Map(profiles.map((profile) => [profile.id, profile]));
  const scores = new Map(ratings.map(({ profile_id: id, item_id: itemId, score }) => [`${id} ${itemId}`, score]));
  const titles = new Map(reviews.map(({ id, item_id: itemId }) => [id, itemId]));
  return {
    short_reviews: reviews.map((review) => {
      const { name, default_image_id: imageId } = authors.get(review.profile_id)!;
      const score = scores.get(`${review.profile_id} ${review.item_id}`) ?? null;
      const id = reviewIdOf(review.item_id, review.id);
      return { ...review, id, profile_name: name, profile_image_id: imageId, score };
    }),
    review_likes: likes.map((like) => {
      const itemId = titles.get(like.review_id)!;
      return { ...like, item_id: itemId, review_id: reviewIdOf(itemId, like.review_id) };
    }),
  };
}

/** Inserts a few thousand rows in six statements. */
export async function insertReviewers(tx: Connection, rows: ReviewerRows): Promise<void> {
  const emails = rows.accounts.map(({ email, id }) => ({ email, account_id: id }));
  await tx.insertInto('account_emails').values(emails).execute();
  await tx.insertInto('accounts').values(rows.accounts).execute();
  await tx.insertInto('profiles').values(rows.profiles).execute();
  const given = { ratings: rows.ratings, ...withAuthors(rows) };
  for (const table of ['ratings', 'short_reviews', 'review_likes'] as const)
    await sql`insert into ${sql.table(table)} select made.*
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given[table])}::jsonb) as made`.execute(
      tx,
    );
}
