import type { ModeratedReview } from '#contract/console/reviews.ts';
import type { ReportReason } from '#contract/reviews.ts';
import { listDecisions } from '#server/staff/audit/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { ShortReviewRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { ChangedMeanwhileError, MissingError } from '../lib/refused-error.ts';
import {
  countReports,
  deleteReports,
  listModerated,
  lockJudged,
  setHidden,
  type ModerationFilter,
} from './moderation-store.ts';
import { itemIdOf } from './review-ids.ts';

/** Reviews in one answer. */
const MOST_REPORTED = 200;
/** Earlier decisions that are shown with a review. */
const MOST_DECISIONS = 5;

export interface ShownReported {
  id: string;
  item_id: number;
  author: string;
  text: string;
  cnt_report: number;
  reasons: string[];
  reported_at: string;
  is_hidden: boolean;
}

export interface JudgedReview {
  id: string;
  author: string;
  text: string;
  is_hidden: boolean;
}

/** The version of a review that an operator saw. A decision about another version throws ChangedMeanwhileError. */
export interface SeenReview {
  version: string;
  /** Time of the latest report that the operator saw: later reports remain when the review is restored. */
  reportedAt: Date | null;
}

/** Operators' decisions about reviews. Each method throws RefusedError with the reason for the operator. */
export interface ReviewOperations {
  /** Reported reviews that nobody restored: those still shown first, then by the number of reports. */
  reported(): Promise<ShownReported[]>;
  /** The same with hidden reviews, a page at a time, and how many there are. */
  page(
    filter: Pick<ModerationFilter, 'state' | 'reason' | 'itemId'>,
    part: { limit: number; offset: number },
  ): Promise<{ count: number; results: ModeratedReview[] }>;
  show(id: string): Promise<ModeratedReview>;
  /** Hides a review from everybody but its writer. Repeated, it changes nothing. */
  hide(id: string, seen?: SeenReview): Promise<JudgedReview>;
  /** Shows a review again, or leaves it shown, and removes its reports. */
  restore(id: string, seen?: SeenReview): Promise<JudgedReview>;
}

const versionOf = ({ updated_at: updatedAt, hidden_at: hiddenAt }: Pick<ShortReviewRow, 'updated_at' | 'hidden_at'>) =>
  `${updatedAt.toISOString()} ${hiddenAt?.toISOString() ?? 'shown'}`;

const toReview = (
  row: Awaited<ReturnType<typeof listModerated>>['rows'][number],
  decisions: ModeratedReview['decisions'],
): ModeratedReview => ({
  id: row.id,
  title: { id: row.item_id, name: row.title },
  author: row.profile_name,
  text: row.short_review,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  hidden_at: row.hidden_at?.toISOString() ?? null,
  cnt_report: row.cnt_report,
  reasons: Object.entries(row.reasons)
    .map(([reason, cnt]) => ({ reason: reason as ReportReason, cnt }))
    .sort((one, other) => other.cnt - one.cnt || (one.reason < other.reason ? -1 : 1)),
  reported_at: row.reported_at?.toISOString() ?? null,
  version: versionOf(row),
  decisions,
});

const missing = (id: string) =>
  new MissingError(`There is no review ${id}.`, '없는 감상평이에요. 쓴 사람이 지웠을 수 있어요.');

export function createReviewOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}): ReviewOperations {
  const { db, transact, clock, record } = options;

  const judge = async (given: string, hiddenAt: Date | null, seen?: SeenReview): Promise<JudgedReview> => {
    const id = given.toLowerCase();
    const itemId = itemIdOf(id);
    const review =
      itemId === undefined
        ? undefined
        : await transact(async (tx) => {
            const key = { item_id: itemId, review_id: id };
            const before = await lockJudged(tx, key);
            if (!before) return undefined;
            if (seen && seen.version !== versionOf(before)) throw new ChangedMeanwhileError();
            const upTo = seen && hiddenAt === null ? (seen.reportedAt ?? new Date(0)) : undefined;
            const reports = await countReports(tx, key, upTo);
            const judged = await setHidden(tx, key, hiddenAt);
            if (hiddenAt === null) await deleteReports(tx, key, upTo);
            const wasHidden = before.hidden_at !== null;
            const isSame = wasHidden === (hiddenAt !== null);
            if (isSame && (wasHidden || Object.keys(reports).length === 0)) return judged;
            await record(tx, {
              action: hiddenAt === null ? 'review.restore' : 'review.hide',
              subject: { kind: 'review', id },
              before: { is_hidden: wasHidden, reports },
              after: { is_hidden: hiddenAt !== null, reports: hiddenAt === null ? {} : reports },
            });
            return judged;
          });
    if (!review) throw missing(id);
    return { id, author: review.profile_name, text: review.short_review, is_hidden: review.hidden_at !== null };
  };

  const withDecisions = async (rows: Awaited<ReturnType<typeof listModerated>>['rows']) => {
    const decisions = await listDecisions(db, {
      kind: 'review',
      ids: rows.map(({ id }) => id),
      limit: MOST_DECISIONS,
    });
    return rows.map((row) => toReview(row, decisions.get(row.id) ?? []));
  };

  return {
    async reported() {
      const { rows } = await listModerated(db, {}, { limit: MOST_REPORTED, offset: 0 });
      return rows.flatMap(({ reported_at: reportedAt, ...review }) =>
        // Hidden reviews whose reports are too old to be stored are left out.
        reportedAt === null
          ? []
          : [
              {
                id: review.id,
                item_id: review.item_id,
                author: review.profile_name,
                text: review.short_review,
                cnt_report: review.cnt_report,
                reasons: Object.keys(review.reasons).sort(),
                reported_at: reportedAt.toISOString(),
                is_hidden: review.hidden_at !== null,
              },
            ],
      );
    },
    async page(filter, part) {
      const { count, rows } = await listModerated(db, filter, part);
      return { count, results: await withDecisions(rows) };
    },
    async show(id) {
      const itemId = itemIdOf(id);
      const key = itemId === undefined ? undefined : { item_id: itemId, review_id: id };
      const rows = key ? (await listModerated(db, { key }, { limit: 1, offset: 0 })).rows : [];
      const [review] = await withDecisions(rows);
      if (!review) throw missing(id);
      return review;
    },
    hide: (id, seen) => judge(id, clock.now(), seen),
    restore: (id, seen) => judge(id, null, seen),
  };
}
