import type { TableName } from './tables.ts';
import type { Tables } from './tables.ts';

/**
 * Where the rows of a table are in a database of several machines.
 *
 * - `distributed`: spread over the machines by a column. Tables of one group put equal values on the same machine, so
 *   that a statement that names one value runs there alone.
 * - `reference`: a copy on every machine. Every machine joins with it; a write costs as much as all of them.
 * - `local`: on one machine. Its locks and unique keys hold for all rows.
 */
type Distribution<T extends TableName> =
  | { is: 'distributed'; by: keyof Tables[T] & string; group: 'account' | 'item' }
  | { is: 'reference' }
  | { is: 'local' };

const byAccount = { is: 'distributed', by: 'account_id', group: 'account' } as const;
const byItem = { is: 'distributed', by: 'item_id', group: 'item' } as const;
const reference = { is: 'reference' } as const;
const local = { is: 'local' } as const;

/** Distribution of every table. Foreign keys of a distributed table refer only to tables before it. */
export const distributions: { readonly [T in TableName]: Distribution<T> } = {
  accounts: { is: 'distributed', by: 'id', group: 'account' },
  profiles: byAccount,
  device_sessions: byAccount,
  tokens: byAccount,
  play_logs: byAccount,
  playback_offsets: byAccount,
  start_again_removals: byAccount,
  watch_days: byAccount,
  watch_times: byAccount,
  download_grants: byAccount,
  ratings: byAccount,
  wishes: byAccount,
  item_requests: byAccount,
  orders: byAccount,
  payments: byAccount,
  membership_changes: byAccount,
  voucher_uses: byAccount,
  blocked_profiles: byAccount,
  notifications: byAccount,
  muted_notifications: byAccount,
  hidden_items: byAccount,
  history_removals: byAccount,
  ad_servings: byAccount,
  ad_events: byAccount,
  account_export_parts: byAccount,
  identity_checks: byAccount,
  second_factors: byAccount,
  remembered_devices: byAccount,
  playback_quality: byAccount,

  short_reviews: byItem,
  review_likes: byItem,
  review_reports: byItem,

  settings: reference,
  profile_images: reference,
  items: reference,
  episodes: reference,
  clips: reference,
  found_marks: reference,
  drawing_styles: reference,
  clip_keys: reference,
  themes: reference,
  item_themes: reference,
  products: reference,
  plans: reference,
  advertisements: reference,
  ad_breaks: reference,
  charts: reference,
  publications: reference,
  request_statuses: reference,
  request_counts: reference,
  prepared_titles: reference,
  prepared_items: reference,
  prepared_briefs: reference,
  prepared_features: reference,
  prepared_operated: reference,
  similar_titles: reference,
  learnt_titles: reference,
  catalogue_changes: reference,

  // Everybody's figures are in every list and home. On one machine they are read there, and a rating writes one row.
  item_figures: local,
  // Read at a sign-in, which otherwise needs two machines: that of the address and that of the account.
  account_emails: local,
  email_codes: local,
  // A mail is taken with `for update skip locked`; a reset and a waiting television are found by secrets of two kinds.
  outbox: local,
  // A call takes several limits in order, each under a lock. Spread, 200 tries of one address took longer than calls wait.
  rate_limits: local,
  jobs: local,
  media_jobs: local,
  media_contents: local,
  inbox_files: local,
  subtitle_readings: local,
  reading_lines: local,
  stored_pictures: local,
  staff: local,
  staff_sessions: local,
  audit_log: local,
  api_tokens: local,
  webhooks: local,
  webhook_messages: local,
  password_resets: local,
  device_authorizations: local,
  ad_days: local,
  // Queues of the workers; a file is found by the token of its link.
  erasures: local,
  account_exports: local,
  kept_orders: local,
  // A use is counted under a lock of the code.
  vouchers: local,
  // Found by codes that people type, and taken under a lock.
  inputs: local,
  notification_fan_outs: local,
  quality_hours: local,
  failure_hours: local,
  episode_failure_hours: local,
  watch_hours: local,
  sale_hours: local,
  sale_days: local,
  title_days: local,
  episode_days: local,
  title_sums: local,
  proposal_days: local,
  missed_searches: local,
  cohort_months: local,
  service_summaries: local,
  ad_hours: local,
  ad_figures: local,
  crashes: local,
};

/** Functions that a cluster runs whole on the machine of an account, by its argument. All their rows are of that account. */
export const distributedFunctions = [{ signature: 'write_reports(uuid, jsonb)', account: 'owner' }] as const;
