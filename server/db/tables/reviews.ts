import type { Generated, Selectable } from 'kysely';
import type { ReportReason } from '#contract/reviews.ts';

export interface RatingsTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  score: number;
  updated_at: Date;
}

export interface WishesTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  created_at: Date;
}

export interface ItemRequestsTable {
  account_id: string;
  item_id: number;
  created_at: Date;
}

/** An operator's status of a requested title, for all accounts that asked. Without a row it is `requested`. */
export interface RequestStatusesTable {
  /** Id of the title; the catalogue may not have it at present. */
  item_id: number;
  status: 'requested' | 'reviewing' | 'accepted' | 'declined';
  changed_at: Date;
}

/** Requests of a title that were made before `counted_until`. Rows of one instant belong together. */
interface RequestCountsTable {
  counted_until: Date;
  item_id: number;
  cnt_request: number;
  /** Of the latest request. */
  requested_at: Date;
}

export interface ShortReviewsTable {
  item_id: number;
  /** Contains the title's id (reviews/review-ids.ts). */
  id: string;
  account_id: string;
  profile_id: string;
  /** Copies of the author's name, picture and rating, because the profile may be on another machine. */
  profile_name: string;
  profile_image_id: number;
  score: number | null;
  short_review: string;
  cnt_like: Generated<number>;
  created_at: Date;
  updated_at: Date;
  /** When an operator hid it from everybody but its writer. */
  hidden_at: Date | null;
}

/** A viewer's report of a review to the operator. */
export interface ReviewReportsTable {
  item_id: number;
  review_id: string;
  /** Account of the profile that reported. */
  account_id: string;
  profile_id: string;
  reason: ReportReason;
  created_at: Date;
}

export interface ReviewLikesTable {
  item_id: number;
  review_id: string;
  account_id: string;
  profile_id: string;
  created_at: Date;
}

/** Tables of the opinions of viewers. */
export interface TablesOfReviews {
  ratings: RatingsTable;
  short_reviews: ShortReviewsTable;
  review_likes: ReviewLikesTable;
  review_reports: ReviewReportsTable;
  wishes: WishesTable;
  item_requests: ItemRequestsTable;
  request_statuses: RequestStatusesTable;
  request_counts: RequestCountsTable;
}

export type RequestStatusRow = Selectable<RequestStatusesTable>;
export type ShortReviewRow = Selectable<ShortReviewsTable>;
