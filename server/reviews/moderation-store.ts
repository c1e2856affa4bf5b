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
  const conditions = [
    sql`true`,
    ...(state === undefined
      ? []
      : [state === 'hidden' ? sql`max(hidden_at) is not null` : sql`max(hidden_at) is null`]),
    ...(reason === undefined ? [] : [sql`bool_or(reason = ${reason})`]),
  ];
  // A union instead of a full join, which a cluster does not run on the shards.
  return sql`
    with flagged as materialized (
      select * from (
        select item_id, review_id, count(reason)::int as cnt_report, max(found.created_at) as reported_at,
          max(hidden_at) as hidden_at
        from (
          select item_id, review_id, reason, created_at, null::timestamptz as hidden_at
          from review_reports where ${ofKey('review_id')} and ${ofTitle}
          union all
          select item_id, id, null, null, hidden_at from short_reviews
          where ${key === undefined ? sql`hidden_at is not null` : ofKey('id')} and ${ofTitle}
        ) as found
        group by item_id, review_id having ${sql.join(conditions, sql` and `)}
      ) as judged
      -- A removed title keeps its reviews, and nobody sees them.
      where exists (select 1 from items where id = judged.item_id)
    )`;
};

/** Reported and hidden reviews: those still shown first, then those with the most reports; and how many there are. */
export async function listModerated(
  db: Connection,
  filter: ModerationFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ count: number; rows: ModeratedReview[] }> {
  const order = sql`(hidden_at is not null), cnt_report desc, coalesce(reported_at, hidden_at) desc, review_id`;
  const { rows } = await sql<Omit<ModeratedReview, 'reasons' | 'id'> & { review_id: string | null; cnt: number }>`
    ${flagged(filter)}, page as materialized (
      select flagged.review_id, flagged.item_id, items.name as title, reviews.profile_name, reviews.short_review,
        reviews.created_at, reviews.updated_at, flagged.hidden_at, cnt_report, flagged.reported_at
      from (select * from flagged order by ${order} limit ${limit} offset ${offset}) as flagged
      join short_reviews as reviews on reviews.item_id = flagged.item_id and reviews.id = flagged.review_id
      join items on items.id = flagged.item_id
    )
    select counted.cnt, page.* from (select count(*)::int as cnt from flagged) as counted left join page on true
    order by ${order}`.execute(db);
  const found = rows.flatMap(({ cnt: _, review_id: id, ...row }) => (id === null ? [] : [{ id, ...row }]));
  const reasons = await countReasons(
    db,
    found.filter(({ cnt_report: count }) => count > 0),
  );
  return { count: rows[0]!.cnt, rows: found.map((row) => ({ ...row, reasons: reasons.get(row.id) ?? {} })) };
}

/** Reports by reason, of each of the reviews. */
async function countReasons(
  db: Connection,
  reviews: readonly Pick<ShortReviewRow, 'item_id' | 'id'>[],
): Promise<Map<string, ReportCounts>> {
  if (reviews.length === 0) return new Map();
  const { rows } = await sql<{ review_id: string; reason: ReviewReportsTable['reason']; cnt: number }>`
    select review_id, reason, count(*)::int as cnt from review_reports
    where item_id = any(${[...new Set(reviews.map((one) => one.item_id))]}::int[])
      and review_id = any(${reviews.map(({ id }) => id)}::uuid[])
    group by item_id, review_id, reason order by review_id, reason`.execute(db);
  const found = new Map<string, ReportCounts>();
  for (const { review_id: id, reason, cnt } of rows) found.set(id, { ...found.get(id), [reason]: cnt });
  return found;
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
