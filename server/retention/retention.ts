import type { TableName } from '../db/changes.ts';
import type { Connection } from '../db/open.ts';
import { foldAdEvents } from './ad-events-store.ts';
import {
  clearOrigins,
  removeAdServings,
  removeAuthorizations,
  removeDownloadGrants,
  removeEmailCodes,
  removeIdleSessions,
  removePasswordResets,
  removeRevokedSessions,
} from './account-rows-store.ts';
import { removeOverOrders, removeUnpaidOrders } from './orders-store.ts';
import { foldPlayLogs } from './play-logs-store.ts';
import { removeCounts, removeSentMails, removeUnsentMails } from './service-rows-store.ts';

const DAY_MS = 24 * 3600_000;

/** How long rows of a table are kept, and how they are removed. */
export interface Retention {
  table: TableName;
  /** As docs/operations.md says it. */
  lifetime: string;
  why: string;
  /** Days after the instant that `remove` compares with. */
  days: number;
  /**
   * Removes at most `limit` rows that are older than `before`, with one statement.
   * @returns how many are gone; fewer than `limit` when none is left.
   */
  remove(db: Connection, before: Date, limit: number): Promise<number>;
}

/** Everything that the server removes. A table that is neither here nor in `KEPT` fails a test. */
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
    why: 'support can say what became of it',
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
    table: 'rate_limits',
    lifetime: 'until the limit resets',
    why: 'a count that is over limits nothing',
    days: 0,
    remove: removeCounts,
  },
];

const WITH_ACCOUNT = 'as long as the account';
const WITH_PROFILE = 'as long as the profile';
const WITH_CATALOGUE = 'as long as the catalogue has it';

/** Tables that no job removes rows from: what bounds each of them. */
export const KEPT: Readonly<Partial<Record<TableName, { lifetime: string; why: string }>>> = {
  accounts: { lifetime: WITH_ACCOUNT, why: 'ends when the owner leaves' },
  profiles: { lifetime: WITH_ACCOUNT, why: 'at most five' },
  tokens: { lifetime: 'as long as its device session', why: 'a few for each device' },
  item_requests: { lifetime: WITH_ACCOUNT, why: 'one for each title; the viewer sees its status' },
  watch_days: { lifetime: WITH_PROFILE, why: 'statistics and history; one for each episode and day watched' },
  playback_offsets: { lifetime: WITH_PROFILE, why: 'one for each episode' },
  start_again_removals: { lifetime: WITH_PROFILE, why: 'one for each title' },
  ratings: { lifetime: WITH_PROFILE, why: 'one for each title' },
  wishes: { lifetime: WITH_PROFILE, why: 'one for each title' },
  short_reviews: { lifetime: WITH_PROFILE, why: 'one for each title' },
  review_likes: { lifetime: WITH_PROFILE, why: 'one for each review' },
  charts: { lifetime: 'an hour', why: 'each new chart removes older ones' },
  ad_days: { lifetime: 'for ever', why: 'billing history without viewers; a few rows for each day' },
  item_figures: { lifetime: 'for ever', why: 'one for each title that was ever rated' },
  items: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  episodes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  clips: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  themes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  item_themes: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  products: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  advertisements: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  ad_breaks: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  profile_images: { lifetime: WITH_CATALOGUE, why: 'replaced by an import' },
  settings: { lifetime: 'for ever', why: 'a dozen rows' },
};

/** Rows in one statement: few enough that nobody waits for the locks that it holds. */
const BATCH = 500;

/**
 * Removes old rows, one batch of each table after the other, until none is left or the run is aborted; the next run goes
 * on. Any number of processes may run it at once.
 *
 * @returns how many rows are gone, by table.
 * @throws Error of the first table that failed, after all others had their turn.
 */
export async function removeOldRows(
  db: Connection,
  now: Date,
  signal: AbortSignal,
  { retention = RETENTION, batch = BATCH } = {},
): Promise<Map<string, number>> {
  const removed = new Map<string, number>();
  const failed: Error[] = [];
  let left = retention;
  while (left.length > 0) {
    const unfinished: Retention[] = [];
    for (const entry of left) {
      if (signal.aborted) return removed;
      const before = new Date(now.getTime() - entry.days * DAY_MS);
      const count = await entry.remove(db, before, batch).catch((error: unknown) => {
        // The other tables have their turn all the same.
        failed.push(new Error(`${entry.table}, ${entry.lifetime}`, { cause: error }));
        return 0;
      });
      removed.set(entry.table, (removed.get(entry.table) ?? 0) + count);
      if (count === batch) unfinished.push(entry);
    }
    left = unfinished;
  }
  if (failed[0]) throw failed[0];
  return removed;
}
