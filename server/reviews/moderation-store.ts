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

export type ReportCounts = Partial<Record<ReviewReportsTable['reason'], number>>;

type ModeratedReview = Pick<
  ShortReviewRow,
  'id' | 'item_id' | 'profile_name' | 'short_review' | 'created_at' | 'updated_at' | 'hidden_at'
> & {
  title: string;
  cnt_report: number;
  reasons: ReportCounts;
  /** Time of the latest report. */
  reported_at: Date | null;
};

export interface ModerationFilter {
  /** `reported`: and still shown. */
  state?: 'reported' | 'hidden' | undefined;
  reason?: ReviewReportsTable['reason'] | undefined;
  itemId?: number | undefined;
  /** One review, whether or not it was ever reported. */
  key?: ReviewKey | undefined;
}

/**
 * The reviews that an operator looks at, as `flagged`: reported ones, hidden ones, or the one that was asked for. Found by
 * their reports and by the index of hidden ones; the reviews themselves are read for one page alone.
 */
const flagged = ({ state, reason, itemId, key }: ModerationFilter) => {
  const ofKey = (review: string) =>
    key === undefined ? sql`true` : sql`item_id = ${key.item_id} and ${sql.ref(review)} = ${key.review_id}`;
  const ofTitle = itemId === undefined ? sql`true` : sql`item_id = ${itemId}`;
  const hasReason = reason === undefined ? sql`` : sql`having bool_or(reason = ${reason})`;
  const conditions = [
    ...(state === undefined ? [] : [state === 'hidden' ? sql`hidden_at is not null` : sql`hidden_at is null`]),
    ...(reason === undefined ? [] : [sql`cnt_report is not null`]),
    // A removed title keeps its reviews, and nobody sees them.
    sql`exists (select 1 from items where id = item_id)`,
  ];
  return sql`
    with reported as (
      select item_id, review_id, count(*)::int as cnt_report, max(created_at) as reported_at
      from review_reports where ${ofKey('review_id')} and ${ofTitle} group by item_id, review_id ${hasReason}
    ), judged as (
      select item_id, id as review_id, hidden_at from short_reviews
      where ${key === undefined ? sql`hidden_at is not null` : ofKey('id')} and ${ofTitle}
    ), flagged as (
      select item_id, review_id, cnt_report, reported_at, hidden_at
      from reported full join judged using (item_id, review_id)
      where ${sql.join(conditions, sql` and `)}
    )`;
};

/** Reported and hidden reviews: those still shown first, then those with the most reports. */
export async function listModerated(
  db: Connection,
  filter: ModerationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ModeratedReview[]> {
  const order = sql`(flagged.hidden_at is not null), coalesce(cnt_report, 0) desc,
    coalesce(reported_at, flagged.hidden_at) desc, review_id`;
  const { rows } = await sql<ModeratedReview>`
    ${flagged(filter)}
    select reviews.id, reviews.item_id, items.name as title, reviews.profile_name, reviews.short_review,
      reviews.created_at, reviews.updated_at, reviews.hidden_at, coalesce(cnt_report, 0) as cnt_report,
      coalesce(reported.reasons, '{}') as reasons, flagged.reported_at
    from (select * from flagged order by ${order} limit ${limit} offset ${offset}) as flagged
    join short_reviews as reviews on reviews.item_id = flagged.item_id and reviews.id = flagged.review_id
    join items on items.id = flagged.item_id
    left join lateral (
      select jsonb_object_agg(reason, cnt) as reasons from (
        select reason, count(*)::int as cnt from review_reports
        where item_id = flagged.item_id and review_id = flagged.review_id group by reason
      ) as by_reason
    ) as reported on true
    order by ${order}`.execute(db);
  return rows;
}

export async function countModerated(db: Connection, filter: ModerationFilter): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    ${flagged(filter)} select count(*)::int as cnt from flagged`.execute(db);
  return rows[0]!.cnt;
}

/** Reports of a review by reason, up to an instant if given. */
export async function countReports(
  tx: Connection,
  { item_id, review_id }: ReviewKey,
  upTo: Date | undefined,
): Promise<ReportCounts> {
  const rows = await tx
    .selectFrom('review_reports')
    .select(['reason', sql<number>`count(*)::int`.as('cnt')])
    .where('item_id', '=', item_id)
    .where('review_id', '=', review_id)
    .$if(upTo !== undefined, (query) => query.where('created_at', '<=', upTo!))
    .groupBy('reason')
    .orderBy('reason')
    .execute();
  return Object.fromEntries(rows.map(({ reason, cnt }) => [reason, cnt]));
}

/** Locks a review. @returns undefined when it does not exist */
export const lockJudged = (
  tx: Connection,
  { item_id, review_id }: ReviewKey,
): Promise<Pick<ShortReviewRow, 'updated_at' | 'hidden_at'> | undefined> =>
  tx
    .selectFrom('short_reviews')
    .select(['updated_at', 'hidden_at'])
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

/** Removes the reports of a review, up to an instant if given. */
export async function deleteReports(
  tx: Connection,
  { item_id, review_id }: ReviewKey,
  upTo: Date | undefined,
): Promise<void> {
  await tx
    .deleteFrom('review_reports')
    .where('item_id', '=', item_id)
    .where('review_id', '=', review_id)
    .$if(upTo !== undefined, (query) => query.where('created_at', '<=', upTo!))
    .execute();
}
