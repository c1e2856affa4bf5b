import type { RecordChange } from '../audit/record.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { RefusedError } from '../lib/refused-error.ts';
import { deleteReports, findHidden, listReported, setHidden } from './moderation-store.ts';
import { itemIdOf } from './review-ids.ts';

/** Reviews in one answer. */
const MOST_REPORTED = 200;

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

/** What an operator decides about reviews. Each method throws RefusedError with the reason for the operator. */
export interface ReviewOperations {
  /** Reported reviews that nobody restored: those still shown first, then by the number of reports. */
  reported(): Promise<ShownReported[]>;
  /** Hides a review from everybody but its writer. Repeated, it changes nothing. */
  hide(id: string): Promise<JudgedReview>;
  /** Shows a review again, or leaves it shown, and removes its reports. */
  restore(id: string): Promise<JudgedReview>;
}

export function createReviewOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  record: RecordChange;
}): ReviewOperations {
  const { db, transact, clock, record } = options;

  const judge = async (id: string, hiddenAt: Date | null): Promise<JudgedReview> => {
    const itemId = itemIdOf(id);
    const review =
      itemId === undefined
        ? undefined
        : await transact(async (tx) => {
            const key = { item_id: itemId, review_id: id };
            const before = await findHidden(tx, key);
            if (!before) return undefined;
            const judged = await setHidden(tx, key, hiddenAt);
            if (hiddenAt === null) await deleteReports(tx, key);
            const isRepeated = hiddenAt !== null && before.hidden_at !== null;
            if (isRepeated) return judged;
            await record(tx, {
              action: hiddenAt === null ? 'review.restore' : 'review.hide',
              subject: { kind: 'review', id },
              before: { is_hidden: before.hidden_at !== null },
              after: { is_hidden: hiddenAt !== null },
            });
            return judged;
          });
    if (!review) throw new RefusedError(`There is no review ${id}.`);
    return { id, author: review.profile_name, text: review.short_review, is_hidden: review.hidden_at !== null };
  };

  return {
    async reported() {
      return (await listReported(db, MOST_REPORTED)).map((review) => ({
        id: review.id,
        item_id: review.item_id,
        author: review.profile_name,
        text: review.short_review,
        cnt_report: review.cnt_report,
        reasons: review.reasons,
        reported_at: review.reported_at.toISOString(),
        is_hidden: review.hidden_at !== null,
      }));
    },
    hide: (id) => judge(id, clock.now()),
    restore: (id) => judge(id, null),
  };
}
