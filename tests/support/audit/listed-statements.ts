import type { TableName } from '#server/db/tables.ts';
import { distributions } from '#server/db/distribution.ts';
import type { Unrouted } from './unrouted-tables.ts';

interface Listed {
  tables: readonly TableName[];
  why: string;
}

/** Functions of the server whose statements may read all shards of these tables. By file and name, below `server/`. */
export const EVERY_SHARD: Readonly<Record<string, Listed>> = {
  'ads/fold-store.ts foldHours': {
    tables: ['ad_events', 'play_logs'],
    why: 'sums for operators, by a worker, once a minute over the last hours; a playback is on the shard of its events',
  },
  'catalogue/lists/charts-store.ts countViewers': {
    tables: ['play_logs'],
    why: 'a chart is counted once in ten minutes, by a worker, and kept as a row',
  },
  'catalogue/lists/charts-store.ts countRatings': { tables: ['ratings'], why: 'as `countViewers`' },
  'catalogue/learning/history-store.ts listAccountsAfter': {
    tables: ['accounts'],
    why: 'all accounts, 500 at a time, once a night by a worker, and after an episode has moved',
  },
  'catalogue/moves/moves-store.ts carryRows': {
    tables: [
      ...(['playback_offsets', 'play_logs', 'watch_days', 'history_removals'] as const),
      ...(['download_grants', 'orders', 'notifications'] as const),
    ],
    why: 'the rows of 500 accounts about a moved episode; an array of ids asks only their shards',
  },
  'catalogue/moves/moves-store.ts countBuyers': {
    tables: ['orders'],
    why: 'who bought a title whose episode an operator moves; rare',
  },
  'catalogue/learning/history-store.ts listHistories': {
    tables: ['playback_offsets', 'ratings', 'wishes', 'hidden_items', 'profiles'],
    why: 'the histories of 500 accounts, once a night by a worker; an array of ids asks only their shards',
  },
  'catalogue/transfer/import-store.ts recountRatings': { tables: ['ratings'], why: 'when the demo is filled in' },
  'leaving/erasing-store.ts deleteRows': {
    tables: ['review_reports'],
    why: 'reports are stored with their titles; when an account is erased',
  },
  'leaving/erasing-store.ts unblock': {
    tables: ['blocked_profiles'],
    why: 'those who blocked an erased profile have other accounts',
  },
  'leaving/exports-store.ts listPage': {
    tables: ['short_reviews', 'review_likes', 'review_reports'],
    why: 'opinions are stored with their titles; three times a day for an account at most',
  },
  'catalogue/editing/title-record-store.ts isWatched': {
    tables: ['play_logs'],
    why: 'whether anybody plays an episode that an operator removes; rare',
  },
  'monitoring/metrics/store.ts countActivePlayLogs': {
    tables: ['play_logs'],
    why: 'a number for operators, of all accounts',
  },
  'monitoring/metrics/store.ts countPaymentProblems': { tables: ['payments'], why: 'as `countActivePlayLogs`' },
  'notifications/endings-store.ts listEndingMemberships': {
    tables: ['accounts'],
    why: 'memberships of all accounts that end within a day, in parts, by a worker',
  },
  'notifications/endings-store.ts listEndingRentals': { tables: ['orders'], why: 'as `listEndingMemberships`' },
  'notifications/fan-out-store.ts listFollowingAccounts': {
    tables: ['wishes', 'playback_offsets'],
    why: 'accounts to notify about a title, in parts, by a worker',
  },
  'notifications/fan-out-store.ts listRequestingAccounts': {
    tables: ['item_requests'],
    why: 'as `listFollowingAccounts`',
  },
  'notifications/recipients-store.ts listRecipients': {
    tables: ['profiles', 'muted_notifications'],
    why: 'profiles of a part of the accounts; an array of accounts asks only their shards',
  },
  'notifications/recipients-store.ts listFollowers': {
    tables: ['wishes', 'playback_offsets', 'start_again_removals', 'hidden_items'],
    why: 'as `listRecipients`',
  },
  'notifications/recipients-store.ts trimNotifications': { tables: ['notifications'], why: 'as `listRecipients`' },
  'watching/media/ended-store.ts listEnded': {
    tables: ['play_logs'],
    why: 'the ends of all accounts in the last minutes, by a worker, where edges give out the media',
  },
  'profiles/statistics-store.ts findTotals': {
    tables: ['short_reviews'],
    why: "counts a profile's reviews, which are stored with their titles; on the statistics screen only",
  },
  'monitoring/quality/fold-store.ts foldQuality': {
    tables: ['playback_quality'],
    why: 'sums for operators, by a worker, once a minute over the last hours',
  },
  'monitoring/quality/fold-store.ts foldWatching': { tables: ['play_logs'], why: 'as `foldQuality`' },
  'monitoring/quality/fold-store.ts foldSales': { tables: ['accounts', 'orders'], why: 'as `foldQuality`' },
  'monitoring/quality/fold-store.ts sumQuality': { tables: ['playback_quality'], why: 'as `foldQuality`' },
  'monitoring/quality/fold-store.ts listFailures': { tables: ['playback_quality'], why: 'as `foldQuality`' },
  'monitoring/quality/fold-store.ts countPlaying': { tables: ['play_logs'], why: 'as `foldQuality`' },
  'monitoring/quality/fold-store.ts countHour': {
    tables: ['accounts', 'orders', 'play_logs'],
    why: 'as `foldQuality`',
  },
  'console/people/people-store.ts pageOf': {
    tables: ['accounts', 'orders', 'short_reviews', 'review_reports'],
    why: 'at most a thousand accounts for an operator, by an index; bounded by member',
  },
  'console/people/people-store.ts listAccountsOf': {
    tables: ['accounts', 'profiles'],
    why: 'a page of accounts; an array of ids asks only their shards',
  },
  'console/people/people-store.ts findByEmail': {
    tables: ['account_emails'],
    why: 'a part of an address, by an index, for an operator; bounded by member',
  },
  'console/people/people-store.ts findByProfile': { tables: ['profiles'], why: 'as `findByEmail`' },
  'staff/audit/targets-store.ts findAccounts': {
    tables: ['accounts'],
    why: 'the accounts of a page of the audit log, for an owner; an array of ids asks only their shards',
  },
  'monitoring/webhooks/events-store.ts listOrderEvents': {
    tables: ['orders'],
    why: 'what was paid or refunded in the last minutes, by an index, for webhooks; by a worker, every ten seconds',
  },
  'monitoring/sales/sales-store.ts insertSales': {
    tables: ['orders'],
    why: 'sums for operators, by a worker, every ten minutes over the last days',
  },
  'monitoring/viewing/viewing-store.ts foldTitleDay': {
    tables: ['play_logs', 'accounts'],
    why: 'sums for operators, by a worker, of a day or two every ten minutes',
  },
  'monitoring/viewing/viewing-store.ts foldEpisodeDay': { tables: ['play_logs', 'accounts'], why: 'as `foldTitleDay`' },
  'monitoring/viewing/viewing-store.ts foldProposalDay': { tables: ['play_logs'], why: 'as `foldTitleDay`' },
  'monitoring/viewing/viewing-store.ts countTitleViewers': {
    tables: ['play_logs', 'accounts'],
    why: 'as `foldTitleDay`, once an hour over four weeks',
  },
  'monitoring/viewing/viewing-store.ts foldCohorts': {
    tables: ['accounts', 'play_logs'],
    why: 'as `foldTitleDay`, once an hour over a month',
  },
  'shop/payments-store.ts listDuePayments': {
    tables: ['payments'],
    why: 'payments of all accounts about which a worker asks the provider, in parts',
  },
  'shop/vouchers/vouchers-store.ts listUses': {
    tables: ['voucher_uses', 'accounts'],
    why: 'who has redeemed a code, for an operator; rare',
  },
  'shop/vouchers/vouchers-store.ts countUses': { tables: ['voucher_uses'], why: 'as `listUses`' },
  'reviews/requests/store.ts findRequest': {
    tables: ['item_requests'],
    why: 'counts the accounts that ask for a title; on one screen only',
  },
  'reviews/requests/operated-store.ts listRequestedTitles': {
    tables: ['item_requests'],
    why: 'counts the accounts that ask for each title, for an operator; rare',
  },
  'reviews/requests/operated-store.ts saveCounts': {
    tables: ['item_requests'],
    why: 'counts the requests of all accounts, by a worker, every ten minutes',
  },
  'reviews/account-removal-store.ts listLikesOf': {
    tables: ['review_likes'],
    why: 'likes are stored with their titles; when an account is erased',
  },
  'reviews/account-removal-store.ts listReviewsOf': { tables: ['short_reviews'], why: 'as `listLikesOf`' },
  'reviews/author-store.ts copyAuthor': {
    tables: ['short_reviews'],
    why: 'a new name or picture goes into all reviews of the profile; rare',
  },
  'reviews/profile-removal-store.ts listOpinions': {
    tables: ['short_reviews', 'review_likes', 'review_reports'],
    why: 'a removed profile takes its reviews, likes and reports along; rare',
  },
  'retention/ad-events-store.ts foldAdEvents': {
    tables: ['ad_events'],
    why: 'old rows of all accounts, in parts, by a worker',
  },
  'retention/play-logs-store.ts expirePlayLogs': { tables: ['play_logs'], why: 'as `foldAdEvents`' },
  'retention/ad-events-store.ts removeAndCount': { tables: ['ad_events'], why: 'as `foldAdEvents`' },
  'retention/play-logs-store.ts foldPlayLogs': { tables: ['play_logs'], why: 'as `foldAdEvents`' },
  'retention/play-logs-store.ts removeAndSum': { tables: ['play_logs', 'profiles'], why: 'as `foldAdEvents`' },
  'retention/rows-store.ts removeRows': {
    tables: [
      ...(['device_sessions', 'download_grants', 'ad_servings', 'orders'] as const),
      ...(['membership_changes', 'payments', 'review_reports', 'watch_times', 'identity_checks'] as const),
      ...(['notifications', 'playback_quality', 'voucher_uses', 'remembered_devices'] as const),
    ],
    why: 'as `foldAdEvents`',
  },
  'reviews/moderation-store.ts listModerated': {
    tables: ['review_reports', 'short_reviews'],
    why: 'the reports of all titles, for an operator; rare',
  },
  'reviews/moderation-store.ts countReasons': { tables: ['review_reports'], why: 'as `listModerated`' },
};

/** Functions that may insert the rows of a query into these tables: a viewer's call never does. */
export const INSERTED_FROM_QUERIES: Readonly<Record<string, Listed>> = {
  'retention/play-logs-store.ts removeAndSum': { tables: ['watch_days'], why: 'old rows of all accounts, by a worker' },
  'notifications/recipients-store.ts insertNotifications': {
    tables: ['notifications'],
    why: 'profiles of a part of the accounts, by a worker',
  },
  'demo/store.ts insertReviewers': {
    tables: ['ratings', 'short_reviews', 'review_likes'],
    why: 'when the demo is filled in',
  },
};

/** Comment of `ofAccounts` in place of an account, for batches on one machine. */
const WITHOUT_ACCOUNT = '/* several accounts */';

/** The comment says nothing about tables that are spread by anything but the account. */
function isOfAccounts(statement: string, table: TableName): boolean {
  const declared = distributions[table];
  return declared.is === 'distributed' && declared.group === 'account' && statement.includes(WITHOUT_ACCOUNT);
}

/** A cluster refuses to lock rows of several shards, so no list allows that. What several accounts write needs the list. */
export function isListed(statement: string, place: string, { table, isLocked, isWritten }: Unrouted): boolean {
  if (isLocked) return false;
  if (isWritten) return INSERTED_FROM_QUERIES[place.replace(/^server\//, '')]?.tables.includes(table) === true;
  return EVERY_SHARD[place.replace(/^server\//, '')]?.tables.includes(table) === true || isOfAccounts(statement, table);
}
