import type { ColumnType, Generated, Selectable } from 'kysely';
import type {
  RowOf,
  advertisementColumns,
  episodeColumns,
  imageColumns,
  planColumns,
  productColumns,
  themeColumns,
  titleColumns,
} from '../catalogue/columns.ts';
import type {
  AdvertisementRecord,
  ClipRecord,
  EpisodeRecord,
  PlanRecord,
  ProductRecord,
  ProfileImageRecord,
  ThemeRecord,
  TitleRecord,
} from '../catalogue/format/index.ts';
import type { Account, PlatformName } from '#contract/accounts.ts';
import type { StaffRole } from '#contract/console/endpoint.ts';
import type { InboxFindings, InboxKind, InboxState } from '#contract/console/inbox.ts';
import type { InputKind } from '#contract/inputs.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { ReportReason } from '#contract/reviews.ts';
import type { RatingReason } from '#contract/title-facts.ts';
import type { JobState, JobStep, JobTarget, Pictures } from '../intake/job.ts';
import type { FoundMark } from '../intake/marks/propose-marks.ts';
import type { MailContent } from '../mail/content.ts';
import type { Scheme } from '../lib/protection.ts';

/** Stored as jsonb; written as JSON text, because the drivers handle arrays differently. */
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
  /** When its owner left; only what is not erased yet remains. */
  left_at: Date | null;
  /** When an adult of the account proved their age; null: nobody has. */
  identity_proved_at: Date | null;
}

/** The account of each e-mail address; written with the account's own row. */
export interface AccountEmailsTable {
  email: string;
  account_id: string;
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
  /** How long it may watch a day; null without a limit. */
  daily_minutes: number | null;
  /** `HH:MM` in Korea; both null without a bedtime. */
  bedtime_from: string | null;
  bedtime_to: string | null;
  /** Until when more time was given, bedtime or not. */
  bedtime_lifted_until: Date | null;
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
  account_id: string;
  /** SHA-256 of the token, as hexadecimal text. */
  hash: string;
  device_session_id: string;
  /** Null for an account token. */
  profile_id: string | null;
  created_at: Date;
}

/** An outgoing mail. Its row is deleted once SMTP has accepted it; only the built-in mailbox keeps its mails. */
export interface OutboxTable {
  id: string;
  kind: 'email-code' | 'password-reset' | 'new-sign-in' | 'password-changed' | 'account-export' | 'payment';
  recipient: string;
  /** Content of the mail; null until it is made. */
  content: Json<MailContent | null>;
  created_at: Date;
  /** The mail is obsolete after this. */
  expires_at: Date;
  attempts: Generated<number>;
  next_attempt_at: Date;
  sent_at: Date | null;
}

export interface EmailCodesTable {
  email: string;
  /** The code was requested with the account's own token, and is valid only with such a token. */
  is_for_owner: boolean;
  code_hash: string;
  /** Wrong tries so far. */
  tries: number;
  created_at: Date;
  expires_at: Date;
}

export interface PasswordResetsTable {
  account_id: string;
  id: string;
  /** Hash of the token in the mail's link. */
  token_hash: string;
  code_hash: string;
  created_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface DeviceAuthorizationsTable {
  device_code_hash: string;
  /** Eight characters, without the hyphen that viewers see. */
  user_code: string;
  platform: PlatformName;
  model: string | null;
  name: string | null;
  /** `pending`: no answer yet; `approved` or `denied` on a phone; `used`: approved and the television has its token. */
  state: 'pending' | 'approved' | 'denied' | 'used';
  /** The account that answered. */
  account_id: string | null;
  /** Seconds between two polls; grows when the television polls too often. */
  poll_interval: number;
  polled_at: Date | null;
  created_at: Date;
  expires_at: Date;
  /** The device that was signed in. */
  device_session_id: string | null;
  /** When the token was first handed out. */
  handed_over_at: Date | null;
  /** Network of the requesting television (lib/networks.ts); null after the answer. */
  requested_from: string | null;
}

export interface ProfileImagesTable extends RowOf<ProfileImageRecord, typeof imageColumns> {
  position: number;
}

export interface ClipsTable {
  id: string;
  duration: number;
  streams: Json<ClipRecord['streams']>;
  subtitles: Json<ClipRecord['subtitles']>;
  audio: Json<NonNullable<ClipRecord['audio']>> | null;
  thumbnails: Json<ClipRecord['thumbnails']>;
  intro: Json<ClipRecord['intro']>;
  outro: Json<ClipRecord['outro']>;
  recap: Json<ClipRecord['recap']>;
  preview: Json<ClipRecord['preview']>;
  download: Json<NonNullable<ClipRecord['download']>> | null;
}

/** A text field of a television that phones type into. */
export interface InputsTable {
  code_hash: string;
  /** Hash of the token that opened it; null when it was opened without one. */
  owner_hash: string | null;
  field_number: number;
  field_name: string;
  kind: InputKind;
  done_label: string;
  max_length: number;
  /** See `inputs/sealed-text.ts`. */
  sealed_text: string;
  revision: number;
  /** Writers, each with the number of its last change; the latest writer is last. */
  writers: Json<(readonly [writer: string, change: number])[]>;
  cnt_done: number;
  problem: string | null;
  is_joined: boolean;
  created_at: Date;
  expires_at: Date;
}

/** Openings and endings that intake found in a clip. */
export interface FoundMarksTable {
  clip_id: string;
  /** See `intake/marks/fingerprint.ts`. */
  fingerprint: string;
  intro: Json<FoundMark> | null;
  outro: Json<FoundMark> | null;
  /** An operator has set, accepted or removed the mark, so nothing else changes it. */
  is_intro_decided: boolean;
  is_outro_decided: boolean;
}

export interface ItemsTable extends Omit<RowOf<TitleRecord, typeof titleColumns>, 'rating_reasons'> {
  rating_reasons: Generated<RatingReason[]>;
  /** Place in the catalogue, for lists that nothing else orders. */
  position: number;
}

/** Rating sums of a title. Unrated titles have no row. */
export interface ItemFiguresTable {
  item_id: number;
  cnt_rating: number;
  sum_rating: number;
}

export interface EpisodesTable extends RowOf<EpisodeRecord, typeof episodeColumns> {
  item_id: number;
  running_time: number;
  published_at: Date;
  /** The sounds of its clip: `ja`, `ko/dub`. */
  audio_tracks: Generated<string[]>;
  /** The subtitles of its clip: `ko`, `ko/caption`. */
  subtitle_tracks: Generated<string[]>;
}

/** An operator's decision about the release of a title or an episode; without a row the catalogue's records decide. */
export interface PublicationsTable {
  kind: 'title' | 'episode';
  /** Id of the title or episode; the catalogue may not have it at present. */
  id: number;
  is_hidden: boolean;
  /** For an episode, replaces `published_at`. For a title, no episode is published before it. */
  starts_at: Date | null;
  /** Message for viewers about a delay; null when `starts_at` is no delay. */
  notice: string | null;
  /** Viewers have seen it before this decision. */
  was_out: Generated<boolean>;
  changed_at: Date;
}

export interface ThemesTable extends RowOf<ThemeRecord, typeof themeColumns> {
  position: number;
}

export interface ItemThemesTable {
  theme_id: number;
  item_id: number;
  position: number;
}

/**
 * - `active`: accepts reports.
 * - `superseded`: the same device opened another video; one last report, on leaving, may still arrive.
 * - `left`: the player was closed.
 * - `deactivated`: another device took over.
 * - `expired`: its life or the right to watch ended before the player was closed.
 * - `over`: the profile's daily time or bedtime was reached.
 */
export type PlayLogState = 'active' | 'superseded' | 'left' | 'deactivated' | 'expired' | 'over';

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
  /** Reported offset in seconds; may exceed the episode's length. */
  play_end_offset: Generated<number>;
  is_player_exit: Generated<boolean>;
  reported_at: Date | null;
  /** Id of the device session whose video call ended this play log. */
  gave_way_to: string | null;
  /** Running time of the episode when the play log was opened, in seconds; likewise the start of its outro. */
  running_time: Generated<number>;
  outro_start: number | null;
}

/** A grant to download an episode as a file, for one device and profile. */
export interface DownloadGrantsTable {
  account_id: string;
  id: string;
  profile_id: string;
  device_session_id: string;
  episode_id: number;
  item_id: number;
  opened_at: Date;
  expires_at: Date;
  /** Set when the grant was revoked before `expires_at`. */
  ended_at: Date | null;
}

export interface PlaybackOffsetsTable {
  account_id: string;
  profile_id: string;
  episode_id: number;
  item_id: number;
  offset: number;
  is_finished: boolean;
  updated_at: Date;
}

export interface StartAgainRemovalsTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  removed_at: Date;
}

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
  status: 'requested' | 'reviewing' | 'accepted' | 'declined';
  created_at: Date;
}

/** An operator's status of a requested title, for all accounts that asked. Without a row, that of each request. */
export interface RequestStatusesTable {
  /** Id of the title; the catalogue may not have it at present. */
  item_id: number;
  status: ItemRequestsTable['status'];
  changed_at: Date;
}

/** Requests of a title that were made before `counted_until`. Rows of one instant belong together. */
export interface RequestCountsTable {
  counted_until: Date;
  item_id: number;
  cnt_request: number;
  /** Of the latest request. */
  requested_at: Date;
  status: ItemRequestsTable['status'];
}

/** A picture of a title or an episode that an operator has set. */
export interface StoredPicturesTable {
  path: string;
  /** When it was stored, replaced, or last found in use. */
  used_at: Date;
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

/** A profile whose reviews another profile does not see. */
export interface BlockedProfilesTable {
  account_id: string;
  profile_id: string;
  /** Profile of any account; it may be deleted. */
  blocked_profile_id: string;
  blocked_at: Date;
}

export interface ReviewLikesTable {
  item_id: number;
  review_id: string;
  account_id: string;
  profile_id: string;
  created_at: Date;
}

/** `episode_id` is null for the whole title. */
export interface ProductsTable extends RowOf<ProductRecord, typeof productColumns> {
  item_id: number;
  position: number;
}

/** Memberships for sale. */
export interface PlansTable extends RowOf<PlanRecord, typeof planColumns> {
  position: number;
}

/** A product or a plan, as it was sold: of the two ids, one is null. */
export interface OrdersTable {
  account_id: string;
  id: string;
  profile_id: string;
  product_id: number | null;
  plan_id: number | null;
  /** Null for a membership. */
  item_id: number | null;
  episode_id: number | null;
  name: string;
  kind: 'rental' | 'own' | 'membership';
  rental_hours: number | null;
  /** Plan and days of a membership; null for a product. */
  plan: PlansTable['plan'] | null;
  days: number | null;
  price: number;
  /** A `pending` order is void after `expires_at`. */
  status: 'pending' | 'paid' | 'cancelled' | 'refunded';
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
  /** Start of the days that a paid membership added; null for everything else. */
  right_starts_at: Date | null;
  /** Null for a permanent purchase, and for an unpaid order. */
  right_expires_at: Date | null;
  /** The account's plan before a membership was paid. */
  plan_before: Account['membership']['plan'] | null;
  refunded_at: Date | null;
  /** The operator's reason for the refund. */
  refund_reason: string | null;
}

/** The payment provider's state of an order, and when to ask again. Outlives its order. */
export interface PaymentsTable {
  account_id: string;
  order_id: string;
  price: number;
  /** The provider's id of the payment; null until the provider has answered. */
  provider_id: string | null;
  /** The provider's latest state. */
  state: 'open' | 'paid' | 'cancelled' | 'refunded';
  /** Whether the service wants the money to go back, and whether it has. */
  refund: 'due' | 'done' | null;
  /** A problem for an operator: another price, a state that contradicts the order, or a refund that fails. */
  problem: 'price' | 'state' | 'refund' | null;
  /** Questions or refunds since the last success. */
  tries: number;
  /** When the worker asks again; null for never. */
  next_at: Date | null;
  /** When the provider last said something about it. */
  told_at: Date | null;
  created_at: Date;
}

/** Changes that support made to memberships. */
export interface MembershipChangesTable {
  account_id: string;
  id: string;
  kind: 'give' | 'extend' | 'end';
  plan: PlansTable['plan'] | null;
  days: number | null;
  reason: string;
  changed_at: Date;
  /** End of the membership after the change; null without a membership. */
  ends_at: Date | null;
}

export interface AdvertisementsTable extends RowOf<AdvertisementRecord, typeof advertisementColumns> {
  /** How often it is chosen, compared with the others that run. */
  weight: Generated<number>;
  /** It runs from the one instant to just before the other; null for no limit. */
  starts_at: Date | null;
  ends_at: Date | null;
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
  /** The last time that the player requested it. */
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

/** Numbers by title id, computed once per time slot for all processes. */
export interface ChartsTable {
  kind: 'viewers' | 'ratings';
  /** Start of the time slot; counts only events before it. */
  counted_at: Date;
  counts: Json<readonly { item_id: number; cnt: number; sum: number }[]>;
}

/** A background job of the service, which any worker may run. */
export interface JobsTable {
  name: string;
  /** Period in seconds, for operators; the worker's own declaration counts. */
  every_seconds: number;
  /** Worker that runs the job; null between runs. */
  owner: string | null;
  /** When the owner counts as dead; set with it. */
  leased_until: Date | null;
  next_run_at: Date;
  /** Start of the last run. */
  last_run_at: Date | null;
  last_duration_ms: number | null;
  /** Why the last run failed; null after a success. */
  last_error: string | null;
  /** Failed runs since the last success. */
  failures: Generated<number>;
}

/** Watch time of a profile and episode on one day in Korea, summed over removed play logs. */
export interface WatchDaysTable {
  account_id: string;
  profile_id: string;
  /** Day on which the play logs were opened, `YYYY-MM-DD`. */
  day: string;
  episode_id: number;
  item_id: number;
  /** In seconds. */
  play_time: number;
  /** Last instant of watching on this day; null where an earlier version folded the day. */
  watched_at: Date | null;
}

/** A title that a profile sees in no row. */
export interface HiddenItemsTable {
  account_id: string;
  profile_id: string;
  item_id: number;
  hidden_at: Date;
}

/** An episode that a profile removed from its history; watching it later adds it again. */
export interface HistoryRemovalsTable {
  account_id: string;
  profile_id: string;
  episode_id: number;
  item_id: number;
  removed_at: Date;
  /** The offset that went with it, so that the removal can be undone; null without one. */
  offset: number | null;
  is_finished: boolean | null;
  updated_at: Date | null;
}

/** Time watched on one day in Korea by a profile with a daily limit or a bedtime. A report counts on the day of its arrival. */
export interface WatchTimesTable {
  account_id: string;
  profile_id: string;
  /** `YYYY-MM-DD` */
  day: string;
  seconds: number;
  /** Time that the owner added to the daily time. */
  extra_seconds: Generated<number>;
}

/** A proof of age on a phone. A `pending` one is void after `expires_at`. */
export interface IdentityChecksTable {
  account_id: string;
  id: string;
  status: 'pending' | 'proved' | 'minor' | 'cancelled';
  created_at: Date;
  expires_at: Date;
}

/** Counts of removed ad events of one day in Korea. */
export interface AdDaysTable {
  day: string;
  ad_id: number;
  ad_break_id: string;
  event: string;
  cnt: number;
}

/** Counts of an advertisement's events. */
interface AdCounts {
  cnt_impression: number;
  cnt_start: number;
  cnt_complete: number;
  cnt_skip: number;
  cnt_error: number;
}

export interface AdHoursTable extends AdCounts {
  hour: Date;
  ad_id: number;
}

/** Sums of `ad_hours` by day in Korea. */
export interface AdFiguresTable extends AdCounts {
  day: string;
  ad_id: number;
}

/** Keys of protected clips. */
export interface ClipKeysTable {
  clip_id: string;
  key_id: string;
  scheme: Scheme;
  /** Sealed with a secret that is not in the database. */
  sealed_key: string;
}

export interface MediaJobsTable {
  id: string;
  source: string;
  source_bytes: number;
  target: Json<JobTarget>;
  pictures: Json<Pictures>;
  state: JobState;
  step: JobStep | null;
  /** Progress of the whole job, in [0, 1]. */
  fraction: number;
  /** Speed of the current step, in multiples of real time. */
  speed: number | null;
  /** Tries since the job was added or retried by hand, the current one included. */
  tries: number;
  next_try_at: Date;
  /** The worker in charge, and its machine. */
  owner: string | null;
  host: string | null;
  leased_until: Date | null;
  notices: string[];
  last_error: string | null;
  log_tail: string | null;
  created_at: Date;
  /** Start of the current or last try. */
  started_at: Date | null;
  ended_at: Date | null;
  /** The operator's name of the file; null if it equals the name on the disk. */
  name: string | null;
}

/** Files that wait for an operator: uploads, and videos of the watched folder. */
export interface InboxFilesTable {
  /** Name of an upload on the disk. */
  id: string;
  origin: 'upload' | 'watched';
  kind: InboxKind;
  /** The name that people gave the file, with its folders. It is shown and read, and never opened. */
  path: string;
  /** Absolute path in the watched folder; null for uploads. */
  location: string | null;
  bytes: number;
  modified_at: Date | null;
  /** `started`: a job has it. `dismissed`: an operator left out a file of the watched folder. */
  state: InboxState | 'started' | 'dismissed';
  problem: Json<{ code: string; message: string }> | null;
  findings: Json<InboxFindings> | null;
  /** The job that has the file; it may be removed. */
  job_id: string | null;
  uploaded_by: string | null;
  created_at: Date;
  /** For an upload, when its last part arrived. For a watched file, when its size or time last changed. */
  changed_at: Date;
}

/** Operators of the console; no accounts. */
export interface StaffTable {
  id: string;
  email: string;
  role: StaffRole;
  /** Made by a start in development, with a known password and without a code. */
  is_demo: boolean;
  /** Null until the link is used. */
  password_hash: string | null;
  /** Base 32. */
  totp_secret: string | null;
  /** The time step of the last accepted code; a code is valid once. */
  totp_last_step: number | null;
  /** SHA-256 of the unused recovery codes. */
  recovery_hashes: string[];
  /** SHA-256 of the token in the link that sets the password. */
  link_hash: string | null;
  /** The secret that the link offers; it counts once the link is used. */
  link_totp_secret: string | null;
  link_expires_at: Date | null;
  created_at: Date;
}

export interface StaffSessionsTable {
  id: string;
  staff_id: string;
  token_hash: string;
  /** Browser and system, as the user agent names them. */
  browser: string;
  created_at: Date;
  /** To within a minute. */
  last_used_at: Date;
  expires_at: Date;
}

export interface AuditLogTable {
  id: string;
  at: Date;
  /** Null for a command. */
  actor_id: string | null;
  /** The e-mail address at that time, or the command. */
  actor: string;
  action: string;
  subject_kind: string | null;
  subject_id: string | null;
  before: Json<object | null>;
  after: Json<object | null>;
  request_id: string | null;
}

/** An account whose rows are being erased. */
export interface ErasuresTable {
  account_id: string;
  /** Hash of the e-mail address, as in the names of counters. */
  email_hash: string;
  left_at: Date;
}

/** A paid order of an erased account, without the person. */
export interface KeptOrdersTable {
  /** The order's id. */
  id: string;
  name: string;
  kind: OrdersTable['kind'];
  price: number;
  status: 'paid' | 'refunded';
  created_at: Date;
  settled_at: Date;
  refunded_at: Date | null;
}

/** A file of all that is stored about an account. */
export interface AccountExportsTable {
  id: string;
  account_id: string;
  requested_at: Date;
  /** The complete file; null before. */
  file_id: string | null;
  /** Hash of the token in the mail's link; null before the file is complete. */
  token_hash: string | null;
  expires_at: Date | null;
}

/** A piece of the text of a file. */
export interface AccountExportPartsTable {
  account_id: string;
  /** Each try to make a file has its own. */
  file_id: string;
  part: number;
  body: string;
}

/** Notifications of profiles. */
export interface NotificationsTable {
  account_id: string;
  profile_id: string;
  id: string;
  kind: NotificationKind;
  /** Subject of the notification; unique for each profile and kind. */
  thing: string;
  item_id: number | null;
  episode_id: number | null;
  text: string;
  created_at: Date;
  read_at: Date | null;
}

/** A kind of notifications that a profile turned off. */
export interface MutedNotificationsTable {
  account_id: string;
  profile_id: string;
  kind: NotificationKind;
}

/** An event that the followers of a title are notified about, and how far that has come. */
export interface NotificationFanOutsTable {
  kind: 'new_episode' | 'request' | 'delay';
  thing: string;
  item_id: number;
  episode_id: number | null;
  text: string;
  /** When the event happens or happened: the release, the delayed release, or the operator's decision. */
  at: Date;
  found_at: Date;
  /** The last account, in the order of ids, that has its notifications; null before the first. */
  last_account_id: string | null;
  /** Accounts with at least one notified profile. */
  cnt_account: Generated<number>;
  done_at: Date | null;
}

/** The quality of one playback, as the player reported it. */
export interface PlaybackQualityTable {
  account_id: string;
  play_log_id: string;
  received_at: Date;
  platform: PlatformName;
  /** `Chromium 63`; `other` for unknown ones. */
  engine: string;
  app_version: string;
  /** Null when no frame was shown. */
  startup_ms: number | null;
  rebuffer_ms: number;
  cnt_rebuffer: number;
  cnt_dropped: number;
  cnt_decoded: number;
  /** Bits per second. */
  average_bitrate: number;
  cnt_switch: number;
  /** Watched time of the play log when the report came. */
  play_seconds: number;
  errors: string[];
}

/** Sums of the playbacks whose quality was reported in one hour. */
export interface QualityHoursTable {
  hour: Date;
  platform: PlatformName;
  engine: string;
  app_version: string;
  /** Band of the average bitrate (quality/renditions.ts). */
  rendition: string;
  cnt_playback: number;
  cnt_started: number;
  cnt_failed: number;
  /** Playbacks that waited at least once. */
  cnt_stalled: number;
  /** Started playbacks by the time to the first frame (quality/histogram.ts). */
  startup_counts: number[];
  rebuffer_ms: number;
  play_ms: number;
  cnt_dropped: number;
  cnt_decoded: number;
  cnt_switch: number;
}

/** Playbacks that reported a failure code in one hour. */
export interface FailureHoursTable {
  hour: Date;
  platform: PlatformName;
  engine: string;
  app_version: string;
  code: string;
  cnt: number;
}

/** Play logs that were opened in one hour, and the time that was watched with them. */
export interface WatchHoursTable {
  hour: Date;
  platform: PlatformName;
  cnt_start: number;
  play_seconds: number;
}

export interface SaleHoursTable {
  hour: Date;
  cnt_sign_up: number;
  cnt_order: number;
  won: number;
}

/** Figures that a worker counted for operators: `now`, and `folded`, the instant up to which the hourly sums are complete. */
export interface ServiceSummariesTable {
  name: 'now' | 'folded';
  counted_at: Date;
  figures: Json<object>;
}

/** A defect of the app, as its last crash described it. */
export interface CrashesTable {
  fingerprint: string;
  platform: PlatformName;
  engine: string;
  app_version: string;
  screen: string;
  message: string;
  stack: string;
  cnt: number;
  first_at: Date;
  last_at: Date;
}

/** Data of titles for lists, search and similar titles, derived from the catalogue and the time (catalogue/prepare.ts). */
export interface PreparedTitlesTable {
  item_id: number;
  position: number;
  /** Sorts like the name in Korean. */
  name_key: string;
  content_rating: ContentRating;
  /** Whether an episode is out. */
  is_listed: boolean;
  latest_at: Date | null;
  genres: string[];
  /** Null also for a title that has ended. */
  weekday: number | null;
  air_year: number;
  audio_tracks: string[];
  subtitle_tracks: string[];
  theme_ids: number[];
  series_id: number | null;
  series_order: number | null;
  /** The folded words of the name, with spaces between them. */
  search_name: string;
  /** Folded genres, tags and cast, whole and word by word. */
  search_words: string[];
  track_words: string[];
  /** When the row is outdated; null when only a change of the catalogue makes it so. */
  next_at: Date | null;
}

/** A title as `listCatalogueItems` reads it (catalogue/store.ts); as current as its row in `prepared_titles`. */
export interface PreparedItemsTable {
  item_id: number;
  item: unknown;
}

/** A text by which the search finds a title; see `catalogue/search.ts`. */
export interface PreparedTermsTable {
  kind: number;
  key: string;
  item_id: number;
}

/** Features by which a listed title is compared with others. */
export interface PreparedFeaturesTable {
  feature: string;
  item_id: number;
}

/** The titles that a version of the catalogue changed, and title 0. A version without rows changed all. */
export interface CatalogueChangesTable {
  version: number;
  item_id: number;
}

/** Every table, as the migrations create it (a test compares the two). */
export interface Tables {
  settings: SettingsTable;
  rate_limits: RateLimitsTable;
  accounts: AccountsTable;
  account_emails: AccountEmailsTable;
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
  publications: PublicationsTable;
  play_logs: PlayLogsTable;
  download_grants: DownloadGrantsTable;
  playback_offsets: PlaybackOffsetsTable;
  start_again_removals: StartAgainRemovalsTable;
  ratings: RatingsTable;
  short_reviews: ShortReviewsTable;
  review_likes: ReviewLikesTable;
  review_reports: ReviewReportsTable;
  blocked_profiles: BlockedProfilesTable;
  products: ProductsTable;
  plans: PlansTable;
  orders: OrdersTable;
  payments: PaymentsTable;
  membership_changes: MembershipChangesTable;
  advertisements: AdvertisementsTable;
  ad_breaks: AdBreaksTable;
  ad_servings: AdServingsTable;
  ad_events: AdEventsTable;
  charts: ChartsTable;
  wishes: WishesTable;
  item_requests: ItemRequestsTable;
  request_statuses: RequestStatusesTable;
  request_counts: RequestCountsTable;
  watch_days: WatchDaysTable;
  watch_times: WatchTimesTable;
  identity_checks: IdentityChecksTable;
  ad_days: AdDaysTable;
  ad_hours: AdHoursTable;
  ad_figures: AdFiguresTable;
  jobs: JobsTable;
  media_jobs: MediaJobsTable;
  inbox_files: InboxFilesTable;
  stored_pictures: StoredPicturesTable;
  staff: StaffTable;
  staff_sessions: StaffSessionsTable;
  audit_log: AuditLogTable;
  found_marks: FoundMarksTable;
  clip_keys: ClipKeysTable;
  erasures: ErasuresTable;
  kept_orders: KeptOrdersTable;
  account_exports: AccountExportsTable;
  account_export_parts: AccountExportPartsTable;
  inputs: InputsTable;
  notifications: NotificationsTable;
  muted_notifications: MutedNotificationsTable;
  notification_fan_outs: NotificationFanOutsTable;
  hidden_items: HiddenItemsTable;
  history_removals: HistoryRemovalsTable;
  playback_quality: PlaybackQualityTable;
  quality_hours: QualityHoursTable;
  failure_hours: FailureHoursTable;
  watch_hours: WatchHoursTable;
  sale_hours: SaleHoursTable;
  service_summaries: ServiceSummariesTable;
  crashes: CrashesTable;
  prepared_titles: PreparedTitlesTable;
  prepared_items: PreparedItemsTable;
  prepared_terms: PreparedTermsTable;
  prepared_features: PreparedFeaturesTable;
  catalogue_changes: CatalogueChangesTable;
}

export type JobRow = Selectable<JobsTable>;
export type MediaJobRow = Selectable<MediaJobsTable>;
export type InboxFileRow = Selectable<InboxFilesTable>;
export type InputRow = Selectable<InputsTable>;
export type StaffRow = Selectable<StaffTable>;
export type StaffSessionRow = Selectable<StaffSessionsTable>;
export type AuditLogRow = Selectable<AuditLogTable>;
/** An account whose owner has not left. */
export type AccountRow = Omit<Selectable<AccountsTable>, 'left_at'>;
export type ProfileRow = Selectable<ProfilesTable>;
export type WatchTimeRow = Selectable<WatchTimesTable>;
export type IdentityCheckRow = Selectable<IdentityChecksTable>;
export type OutboxRow = Selectable<OutboxTable>;
export type DeviceAuthorizationRow = Selectable<DeviceAuthorizationsTable>;
export type PlayLogRow = Selectable<PlayLogsTable>;
export type DownloadGrantRow = Selectable<DownloadGrantsTable>;
export type PlaybackOffsetRow = Selectable<PlaybackOffsetsTable>;
export type ItemRequestRow = Selectable<ItemRequestsTable>;
export type ClipRow = Selectable<ClipsTable>;
export type ShortReviewRow = Selectable<ShortReviewsTable>;
export type ProductRow = Selectable<ProductsTable>;
export type PlanRow = Selectable<PlansTable>;
export type OrderRow = Selectable<OrdersTable>;
export type PaymentRow = Selectable<PaymentsTable>;
export type AdvertisementRow = Selectable<AdvertisementsTable>;
export type AdBreakRow = Selectable<AdBreaksTable>;
export type EpisodeRow = Selectable<EpisodesTable>;
export type PublicationRow = Selectable<PublicationsTable>;
export type ThemeRow = Selectable<ThemesTable>;
export type ErasureRow = Selectable<ErasuresTable>;
export type AccountExportRow = Selectable<AccountExportsTable>;
export type NotificationRow = Selectable<NotificationsTable>;
export type NotificationFanOutRow = Selectable<NotificationFanOutsTable>;
export type CrashRow = Selectable<CrashesTable>;
export type PreparedTitleRow = Selectable<PreparedTitlesTable>;
