import type { Insertable } from 'kysely';
import type { ContentRating } from '#contract/profiles.ts';
import type {
  AccountRow,
  EpisodeRow,
  ItemRequestsTable,
  NotificationsTable,
  OrdersTable,
  PlaybackOffsetsTable,
  PlaybackQualityTable,
  PlayLogsTable,
  ProductRow,
  RatingsTable,
  RequestStatusesTable,
  ReviewLikesTable,
  ShortReviewsTable,
  WishesTable,
} from '../db/tables.ts';
import type { Random } from '../lib/random.ts';

export type { ProductRow, Random };

/**
 * The demo accounts (contract, section 10). The server knows their addresses without the demo's folder: in production it
 * must revoke accounts that an earlier start in development created.
 */
export const DEMO_EMAILS = ['demo@bora.example', 'free@bora.example'] as const;

export interface DemoAccount {
  email: (typeof DEMO_EMAILS)[number];
  plan: AccountRow['plan'];
  /** Whether an adult has proved their age. */
  isIdentityProved: boolean;
  profiles: readonly { name: string; maxRating: ContentRating; pin?: string }[];
}

export type DemoEpisode = Pick<EpisodeRow, 'id' | 'item_id' | 'episode_num' | 'running_time'>;

export interface DemoTitle {
  id: number;
  /** Published episodes, in order. */
  episodes: readonly DemoEpisode[];
}

export interface DemoProfile {
  accountId: string;
  id: string;
  /** The titles within the profile's age limit. */
  titles: readonly DemoTitle[];
}

/** Rows of the history of the first demo account's profiles. */
export interface DemoHistory {
  playLogs: Insertable<PlayLogsTable>[];
  qualities: Insertable<PlaybackQualityTable>[];
  offsets: Insertable<PlaybackOffsetsTable>[];
  ratings: Insertable<RatingsTable>[];
  wishes: Insertable<WishesTable>[];
  orders: Insertable<OrdersTable>[];
  requests: Insertable<ItemRequestsTable>[];
  requestStatuses: Insertable<RequestStatusesTable>[];
  notifications: Insertable<NotificationsTable>[];
}

/** A title with published episodes, and their subjects. */
export interface ReviewedTitle {
  id: number;
  genres: readonly string[];
  subjects: readonly string[];
}

export interface DemoReviews {
  ratings: Insertable<RatingsTable>[];
  /** The server adds what it copies from the author. */
  reviews: Omit<Insertable<ShortReviewsTable>, 'profile_name' | 'profile_image_id' | 'score'>[];
  likes: Omit<Insertable<ReviewLikesTable>, 'item_id'>[];
}

/** The exports of the folder `demo/`: accounts and their history, which the server writes to the database. */
export interface Demo {
  /** Password of every demo account. */
  password: string;
  accounts: readonly DemoAccount[];
  /** @param profiles those of the first account, in their order. */
  makeHistory(
    profiles: readonly DemoProfile[],
    titleIds: readonly number[],
    products: readonly ProductRow[],
    now: Date,
    random: Random,
  ): DemoHistory;
  /** Names of the invented reviewers. */
  reviewers: readonly string[];
  makeReviews(
    titles: readonly ReviewedTitle[],
    reviewers: readonly { account_id: string; id: string }[],
    now: Date,
    random: Random,
  ): DemoReviews;
}

export interface LoadedDemo extends Demo {
  /** The folder of the records and their files. */
  catalogueFolder: string;
}
