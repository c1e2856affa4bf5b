import type { Generated, Selectable } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';

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
interface NotificationFanOutsTable {
  kind: 'new_episode' | 'request' | 'delay' | 'leaving';
  thing: string;
  item_id: number;
  episode_id: number | null;
  text: string;
  /** When the event happens or happened: the release, the delayed release, the operator's decision, or the end. */
  at: Date;
  found_at: Date;
  /** The last account, in the order of ids, that has its notifications; null before the first. */
  last_account_id: string | null;
  /** Accounts with at least one notified profile. */
  cnt_account: Generated<number>;
  done_at: Date | null;
}

/** Tables of the notifications. */
export interface TablesOfNotifications {
  notifications: NotificationsTable;
  muted_notifications: MutedNotificationsTable;
  notification_fan_outs: NotificationFanOutsTable;
}

export type NotificationRow = Selectable<NotificationsTable>;
export type NotificationFanOutRow = Selectable<NotificationFanOutsTable>;
