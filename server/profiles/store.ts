import type { Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { ProfileRow, ProfilesTable } from '../db/tables.ts';
import { fail } from '../lib/fail.ts';
import type { WatchLimits } from './watch-time.ts';

export const listProfileRows = (db: Connection, accountId: string): Promise<ProfileRow[]> =>
  db
    .selectFrom('profiles')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

export const findProfile = (db: Connection, accountId: string, id: string): Promise<ProfileRow | undefined> =>
  db.selectFrom('profiles').selectAll().where('account_id', '=', accountId).where('id', '=', id).executeTakeFirst();

/** Serializes changes of a profile. */
export async function lockProfile(tx: Connection, profile: Pick<ProfileRow, 'account_id' | 'id'>): Promise<void> {
  await tx
    .selectFrom('profiles')
    .select('id')
    .where('account_id', '=', profile.account_id)
    .where('id', '=', profile.id)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Keeps a profile from being removed until the transaction ends: rows written for it would be orphaned. Lock it before
 * anything else, in the same order as the removal, to prevent deadlocks.
 *
 * @throws TOKEN_INVALID when it has been removed since its token was looked up.
 */
export async function holdProfile(
  tx: Connection,
  profile: Pick<ProfileRow, 'account_id' | 'id'>,
): Promise<Pick<ProfileRow, 'max_rating'> & WatchLimits> {
  const held = await tx
    .selectFrom('profiles')
    .select(['max_rating', 'daily_minutes', 'bedtime_from', 'bedtime_to', 'bedtime_lifted_until'])
    .where('account_id', '=', profile.account_id)
    .where('id', '=', profile.id)
    .forKeyShare()
    .executeTakeFirst();
  return held ?? fail('TOKEN_INVALID');
}

/**
 * Keeps a profile from being removed or changed, and lets one such transaction of a profile run at a time. Lock it
 * before anything else, as in `holdProfile`.
 *
 * @throws TOKEN_INVALID when it has been removed since its token was looked up.
 */
export async function holdProfileAlone(
  tx: Connection,
  profile: Pick<ProfileRow, 'account_id' | 'id'>,
): Promise<Pick<ProfileRow, 'name' | 'default_image_id'> & WatchLimits> {
  const held = await tx
    .selectFrom('profiles')
    .select(['name', 'default_image_id', 'daily_minutes', 'bedtime_from', 'bedtime_to', 'bedtime_lifted_until'])
    .where('account_id', '=', profile.account_id)
    .where('id', '=', profile.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return held ?? fail('TOKEN_INVALID');
}

export async function insertProfile(db: Connection, profile: Insertable<ProfilesTable>): Promise<void> {
  await db.insertInto('profiles').values(profile).execute();
}

export async function updateProfileRow(
  tx: Connection,
  profile: Pick<ProfileRow, 'account_id' | 'id'>,
  changes: Partial<Omit<ProfileRow, 'account_id' | 'id' | 'created_at'>>,
): Promise<void> {
  if (Object.keys(changes).length === 0) return;
  await tx
    .updateTable('profiles')
    .set(changes)
    .where('account_id', '=', profile.account_id)
    .where('id', '=', profile.id)
    .execute();
}

/** Deletes a profile with its tokens, offsets, hidden titles and watch times. Its watch time stays in the statistics. */
export async function deleteProfile(tx: Connection, profile: Pick<ProfileRow, 'account_id' | 'id'>): Promise<void> {
  for (const table of ['playback_offsets', 'start_again_removals', 'blocked_profiles', 'watch_times'] as const)
    await tx
      .deleteFrom(table)
      .where('account_id', '=', profile.account_id)
      .where('profile_id', '=', profile.id)
      .execute();
  await tx.deleteFrom('profiles').where('account_id', '=', profile.account_id).where('id', '=', profile.id).execute();
}

export interface ProfileImageRow {
  id: number;
  name: string;
  path: string;
}

export const listProfileImageRows = (db: Connection): Promise<ProfileImageRow[]> =>
  db.selectFrom('profile_images').select(['id', 'name', 'path']).orderBy('position').execute();
