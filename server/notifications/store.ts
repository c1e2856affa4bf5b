import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { Connection } from '../db/open.ts';
import type { MutedNotificationsTable, NotificationRow } from '../db/tables.ts';

type ProfileKey = Pick<NotificationRow, 'account_id' | 'profile_id'>;

export type ShownRow = Pick<
  NotificationRow,
  'id' | 'kind' | 'item_id' | 'episode_id' | 'text' | 'created_at' | 'read_at'
>;

/** The newest notifications of a profile, the newest first. */
export const listNotificationRows = (
  db: Connection,
  { account_id, profile_id }: ProfileKey,
  limit: number,
): Promise<ShownRow[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'kind', 'item_id', 'episode_id', 'text', 'created_at', 'read_at'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

export const findNotification = (
  db: Connection,
  { account_id, profile_id }: ProfileKey,
  id: string,
): Promise<Pick<NotificationRow, 'id' | 'created_at'> | undefined> =>
  db
    .selectFrom('notifications')
    .select(['id', 'created_at'])
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .where('id', '=', id)
    .executeTakeFirst();

/** Marks a notification and all older ones of the profile. */
export async function markRead(
  db: Connection,
  { account_id, profile_id }: ProfileKey,
  newest: Pick<NotificationRow, 'id' | 'created_at'>,
  now: Date,
): Promise<void> {
  await sql`update notifications set read_at = ${now}
    where account_id = ${account_id} and profile_id = ${profile_id} and read_at is null
      and (created_at, id) <= (${newest.created_at}, ${newest.id}::uuid)`.execute(db);
}

export async function listMuted(
  db: Connection,
  { account_id, profile_id }: ProfileKey,
): Promise<ReadonlySet<NotificationKind>> {
  const rows = await db
    .selectFrom('muted_notifications')
    .select('kind')
    .where('account_id', '=', account_id)
    .where('profile_id', '=', profile_id)
    .execute();
  return new Set(rows.map(({ kind }) => kind));
}

export async function mute(tx: Connection, muted: MutedNotificationsTable): Promise<void> {
  await tx
    .insertInto('muted_notifications')
    .values(muted)
    .onConflict((conflict) => conflict.columns(['account_id', 'profile_id', 'kind']).doNothing())
    .execute();
}

export async function unmute(tx: Connection, muted: MutedNotificationsTable): Promise<void> {
  await tx
    .deleteFrom('muted_notifications')
    .where('account_id', '=', muted.account_id)
    .where('profile_id', '=', muted.profile_id)
    .where('kind', '=', muted.kind)
    .execute();
}
