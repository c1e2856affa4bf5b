import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type {
  AccountRow,
  EpisodeRow,
  ProfileRow,
  RatingsTable,
  ReviewLikesTable,
  ShortReviewsTable,
} from '../db/tables.ts';
import type { History } from './demo-history.ts';

export const listProfileImageIds = async (db: Connection): Promise<number[]> =>
  (await db.selectFrom('profile_images').select('id').orderBy('position').execute()).map(({ id }) => id);

export type DemoEpisode = Pick<EpisodeRow, 'id' | 'item_id' | 'running_time'>;

/** The published episodes of each title, in the order of the catalogue. */
export async function listEpisodesByTitle(db: Connection, now: Date): Promise<Map<number, DemoEpisode[]>> {
  const episodes = await db
    .selectFrom('episodes')
    .innerJoin('items', 'items.id', 'episodes.item_id')
    .where('episodes.published_at', '<=', now)
    .select(['episodes.id', 'episodes.item_id', 'episodes.running_time'])
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

export async function insertHistory(tx: Connection, history: History): Promise<void> {
  const { playLogs, offsets, ratings, wishes, orders, requests } = history;
  if (playLogs.length > 0) await tx.insertInto('play_logs').values(playLogs).execute();
  if (offsets.length > 0) await tx.insertInto('playback_offsets').values(offsets).execute();
  if (ratings.length > 0) await tx.insertInto('ratings').values(ratings).execute();
  if (wishes.length > 0) await tx.insertInto('wishes').values(wishes).execute();
  if (orders.length > 0) await tx.insertInto('orders').values(orders).execute();
  if (requests.length > 0) await tx.insertInto('item_requests').values(requests).execute();
}

export const hasAccount = async (db: Connection, email: string): Promise<boolean> =>
  (await db.selectFrom('accounts').select('id').where('email', '=', email).executeTakeFirst()) !== undefined;

/** Titles that somebody can have watched, with what their episodes are called. */
export async function listReviewedTitles(db: Connection, now: Date) {
  const items = await db.selectFrom('items').select(['id', 'genres']).orderBy('id').execute();
  const episodes = await db
    .selectFrom('episodes')
    .select(['item_id', 'subject'])
    .where('published_at', '<=', now)
    .orderBy('item_id')
    .orderBy('order')
    .execute();
  return items
    .map(({ id, genres }) => ({
      id,
      genres,
      subjects: episodes.flatMap(({ item_id: itemId, subject }) => (itemId === id ? [subject] : [])),
    }))
    .filter(({ subjects }) => subjects.length > 0);
}

export interface ReviewerRows {
  accounts: AccountRow[];
  profiles: ProfileRow[];
  ratings: Insertable<RatingsTable>[];
  reviews: Insertable<ShortReviewsTable>[];
  likes: Insertable<ReviewLikesTable>[];
}

/** A few thousand rows, in five statements. */
export async function insertReviewers(tx: Connection, rows: ReviewerRows): Promise<void> {
  await tx.insertInto('accounts').values(rows.accounts).execute();
  await tx.insertInto('profiles').values(rows.profiles).execute();
  for (const table of ['ratings', 'short_reviews', 'review_likes'] as const) {
    const given = { ratings: rows.ratings, short_reviews: rows.reviews, review_likes: rows.likes }[table];
    await sql`insert into ${sql.table(table)} select made.*
      from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(given)}::jsonb) as made`.execute(tx);
  }
}
