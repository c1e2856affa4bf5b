import type { ColumnType, Generated, Selectable } from 'kysely';
import type { ClipRecord, EpisodeRecord, TitleRecord } from '#catalogue/format.ts';
import type { Account, PlatformName } from '#contract/accounts.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { MailContent } from '../mail/content.ts';

/** Kept as jsonb; written as JSON text, because the drivers disagree about arrays. */
type Json<T> = ColumnType<T, string, string>;

export interface SettingsTable {
  name: string;
  value: string;
}

export interface RateLimitsTable {
  key: string;
  count: number;
  resets_at: Date;
}

export interface AccountsTable {
  id: string;
  email: string;
  password_hash: string;
  is_email_confirmed: boolean;
  plan: Account['membership']['plan'];
  membership_expires_at: Date | null;
  created_at: Date;
}

export interface ProfilesTable {
  account_id: string;
  id: string;
  name: string;
  default_image_id: number;
  max_rating: ContentRating;
  pin_hash: string | null;
  is_owner: boolean;
  created_at: Date;
}

export interface DeviceSessionsTable {
  account_id: string;
  id: string;
  platform: PlatformName;
  model: string | null;
  name: string | null;
  created_at: Date;
  last_seen_at: Date;
  revoked_at: Date | null;
}

export interface TokensTable {
  /** SHA-256 of the token, as hexadecimal text. */
  hash: string;
  account_id: string;
  device_session_id: string;
  /** Null for the account token. */
  profile_id: string | null;
  created_at: Date;
}

/** A mail to be sent. Once it has gone by SMTP its row goes too; only the built-in mailbox keeps what it holds. */
export interface OutboxTable {
  id: string;
  kind: 'email-code' | 'password-reset' | 'new-sign-in' | 'password-changed';
  recipient: string;
  /** What the mail says; null as long as that is not known. */
  content: Json<MailContent | null>;
  created_at: Date;
  /** Nobody needs the mail any more. */
  expires_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
}

export interface EmailCodesTable {
  email: string;
  code_hash: string;
  /** Wrong ones so far. */
  tries: number;
  created_at: Date;
  expires_at: Date;
}

export interface PasswordResetsTable {
  account_id: string;
  id: string;
  /** Of the token in the mail's link. */
  token_hash: string;
  code_hash: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface DeviceAuthorizationsTable {
  device_code_hash: string;
  /** Eight characters, without the hyphen that is shown. */
  user_code: string;
  platform: PlatformName;
  model: string | null;
  name: string | null;
  /** Nobody has answered, a phone has, or it has and the television has fetched its token. */
  state: 'pending' | 'approved' | 'denied' | 'used';
  /** Who answered. */
  account_id: string | null;
  /** Seconds between two polls; grows when the television asks too often. */
  poll_interval: number;
  polled_at: Date | null;
  created_at: Date;
  expires_at: Date;
  /** The device that was let in. */
  device_session_id: string | null;
  /** When its token was first answered. */
  handed_over_at: Date | null;
  /** Network of the television that asks (lib/networks.ts), until somebody answers. */
  requested_from: string | null;
}

export interface ProfileImagesTable {
  id: number;
  name: string;
  path: string;
  position: number;
}

export interface ClipsTable {
  id: string;
  duration: number;
  streams: Json<ClipRecord['streams']>;
  subtitles: Json<ClipRecord['subtitles']>;
  thumbnails: Json<ClipRecord['thumbnails']>;
  intro: Json<ClipRecord['intro']>;
  outro: Json<ClipRecord['outro']>;
  download: Json<NonNullable<ClipRecord['download']>> | null;
}

export interface ItemsTable {
  id: number;
  name: string;
  synopsis: string;
  genres: string[];
  tags: string[];
  medium: TitleRecord['medium'];
  content_rating: ContentRating;
  air_year: number;
  air_quarter: number;
  weekday: number | null;
  is_ended: boolean;
  director: string;
  production: string;
  cast: string[];
  series_id: number | null;
  series_order: number | null;
  color: string;
  poster: string;
  wide: string;
  backdrop: string;
  /** Place in the catalogue, for lists that nothing else orders. */
  position: number;
}

/** What viewers change of a title; a title that nobody has rated has no row. */
export interface ItemFiguresTable {
  item_id: number;
  cnt_rating: number;
  sum_rating: number;
}

export interface EpisodesTable {
  id: number;
  item_id: number;
  order: number;
  episode_num: string;
  subject: string;
  synopsis: string;
  clip_id: string;
  running_time: number;
  thumbnail: string;
  published_at: Date;
  access: EpisodeRecord['access'];
}

export interface ThemesTable {
  id: number;
  title: string;
  description: string;
  image: string;
  position: number;
}

export interface ItemThemesTable {
  theme_id: number;
  item_id: number;
  position: number;
}

/**
 * - `active`: it may report.
 * - `superseded`: the same device opened another video; its last report, the one on leaving, may still arrive.
 * - `left`: the player left; over.
 * - `deactivated`: another device took its place; over.
 * - `expired`: its life or the right to watch ended before the player left; over.
 */
export type PlayLogState = 'active' | 'superseded' | 'left' | 'deactivated' | 'expired';

export interface PlayLogsTable {
  account_id: string;
  id: string;
  profile_id: string;
  device_session_id: string;
  episode_id: number;
  item_id: number;
  device: PlatformName;
  state: PlayLogState;
  opened_at: Date;
  expires_at: Date;
  ended_at: Date | null;
  total_play_time: Generated<number>;
  /** As reported, in seconds; may lie beyond the episode's end. */
  play_end_offset: Generated<number>;
  is_player_exit: Generated<boolean>;
  reported_at: Date | null;
  /** Id of the device session whose video call ended it. */
  gave_way_to: string | null;
  /** Of the episode when it was opened, in seconds; so is where its outro starts. */
  running_time: Generated<number>;
  outro_start: number | null;
}

/** The right to download an episode as a file, with this device and profile. */
export interface DownloadGrantsTable {
  account_id: string;
  id: string;
  profile_id: string;
  device_session_id: string;
  episode_id: number;
  item_id: number;
  opened_at: Date;
  expires_at: Date;
  /** Set when the right was taken away before `expires_at`. */
  ended_at: Date | null;
}

export interface PlaybackOffsetsTable {
  profile_id: string;
  episode_id: number;
  item_id: number;
  offset: number;
  is_finished: boolean;
  updated_at: Date;
}

export interface StartAgainRemovalsTable {
  profile_id: string;
  item_id: number;
  removed_at: Date;
}

export interface RatingsTable {
  profile_id: string;
  item_id: number;
  score: number;
  updated_at: Date;
}

export interface WishesTable {
  profile_id: string;
  item_id: number;
  created_at: Date;
}

export interface ItemRequestsTable {
  account_id: string;
  item_id: number;
  status: 'requested' | 'reviewing' | 'accepted' | 'declined';
  created_at: Date;
}

export interface ShortReviewsTable {
  id: string;
  item_id: number;
  account_id: string;
  profile_id: string;
  short_review: string;
  cnt_like: Generated<number>;
  created_at: Date;
  updated_at: Date;
}

export interface ReviewLikesTable {
  review_id: string;
  account_id: string;
  profile_id: string;
  created_at: Date;
}

export interface ProductsTable {
  id: number;
  item_id: number;
  /** Null for the whole title. */
  episode_id: number | null;
  name: string;
  kind: 'rental' | 'own';
  rental_hours: number | null;
  price: number;
  position: number;
}

export interface OrdersTable {
  account_id: string;
  id: string;
  profile_id: string;
  product_id: number;
  item_id: number;
  episode_id: number | null;
  name: string;
  kind: 'rental' | 'own';
  rental_hours: number | null;
  price: number;
  /** One that is pending for longer than until `expires_at` is over. */
  status: 'pending' | 'paid' | 'cancelled';
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
  /** Null when it was bought to keep, and as long as it is not paid. */
  right_expires_at: Date | null;
}

export interface AdvertisementsTable {
  id: number;
  title: string;
  clip_id: string;
  skip_after: number | null;
}

export interface AdBreaksTable {
  id: string;
  episode_id: number;
  offset: number;
}

/** The advertisement that a play log got in a break. */
export interface AdServingsTable {
  account_id: string;
  play_log_id: string;
  ad_break_id: string;
  ad_id: number;
  /** The last time that the player asked for it. */
  handed_out_at: Date;
}

export interface AdEventsTable {
  account_id: string;
  play_log_id: string;
  /** Empty for events from before hand-outs were stored. */
  ad_break_id: string;
  ad_id: number;
  event: string;
  position: number;
  profile_id: string;
  received_at: Date;
}

/** Numbers by title id, counted once per time slot for all processes. */
export interface ChartsTable {
  kind: 'viewers' | 'ratings';
  /** The start of the time slot; only what happened before it is counted. */
  counted_at: Date;
  counts: Json<readonly { item_id: number; cnt: number; sum: number }[]>;
}

/** What a profile watched of an episode on one day in Korea, summed over play logs that have been removed. */
export interface WatchDaysTable {
  account_id: string;
  profile_id: string;
  /** `YYYY-MM-DD` of the day on which the play logs were opened. */
  day: string;
  episode_id: number;
  item_id: number;
  /** In seconds. */
  play_time: number;
}

/** Ad events of one day in Korea, counted as they were removed. */
export interface AdDaysTable {
  day: string;
  ad_id: number;
  ad_break_id: string;
  event: string;
  cnt: number;
}

/** Every table, as the migrations leave it (a test compares the two). */
export interface Tables {
  settings: SettingsTable;
  rate_limits: RateLimitsTable;
  accounts: AccountsTable;
  profiles: ProfilesTable;
  device_sessions: DeviceSessionsTable;
  tokens: TokensTable;
  outbox: OutboxTable;
  email_codes: EmailCodesTable;
  password_resets: PasswordResetsTable;
  device_authorizations: DeviceAuthorizationsTable;
  profile_images: ProfileImagesTable;
  clips: ClipsTable;
  items: ItemsTable;
  item_figures: ItemFiguresTable;
  episodes: EpisodesTable;
  themes: ThemesTable;
  item_themes: ItemThemesTable;
  play_logs: PlayLogsTable;
  download_grants: DownloadGrantsTable;
  playback_offsets: PlaybackOffsetsTable;
  start_again_removals: StartAgainRemovalsTable;
  ratings: RatingsTable;
  short_reviews: ShortReviewsTable;
  review_likes: ReviewLikesTable;
  products: ProductsTable;
  orders: OrdersTable;
  advertisements: AdvertisementsTable;
  ad_breaks: AdBreaksTable;
  ad_servings: AdServingsTable;
  ad_events: AdEventsTable;
  charts: ChartsTable;
  wishes: WishesTable;
  item_requests: ItemRequestsTable;
  watch_days: WatchDaysTable;
  ad_days: AdDaysTable;
}

export type AccountRow = Selectable<AccountsTable>;
export type ProfileRow = Selectable<ProfilesTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type DeviceAuthorizationRow = Selectable<DeviceAuthorizationsTable>;
export type PlayLogRow = Selectable<PlayLogsTable>;
export type DownloadGrantRow = Selectable<DownloadGrantsTable>;
export type PlaybackOffsetRow = Selectable<PlaybackOffsetsTable>;
export type ItemRequestRow = Selectable<ItemRequestsTable>;
export type ClipRow = Selectable<ClipsTable>;
export type ShortReviewRow = Selectable<ShortReviewsTable>;
export type ProductRow = Selectable<ProductsTable>;
export type OrderRow = Selectable<OrdersTable>;
export type AdvertisementRow = Selectable<AdvertisementsTable>;
export type AdBreakRow = Selectable<AdBreaksTable>;
export type EpisodeRow = Selectable<EpisodesTable>;
export type ThemeRow = Selectable<ThemesTable>;
