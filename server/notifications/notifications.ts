import type { NotificationKind, NotificationSettings } from '#contract/notifications.ts';
import type { ProfileCaller } from '../accounts/sessions.ts';
import { isRatingAllowed } from '../lib/age-limit.ts';
import type { Catalogue } from '../catalogue/snapshot.ts';
import type { CatalogueItem } from '../catalogue/store.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import { holdProfile } from '../profiles/index.ts';
import { MOST_NOTIFICATIONS, mayOrder } from './rules.ts';
import { findNotification, listMuted, listNotificationRows, markRead, mute, unmute, type ShownRow } from './store.ts';

export interface ShownNotification {
  row: ShownRow;
  /** Undefined for a notification about the account. */
  item: CatalogueItem | undefined;
}

export interface Notifications {
  /** Omits what the profile may not see, and what is no longer in the catalogue. */
  list(
    caller: ProfileCaller,
    page: { limit: number; offset: number },
  ): Promise<{ count: number; unread: number; results: ShownNotification[] }>;
  /** Marks a notification and all older ones; idempotent. @throws NOT_FOUND */
  read(caller: ProfileCaller, newestId: string): Promise<void>;
  settings(caller: ProfileCaller): Promise<NotificationSettings>;
  /** Idempotent. What was told before stays. */
  change(
    caller: ProfileCaller,
    changes: { [K in NotificationKind]?: boolean | undefined },
  ): Promise<NotificationSettings>;
}

const keyOf = ({ account, profile }: ProfileCaller) => ({ account_id: account.id, profile_id: profile.id });

/** The age limit may have changed since the notification was made, and the release may have been taken back. */
function showOne(
  items: ReadonlyMap<number, CatalogueItem>,
  { profile }: ProfileCaller,
  row: ShownRow,
): ShownNotification[] {
  if (row.item_id === null) return mayOrder(profile.max_rating) ? [{ row, item: undefined }] : [];
  const item = items.get(row.item_id);
  if (!item || !isRatingAllowed(item.content_rating, profile.max_rating)) return [];
  const isGone = row.kind === 'new_episode' && row.episode_id !== null && !item.episode_ids.includes(row.episode_id);
  return isGone ? [] : [{ row, item }];
}

export function createNotifications(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  catalogue: Catalogue;
}): Notifications {
  const { db, transact, clock, catalogue } = options;

  const settings: Notifications['settings'] = async (caller) => {
    const muted = await listMuted(db, keyOf(caller));
    return {
      new_episode: !muted.has('new_episode'),
      rental_ending: !muted.has('rental_ending'),
      membership_ending: !muted.has('membership_ending'),
      request: !muted.has('request'),
      delay: !muted.has('delay'),
      leaving: !muted.has('leaving'),
    };
  };

  return {
    async list(caller, { limit, offset }) {
      const [snapshot, rows] = await Promise.all([
        catalogue.current(caller),
        listNotificationRows(db, keyOf(caller), MOST_NOTIFICATIONS),
      ]);
      const found = await snapshot.items([...new Set(rows.flatMap(({ item_id: id }) => id ?? []))]);
      const items = new Map(found.map((item) => [item.id, item]));
      const shown = rows.flatMap((row) => showOne(items, caller, row));
      return {
        count: shown.length,
        unread: shown.filter(({ row }) => row.read_at === null).length,
        results: shown.slice(offset, offset + limit),
      };
    },

    async read(caller, newestId) {
      const newest = (await findNotification(db, keyOf(caller), newestId)) ?? fail('NOT_FOUND');
      await markRead(db, keyOf(caller), newest, clock.now());
    },

    settings,

    async change(caller, changes) {
      await transact(async (tx) => {
        await holdProfile(tx, caller.profile);
        for (const [kind, isWanted] of Object.entries(changes) as [NotificationKind, boolean | undefined][]) {
          if (isWanted === undefined) continue;
          await (isWanted ? unmute : mute)(tx, { ...keyOf(caller), kind });
        }
      });
      return settings(caller);
    },
  };
}
