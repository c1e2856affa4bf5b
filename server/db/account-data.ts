import type { TableName } from './tables.ts';
import type { Tables } from './tables.ts';

type Column<T extends TableName> = keyof Tables[T] & string;

/**
 * How the rows of a table are erased after the account's owner has left.
 *
 * - `at-once`: with the call that leaves, because a new account may have the same e-mail address soon after.
 * - `batches`: in batches.
 * - `own`: by a rule of its own in `server/leaving/erasing.ts`, because something else must change with them.
 * - `end`: last of all.
 * - `kept`: they stay; `why` says what they say about the person.
 */
export type Erasing = 'at-once' | 'batches' | 'own' | 'end' | 'kept';

/** The rows of a table that are about an account. */
export interface AccountRows<T extends TableName> {
  /** The column that says whose they are: by the account's id, or by its e-mail address. */
  by: Column<T>;
  is: 'id' | 'email';
  /** Columns of the primary key. */
  key: readonly Column<T>[];
  erase: Erasing;
  /** Columns that the account's file leaves out: secrets, and the account's own id. Null: the file has none of the rows. */
  withheld: readonly Column<T>[] | null;
  /** Why the file has none of the rows, or why they are kept. */
  why?: string;
}

type AccountData<T extends TableName> = AccountRows<T> | 'nothing';

const byAccount = { by: 'account_id', is: 'id', erase: 'batches' } as const;
const byEmail = { by: 'email', is: 'email', erase: 'at-once' } as const;

/**
 * The rows of an account in each table. The erasure of an account and its file are made from this list; a test
 * fails for a table with a column of accounts, profiles or e-mail addresses that says `nothing`. Rows are erased in this
 * order: those that others refer to come last.
 */
export const accountData: { readonly [T in TableName]: AccountData<T> } = {
  account_emails: { ...byEmail, key: ['email'], withheld: null, why: 'the account says the same' },
  email_codes: { ...byEmail, key: ['email', 'is_for_owner'], withheld: ['email', 'code_hash'] },
  outbox: { by: 'recipient', is: 'email', erase: 'at-once', key: ['id'], withheld: ['content'] },

  tokens: { ...byAccount, key: ['account_id', 'hash'], withheld: null, why: 'secrets of the devices' },
  device_sessions: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id'] },
  remembered_devices: { ...byAccount, key: ['account_id', 'key_hash'], withheld: ['account_id', 'key_hash'] },
  second_factors: {
    ...byAccount,
    key: ['account_id'],
    withheld: ['account_id', 'secret', 'last_step', 'begun_secret', 'code_hash'],
  },
  device_authorizations: {
    ...byAccount,
    key: ['device_code_hash'],
    withheld: ['account_id', 'device_code_hash', 'user_code', 'requested_from'],
  },
  password_resets: {
    ...byAccount,
    key: ['account_id', 'id'],
    withheld: ['account_id', 'token_hash', 'code_hash'],
  },
  play_logs: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id'] },
  watch_days: { ...byAccount, key: ['account_id', 'profile_id', 'day', 'episode_id'], withheld: ['account_id'] },
  watch_times: { ...byAccount, key: ['account_id', 'profile_id', 'day'], withheld: ['account_id'] },
  identity_checks: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id', 'id'] },
  playback_quality: { ...byAccount, key: ['account_id', 'play_log_id'], withheld: ['account_id'] },
  playback_offsets: { ...byAccount, key: ['account_id', 'profile_id', 'episode_id'], withheld: ['account_id'] },
  start_again_removals: { ...byAccount, key: ['account_id', 'profile_id', 'item_id'], withheld: ['account_id'] },
  hidden_items: { ...byAccount, key: ['account_id', 'profile_id', 'item_id'], withheld: ['account_id'] },
  history_removals: { ...byAccount, key: ['account_id', 'profile_id', 'episode_id'], withheld: ['account_id'] },
  download_grants: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id'] },
  wishes: { ...byAccount, key: ['account_id', 'profile_id', 'item_id'], withheld: ['account_id'] },
  item_requests: { ...byAccount, key: ['account_id', 'item_id'], withheld: ['account_id'] },
  membership_changes: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id'] },
  voucher_uses: { ...byAccount, key: ['account_id', 'voucher_id'], withheld: ['account_id'] },
  ad_servings: { ...byAccount, key: ['account_id', 'play_log_id', 'ad_break_id'], withheld: ['account_id'] },
  ad_events: {
    ...byAccount,
    key: ['account_id', 'play_log_id', 'ad_break_id', 'ad_id', 'event'],
    erase: 'own',
    withheld: ['account_id'],
  },
  orders: { ...byAccount, key: ['account_id', 'id'], erase: 'own', withheld: ['account_id'] },
  ratings: { ...byAccount, key: ['account_id', 'profile_id', 'item_id'], erase: 'own', withheld: ['account_id'] },
  review_likes: {
    ...byAccount,
    key: ['item_id', 'review_id', 'profile_id'],
    erase: 'own',
    withheld: ['account_id'],
  },
  review_reports: { ...byAccount, key: ['item_id', 'review_id', 'profile_id'], withheld: ['account_id'] },
  short_reviews: { ...byAccount, key: ['item_id', 'id'], erase: 'own', withheld: ['account_id'] },
  blocked_profiles: {
    ...byAccount,
    key: ['account_id', 'profile_id', 'blocked_profile_id'],
    erase: 'own',
    withheld: ['account_id'],
  },
  rate_limits: {
    by: 'key',
    is: 'id',
    key: ['key'],
    erase: 'own',
    withheld: null,
    why: 'counts of tries that end within a day',
  },
  payments: {
    ...byAccount,
    key: ['account_id', 'order_id'],
    erase: 'kept',
    withheld: ['account_id', 'tries', 'next_at'],
    why: 'money that comes late still goes back; the ids lead to nobody after the erasure',
  },
  audit_log: {
    by: 'subject_id',
    is: 'id',
    key: ['id'],
    erase: 'kept',
    withheld: ['actor_id', 'actor', 'subject_kind', 'subject_id', 'request_id'],
    why: 'what operators did stays provable; the id that it names leads to nobody after the erasure',
  },
  notification_fan_outs: {
    by: 'last_account_id',
    is: 'id',
    key: ['kind', 'thing'],
    erase: 'kept',
    withheld: null,
    why: 'how far the notifications about a title have come; the id leads to nobody after the erasure',
  },
  account_export_parts: {
    ...byAccount,
    key: ['account_id', 'file_id', 'part'],
    withheld: null,
    why: 'earlier files of the same kind',
  },
  account_exports: { ...byAccount, key: ['id'], withheld: ['account_id', 'file_id', 'token_hash'] },
  notifications: { ...byAccount, key: ['account_id', 'profile_id', 'id'], withheld: ['account_id'] },
  muted_notifications: { ...byAccount, key: ['account_id', 'profile_id', 'kind'], withheld: ['account_id'] },
  profiles: { ...byAccount, key: ['account_id', 'id'], withheld: ['account_id', 'pin_hash'] },
  accounts: { by: 'id', is: 'id', key: ['id'], erase: 'end', withheld: ['password_hash', 'left_at'] },
  erasures: { ...byAccount, key: ['account_id'], erase: 'end', withheld: null, why: 'the account can no longer ask' },

  settings: 'nothing',
  kept_orders: 'nothing',
  vouchers: 'nothing',
  inputs: 'nothing',
  quality_hours: 'nothing',
  failure_hours: 'nothing',
  episode_failure_hours: 'nothing',
  watch_hours: 'nothing',
  sale_hours: 'nothing',
  sale_days: 'nothing',
  title_days: 'nothing',
  episode_days: 'nothing',
  title_sums: 'nothing',
  proposal_days: 'nothing',
  missed_searches: 'nothing',
  cohort_months: 'nothing',
  service_summaries: 'nothing',
  crashes: 'nothing',
  profile_images: 'nothing',
  clips: 'nothing',
  items: 'nothing',
  item_figures: 'nothing',
  episodes: 'nothing',
  themes: 'nothing',
  item_themes: 'nothing',
  publications: 'nothing',
  products: 'nothing',
  plans: 'nothing',
  advertisements: 'nothing',
  ad_breaks: 'nothing',
  charts: 'nothing',
  request_statuses: 'nothing',
  request_counts: 'nothing',
  ad_days: 'nothing',
  ad_hours: 'nothing',
  ad_figures: 'nothing',
  jobs: 'nothing',
  media_jobs: 'nothing',
  media_contents: 'nothing',
  inbox_files: 'nothing',
  stored_pictures: 'nothing',
  staff: 'nothing',
  staff_sessions: 'nothing',
  api_tokens: 'nothing',
  webhooks: 'nothing',
  webhook_messages: 'nothing',
  found_marks: 'nothing',
  drawing_styles: 'nothing',
  clip_keys: 'nothing',
  subtitle_readings: 'nothing',
  reading_lines: 'nothing',
  prepared_titles: 'nothing',
  prepared_items: 'nothing',
  prepared_briefs: 'nothing',
  prepared_features: 'nothing',
  prepared_operated: 'nothing',
  similar_titles: 'nothing',
  learnt_titles: 'nothing',
  catalogue_changes: 'nothing',
};

/** The tables with rows about accounts, in the order in which they are erased. */
export const accountTables = (Object.entries(accountData) as [TableName, AccountRows<TableName> | 'nothing'][]).flatMap(
  ([table, data]) => (data === 'nothing' ? [] : [{ table, ...data }]),
);

export type AccountTable = (typeof accountTables)[number];
