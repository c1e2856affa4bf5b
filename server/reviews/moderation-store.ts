import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ReviewReportsTable, ShortReviewRow } from '../db/tables.ts';

interface ReviewKey {
  item_id: number;
  review_id: string;
}

/** Inserts a report; a profile's first one stays. */
export async function insertReport(tx: Connection, report: ReviewReportsTable): Promise<void> {
  await tx
    .insertInto('review_reports')
    .values(report)
    .onConflict((conflict) => conflict.columns(['item_id', 'review_id', 'profile_id']).doNothing())
    .execute();
}

interface Block {
  account_id: string;
  profile_id: string;
}

export const listBlocked = async (db: Connection, { account_id, profile_id }: Block): Promise<string[]> =>
  (
    await db
      .selectFrom('blocked_profiles')
      .select('blocked_profile_id')
      .where('account_id', '=', account_id)
      .where('profile_id', '=', profile_id)
      .execute()
  ).map(({ blocked_profile_id: id }) => id);

export async function insertBlock(
  db: Connection,
  block: Block & { blocked_profile_id: string; blocked_at: Date },
): Promise<void> {
  await db
    .insertInto('blocked_profiles')
    .values(block)
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'blocked_profile_id']).doNothing())
    .execute();
}

export async function deleteBlock(
  db: Connection,
  { account_id, profile_id, blocked_profile_id }: Block & { blocked_profile_id: string },
): Promise<void> {
  await db
    .deleteFrom('blocked_profiles')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('blocked_profile_id', '=', blocked_profile_id)
    .execute();
}

type ReportedReview = Pick<ShortReviewRow, 'id' | 'item_id' | 'profile_name' | 'short_review' | 'hidden_at'> & {
  cnt_report: number;
  reasons: ReviewReportsTable['reason'][];
  reported_at: Date;
};

/** Reported reviews, those with the most reports first. */
export async function listReported(db: Connection, limit: number): Promise<ReportedReview[]> {
  const { rows } = await sql<ReportedReview>`
    select short_reviews.id, short_reviews.item_id, short_reviews.profile_name, short_reviews.short_review,
      short_reviews.hidden_at, reported.cnt_report, reported.reasons, reported.reported_at
    from (
      select item_id, review_id, count(*)::int as cnt_report, array_agg(distinct reason) as reasons,
        max(created_at) as reported_at
      from review_reports group by item_id, review_id
    ) as reported
    join short_reviews on short_reviews.item_id = reported.item_id and short_reviews.id = reported.review_id
    order by (short_reviews.hidden_at is not null), reported.cnt_report desc, reported.reported_at desc,
      short_reviews.id
    limit ${limit}`.execute(db);
  return rows;
}

/** Locks a review. @returns since when it is hidden, or undefined when it does not exist */
export const findHidden = (
  tx: Connection,
  { item_id, review_id }: ReviewKey,
): Promise<Pick<ShortReviewRow, 'hidden_at'> | undefined> =>
  tx
    .selectFrom('short_reviews')
    .select('hidden_at')
    .where('item_id', '=', item_id)
    .where('id', '=', review_id)
    .forUpdate()
    .executeTakeFirst();

/** @returns the review, or undefined when it does not exist */
export const setHidden = (
  tx: Connection,
  { item_id, review_id }: ReviewKey,
  hiddenAt: Date | null,
): Promise<ShortReviewRow | undefined> =>
  tx
    .updateTable('short_reviews')
    // A review that is hidden again keeps its first time.
    .set({ hidden_at: hiddenAt === null ? null : sql<Date>`coalesce(hidden_at, ${hiddenAt})` })
    .where('item_id', '=', item_id)
    .where('id', '=', review_id)
    .returningAll()
    .executeTakeFirst();

export async function deleteReports(tx: Connection, { item_id, review_id }: ReviewKey): Promise<void> {
  await tx.deleteFrom('review_reports').where('item_id', '=', item_id).where('review_id', '=', review_id).execute();
}
