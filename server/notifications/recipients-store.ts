import { sql } from 'kysely';
import type { NotificationKind } from '#contract/notifications.ts';
import type { ContentRating } from '#contract/profiles.ts';
import type { Connection } from '../db/open.ts';
import type { NotificationRow } from '../db/tables.ts';

export interface Recipient extends Pick<NotificationRow, 'account_id' | 'profile_id'> {
  max_rating: ContentRating;
}

/** Profiles of accounts that want a kind of notifications. */
export async function listRecipients(
  db: Connection,
  accountIds: readonly string[],
  kind: NotificationKind,
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    select profiles.account_id, profiles.id as profile_id, profiles.max_rating from profiles
    where profiles.account_id = any(${[...accountIds]}::uuid[])
      and not exists (
        select 1 from muted_notifications as muted where muted.account_id = profiles.account_id
          and muted.profile_id = profiles.id and muted.kind = ${kind}
      )
    order by profiles.account_id, profiles.id`.execute(db);
  return rows;
}

interface FollowedTitle {
  itemId: number;
  /** Leaves out who began this episode. */
  notBegun: number | null;
  /** Leaves out who finished so many episodes, unless they wished the title. */
  unfinishedOf: number | null;
}

/**
 * Those profiles of accounts that follow a title: they wished it, or began it and did not take it out of the list of
 * begun titles since. Profiles that have hidden it do not.
 *
 * @returns their ids
 */
export async function listFollowers(
  db: Connection,
  accountIds: readonly string[],
  { itemId, notBegun, unfinishedOf }: FollowedTitle,
): Promise<Set<string>> {
  const ids = sql`any(${[...accountIds]}::uuid[])`;
  const { rows } = await sql<{ profile_id: string }>`
    select profile_id from wishes where account_id = ${ids} and item_id = ${itemId}
    union
    select profile_id from playback_offsets as begun where account_id = ${ids} and item_id = ${itemId} and not exists (
      select 1 from start_again_removals as removed where removed.account_id = begun.account_id
        and removed.profile_id = begun.profile_id and removed.item_id = begun.item_id
        and removed.removed_at >= begun.updated_at)
    group by profile_id
    having ${unfinishedOf}::int is null or count(*) filter (where is_finished) < ${unfinishedOf}::int
    except
    select profile_id from playback_offsets
    where account_id = ${ids} and item_id = ${itemId} and episode_id = ${notBegun}::int
    except
    select profile_id from hidden_items where account_id = ${ids} and item_id = ${itemId}`.execute(db);
  return new Set(rows.map(({ profile_id: id }) => id));
}

export type NewNotification = Omit<NotificationRow, 'created_at' | 'read_at' | 'kind'>;

/**
 * Inserts notifications of a kind, unless the profile was told about the same thing.
 *
 * @returns the profiles that had not been told.
 */
export async function insertNotifications(
  tx: Connection,
  kind: NotificationKind,
  given: readonly NewNotification[],
  now: Date,
): Promise<Pick<NotificationRow, 'account_id' | 'profile_id'>[]> {
  if (given.length === 0) return [];
  const column = <K extends keyof NewNotification>(name: K) => given.map((one) => one[name]);
  const { rows } = await sql<Pick<NotificationRow, 'account_id' | 'profile_id'>>`
    insert into notifications (account_id, profile_id, id, kind, thing, item_id, episode_id, text, created_at)
    select account_id, profile_id, id, ${kind}::text, thing, item_id, episode_id, text, ${now}::timestamptz
    from unnest(${column('account_id')}::uuid[], ${column('profile_id')}::uuid[], ${column('id')}::uuid[],
      ${column('thing')}::text[], ${column('item_id')}::int[], ${column('episode_id')}::int[],
      ${column('text')}::text[]) as given (account_id, profile_id, id, thing, item_id, episode_id, text)
    on conflict (account_id, profile_id, kind, thing) do nothing
    returning account_id, profile_id`.execute(tx);
  return rows;
}

/** Deletes the oldest notifications of profiles that have more than `most`. */
export async function trimNotifications(
  db: Connection,
  profiles: readonly Pick<NotificationRow, 'account_id' | 'profile_id'>[],
  most: number,
): Promise<void> {
  if (profiles.length === 0) return;
  const { rows } = await sql<Pick<NotificationRow, 'account_id' | 'profile_id' | 'id'>>`
    select account_id, profile_id, id from (
      select account_id, profile_id, id,
        row_number() over (partition by account_id, profile_id order by created_at desc, id desc) as place
      from notifications where account_id = any(${[...new Set(profiles.map((one) => one.account_id))]}::uuid[])
        and profile_id = any(${profiles.map((one) => one.profile_id)}::uuid[])
    ) as placed where place > ${most}`.execute(db);
  if (rows.length === 0) return;
  await sql`delete from notifications using
      unnest(${rows.map((one) => one.account_id)}::uuid[], ${rows.map((one) => one.profile_id)}::uuid[],
        ${rows.map(({ id }) => id)}::uuid[]) as beyond (account_id, profile_id, id)
    where notifications.account_id = beyond.account_id and notifications.profile_id = beyond.profile_id
      and notifications.id = beyond.id`.execute(db);
}
