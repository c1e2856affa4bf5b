import type { TableName } from '../db/tables.ts';
import type { Connection } from '../db/open.ts';
import { foldAdEvents, removeAdHours } from './ad-events-store.ts';
import {
  clearOrigins,
  removeAdServings,
  removeAuthorizations,
  removeDownloadGrants,
  removeEmailCodes,
  removeIdentityChecks,
  removeIdleSessions,
  removePasswordResets,
  removeRememberedDevices,
  removeRevokedSessions,
  removeWatchTimes,
} from './account-rows-store.ts';
import { removeAccountExports } from './account-exports-store.ts';
import {
  removeKeptOrders,
  removeMembershipChanges,
  removeOldPayments,
  removeOverOrders,
  removeSaleDays,
  removeUnpaidOrders,
  removeVouchers,
  removeVoucherUses,
} from './orders-store.ts';
import {
  removeCrashes,
  removeEpisodeFailureHours,
  removeFailureHours,
  removePlaybackQuality,
  removeQualityHours,
  removeSaleHours,
  removeWatchHours,
} from './quality-store.ts';
import { removeEpisodeDays, removeMissedSearches, removeProposalDays, removeTitleDays } from './viewing-days-store.ts';
import { removeReviewReports } from './reviews-store.ts';
import { foldPlayLogs } from './play-logs-store.ts';
import {
  removeApiTokens,
  removeAuditEntries,
  removeWebhookMessages,
  removeCounts,
  removeInputs,
  removeFanOuts,
  removeMediaJobs,
  removeNotifications,
  removeSentMails,
  removeStaffSessions,
  removeUnsentMails,
} from './service-rows-store.ts';

/** Retention period of a table, and how to delete its rows. */
export interface Retention {
  table: TableName;
  /** The wording of docs/operations/data.md. */
  lifetime: string;
  why: string;
  /** Days after the instant that `remove` compares with. */
  days: number;
  /**
   * Deletes rows that are older than `before`; finds at most `limit` of them. Rows that another transaction has locked or
   * changed stay.
   * @returns the number of deleted rows; 0 when none is left.
   */
  remove(db: Connection, before: Date, limit: number): Promise<number>;
}

/** All deletions by the server. A test fails for a table that is neither here nor in `KEPT`. */
export const RETENTION: readonly Retention[] = [
  {
    table: 'play_logs',
    lifetime: '90 days after opening',
    why: 'charts and disputes look at recent ones; `watch_days` keeps the sums',
    days: 90,
    remove: foldPlayLogs,
  },
  {
    table: 'ad_events',
    lifetime: '90 days',
    why: 'time to check an invoice event by event; `ad_days` keeps the counts',
    days: 90,
    remove: foldAdEvents,
  },
  {
    table: 'device_sessions',
    lifetime: '30 days after sign-out',
    why: 'names the device that took a playback over; its tokens go with it',
    days: 30,
    remove: removeRevokedSessions,
  },
  {
    table: 'device_sessions',
    lifetime: '180 days after the last use',
    why: 'a token unused for 180 days ends',
    days: 180,
    remove: removeIdleSessions,
  },
  {
    table: 'orders',
    lifetime: '30 days after it ran out unpaid',
    why: 'support can answer questions about it',
    days: 30,
    remove: removeUnpaidOrders,
  },
  {
    table: 'orders',
    lifetime: 'paid: 5 years after the right ended',
    why: 'e-commerce act of Korea; what was bought to keep stays',
    days: 5 * 366,
    remove: removeOverOrders,
  },
  {
    table: 'payments',
    lifetime: '5 years',
    why: 'as paid orders: what the payment provider said; one with money to move stays',
    days: 5 * 366,
    remove: removeOldPayments,
  },
  {
    table: 'membership_changes',
    lifetime: '5 years',
    why: 'as paid orders: support can explain a membership that nobody paid for',
    days: 5 * 366,
    remove: removeMembershipChanges,
  },
  {
    table: 'voucher_uses',
    lifetime: '2 years',
    why: 'a code lives for a year, and is good once for an account',
    days: 2 * 366,
    remove: removeVoucherUses,
  },
  {
    table: 'vouchers',
    lifetime: '2 years',
    why: 'operators look up what a code gave; it can be redeemed for a year at most',
    days: 2 * 366,
    remove: removeVouchers,
  },
  {
    table: 'review_reports',
    lifetime: '1 year',
    why: 'operators see who is reported again and again; judged ones are removed at once',
    days: 366,
    remove: removeReviewReports,
  },
  {
    table: 'notifications',
    lifetime: '90 days; 100 of a profile',
    why: 'viewers look at the newest; fan-outs remove what is beyond 100',
    days: 90,
    remove: removeNotifications,
  },
  {
    table: 'notification_fan_outs',
    lifetime: '90 days',
    why: 'keeps an event from being told twice, and has the count that operators see',
    days: 90,
    remove: removeFanOuts,
  },
  {
    table: 'email_codes',
    lifetime: '1 day after expiry',
    why: 'tells an expired code from a wrong one',
    days: 1,
    remove: removeEmailCodes,
  },
  {
    table: 'password_resets',
    lifetime: '1 day after expiry',
    why: 'tells an expired link from a wrong one',
    days: 1,
    remove: removePasswordResets,
  },
  {
    table: 'remembered_devices',
    lifetime: '180 days after the last sign-in',
    why: 'signs in without a code; a token unused for as long ends too',
    days: 180,
    remove: removeRememberedDevices,
  },
  {
    table: 'device_authorizations',
    lifetime: '1 day after expiry',
    why: 'tells the television that its code expired',
    days: 1,
    remove: removeAuthorizations,
  },
  {
    table: 'device_authorizations',
    lifetime: 'network: until expiry',
    why: 'the page that approves a device shows it',
    days: 0,
    remove: clearOrigins,
  },
  {
    table: 'download_grants',
    lifetime: '1 day after expiry',
    why: 'counts towards the downloads of a day',
    days: 1,
    remove: removeDownloadGrants,
  },
  {
    table: 'ad_servings',
    lifetime: '1 day',
    why: 'no play log lives longer',
    days: 1,
    remove: removeAdServings,
  },
  {
    table: 'watch_times',
    lifetime: '1 day',
    why: 'only the time of today counts',
    days: 1,
    remove: removeWatchTimes,
  },
  {
    table: 'identity_checks',
    lifetime: '1 day after expiry',
    why: 'tells the television that its proof of age expired',
    days: 1,
    remove: removeIdentityChecks,
  },
  {
    table: 'outbox',
    lifetime: 'sent: 1 day',
    why: 'the mailbox of a server without SMTP; others remove a mail when it is sent',
    days: 1,
    remove: removeSentMails,
  },
  {
    table: 'outbox',
    lifetime: 'unsent: until it expires',
    why: 'nobody needs the mail any more',
    days: 0,
    remove: removeUnsentMails,
  },
  {
    table: 'media_jobs',
    lifetime: '30 days after the end',
    why: 'operators look up what became of a video; clips of advertisements keep theirs',
    days: 30,
    remove: removeMediaJobs,
  },
  {
    table: 'staff_sessions',
    lifetime: '1 day after expiry',
    why: 'an expired session signs nobody in',
    days: 1,
    remove: removeStaffSessions,
  },
  {
    table: 'audit_log',
    lifetime: '3 years',
    why: 'shows who changed what; nothing else changes or removes an entry',
    days: 3 * 366,
    remove: removeAuditEntries,
  },
  {
    table: 'api_tokens',
    lifetime: '90 days after the end',
    why: 'owners look up what a token was for',
    days: 90,
    remove: removeApiTokens,
  },
  {
    table: 'webhook_messages',
    lifetime: '30 days',
    why: 'owners look up what was told; a message that nobody takes ends after three hours',
    days: 30,
    remove: removeWebhookMessages,
  },
  {
    table: 'rate_limits',
    lifetime: 'until the limit resets',
    why: 'an expired count limits nothing',
    days: 0,
    remove: removeCounts,
  },
  {
    table: 'kept_orders',
    lifetime: '5 years after payment or refund',
    why: 'e-commerce act of Korea; paid orders of erased accounts, without the person',
    days: 5 * 366,
    remove: removeKeptOrders,
  },
  {
    table: 'account_exports',
    lifetime: '1 day',
    why: 'as long as the link to the file is valid; its parts go with it',
    days: 0,
    remove: removeAccountExports,
  },
  {
    table: 'inputs',
    lifetime: '5 minutes after opening',
    why: 'the code of a text field ends; a field that is left removes its row at once',
    days: 0,
    remove: removeInputs,
  },
  {
    table: 'playback_quality',
    lifetime: '14 days',
    why: 'operators look at recent playbacks; the hourly sums have no account',
    days: 14,
    remove: removePlaybackQuality,
  },
  {
    table: 'quality_hours',
    lifetime: '92 days',
    why: 'compares a release with the ones before it',
    days: 92,
    remove: removeQualityHours,
  },
  { table: 'failure_hours', lifetime: '92 days', why: 'as `quality_hours`', days: 92, remove: removeFailureHours },
  {
    table: 'episode_failure_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`',
    days: 92,
    remove: removeEpisodeFailureHours,
  },
  { table: 'watch_hours', lifetime: '92 days', why: 'as `quality_hours`', days: 92, remove: removeWatchHours },
  { table: 'sale_hours', lifetime: '92 days', why: 'as `quality_hours`', days: 92, remove: removeSaleHours },
  {
    table: 'sale_days',
    lifetime: '5 years',
    why: 'as paid orders: what was sold by day, without accounts',
    days: 5 * 366,
    remove: removeSaleDays,
  },
  {
    table: 'title_days',
    lifetime: '3 years',
    why: 'licensors ask about earlier months; a row for each title and day, without accounts',
    days: 3 * 366,
    remove: removeTitleDays,
  },
  {
    table: 'episode_days',
    lifetime: '400 days',
    why: 'compares a season with the one a year before',
    days: 400,
    remove: removeEpisodeDays,
  },
  {
    table: 'proposal_days',
    lifetime: '400 days',
    why: 'compares the rows of home with a year before, without accounts',
    days: 400,
    remove: removeProposalDays,
  },
  {
    table: 'missed_searches',
    lifetime: '92 days',
    why: 'what viewers miss now; words of fewer than five accounts are never shown',
    days: 92,
    remove: removeMissedSearches,
  },
  {
    table: 'ad_hours',
    lifetime: '92 days',
    why: 'as `quality_hours`; `ad_figures` keeps the days',
    days: 92,
    remove: removeAdHours,
  },
  {
    table: 'crashes',
    lifetime: '90 days after the last crash',
    why: 'a defect that nobody meets any more is mended',
    days: 90,
    remove: removeCrashes,
  },
];

const WITH_ACCOUNT = 'as long as the account';
const WITH_PROFILE = 'as long as the profile';
const WITH_CATALOGUE = 'as long as the catalogue has it';

/** Tables without a retention job, and what bounds each of them. */
export const KEPT: Readonly<Partial<Record<TableName, { lifetime: string; why: string }>>> = {
  accounts: { lifetime: WITH_ACCOUNT, why: 'ends when the owner leaves' },
  account_emails: { lifetime: WITH_ACCOUNT, why: 'one for each account' },
  second_factors: { lifetime: WITH_ACCOUNT, why: 'one for each account whose owner ever began to use one' },
  profiles: { lifetime: WITH_ACCOUNT, why: 'at most five' },
  tokens: { lifetime: 'as long as its device session', why: 'a few for each device' },
  item_requests: { lifetime: WITH_ACCOUNT, why: 'one for each title; the viewer sees its status' },
  watch_days: { lifetime: WITH_PROFILE, why: 'statistics and history; one for each episode and day watched' },
  playback_offsets: { lifetime: WITH_PROFILE, why: 'one for each episode' },
  start_again_removals: { lifetime: WITH_PROFILE, why: 'one for each title' },
  ratings: { lifetime: WITH_PROFILE, why: 'one for each title' },
  wishes: { lifetime: WITH_PROFILE, why: 'one for each title' },
  short_reviews: { lifetime: WITH_PROFILE, why: 'one for each title' },
  muted_notifications: { lifetime: WITH_PROFILE, why: 'one for each kind that the viewer turned off' },
  blocked_profiles: { lifetime: WITH_PROFILE, why: 'one for each profile that the viewer blocked' },
  hidden_items: { lifetime: WITH_PROFILE, why: 'one for each title that the viewer hid, 2,000 at most' },
  history_removals: { lifetime: WITH_PROFILE, why: 'one for each episode that the viewer removed from the history' },
  review_likes: { lifetime: WITH_PROFILE, why: 'one for each review' },
  charts: { lifetime: 'an hour', why: 'each new chart removes older ones' },
  ad_days: { lifetime: 'for ever', why: 'billing history without viewers; a few rows for each day' },
  ad_figures: { lifetime: 'for ever', why: 'what operators see of an advertisement; a row for each day it is shown' },
  item_figures: { lifetime: 'for ever', why: 'one for each title that was ever rated' },
  items: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  episodes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  publications: { lifetime: 'for ever', why: 'one for each title or episode whose release an operator changed' },
  request_statuses: { lifetime: 'for ever', why: 'one for each requested title that an operator decided about' },
  request_counts: { lifetime: 'twenty minutes', why: 'each count removes those before the last one' },
  clips: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  found_marks: { lifetime: WITH_CATALOGUE, why: 'one for each clip that intake has made' },
  drawing_styles: { lifetime: WITH_CATALOGUE, why: 'at most 100 for each title, for its next videos' },
  clip_keys: { lifetime: 'as long as the files of its clip', why: 'one for each protected clip' },
  themes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  item_themes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  products: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  plans: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  advertisements: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  ad_breaks: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  profile_images: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  prepared_titles: { lifetime: WITH_CATALOGUE, why: 'one for each title' },
  prepared_items: { lifetime: WITH_CATALOGUE, why: 'one for each title' },
  prepared_briefs: { lifetime: WITH_CATALOGUE, why: 'one for each title' },
  prepared_features: { lifetime: WITH_CATALOGUE, why: 'about ten for each title' },
  similar_titles: { lifetime: WITH_CATALOGUE, why: 'one for each title above 2,000' },
  learnt_titles: { lifetime: 'a day', why: 'one for each of 5,000 titles at most; each night replaces all' },
  catalogue_changes: { lifetime: '1,000 versions', why: 'each new version removes the oldest' },
  settings: { lifetime: 'for ever', why: 'a dozen rows' },
  media_contents: {
    lifetime: 'as long as its clip or job',
    why: 'the job `removing old uploads` removes others after a day',
  },
  inbox_files: {
    lifetime: '2 days unfinished, 14 days waiting',
    why: 'the job `removing old uploads` removes file and row together',
  },
  stored_pictures: {
    lifetime: '30 days after it was replaced',
    why: 'pictures and later subtitles; `removing unused pictures` removes file and row',
  },
  jobs: { lifetime: 'a day after its last worker', why: 'one for each background job' },
  staff: { lifetime: 'until removed', why: 'one for each operator' },
  webhooks: { lifetime: 'until removed', why: 'at most 20' },
  erasures: { lifetime: 'until erased', why: 'one for each account that is being erased' },
  account_export_parts: { lifetime: 'as long as its export', why: 'pieces of a file' },
  service_summaries: { lifetime: 'for ever', why: 'five rows' },
  title_sums: { lifetime: 'an hour', why: 'three for each title; each count replaces all' },
  cohort_months: { lifetime: 'for ever', why: 'at most thirteen for each month' },
};
