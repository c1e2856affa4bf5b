import { sql } from 'kysely';
import { ofAccounts, type OwnerKey } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';
import type { PlaybackOffsetRow, StartAgainRemovalsTable } from '#server/db/tables.ts';

/** A profile of an account, and an episode. */
export type OffsetKey = Pick<PlaybackOffsetRow, 'account_id' | 'profile_id' | 'episode_id'>;

/** Offsets of profiles in episodes, in any order. */
export async function listOffsetRows(db: Connection, keys: readonly OffsetKey[]): Promise<PlaybackOffsetRow[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<PlaybackOffsetRow>`
    select offsets.* from playback_offsets as offsets
    join (select distinct account_id, profile_id, episode_id
      from unnest(${accountIds}::uuid[], ${keys.map(({ profile_id: id }) => id)}::uuid[],
        ${keys.map(({ episode_id: id }) => id)}::int[]) as given (account_id, profile_id, episode_id)) as asked
    on asked.account_id = offsets.account_id and asked.profile_id = offsets.profile_id
      and asked.episode_id = offsets.episode_id
    where ${ofAccounts(accountIds, 'offsets.account_id')}`.execute(db);
  return rows;
}

/** Hides a title from a profile's begun titles, as of `removed_at`. */
export async function saveStartAgainRemoval(db: Connection, removal: StartAgainRemovalsTable): Promise<void> {
  await db
    .insertInto('start_again_removals')
    .values(removal)
    .onConflict((conflict) =>
      conflict.columns(['account_id', 'profile_id', 'item_id']).doUpdateSet({ removed_at: removal.removed_at }),
    )
    .execute();
}

export async function deleteStartAgainRemoval(
  db: Connection,
  removal: Pick<StartAgainRemovalsTable, 'account_id' | 'profile_id' | 'item_id'>,
): Promise<void> {
  await db
    .deleteFrom('start_again_removals')
    .where('account_id', '=', removal.account_id)
    .where('profile_id', '=', removal.profile_id)
    .where('item_id', '=', removal.item_id)
    .execute();
}

/** The last moved offset of a profile in a title. */
export interface LastOffset extends PlaybackOffsetRow {
  /** Whether the profile can resume there: false for a title that it has hidden, or removed since. */
  is_begun: boolean;
  /** Episodes of the title that the profile has finished. */
  cnt_finished: number;
}

/** The last moved offset per profile and title, the newest first. */
export async function listLastOffsets(db: Connection, owners: readonly OwnerKey[]): Promise<LastOffset[]> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const profileIds = owners.map(({ profileId }) => profileId);
  const { rows } = await sql<LastOffset>`
    select last.*, not exists (
      select 1 from start_again_removals as removals
      where removals.account_id = last.account_id and removals.profile_id = last.profile_id
        and removals.item_id = last.item_id and removals.removed_at >= last.updated_at
        and ${ofAccounts(accountIds, 'removals.account_id')})
      and not exists (
        select 1 from hidden_items as hidden
        where hidden.account_id = last.account_id and hidden.profile_id = last.profile_id
          and hidden.item_id = last.item_id and ${ofAccounts(accountIds, 'hidden.account_id')}) as is_begun
    from (
      select distinct on (offsets.profile_id, offsets.item_id) offsets.*,
        (count(*) filter (where offsets.is_finished) over (partition by offsets.profile_id, offsets.item_id))::int as cnt_finished
      from unnest(${accountIds}::uuid[], ${profileIds}::uuid[]) as asked (account_id, profile_id)
      join playback_offsets as offsets
        on offsets.account_id = asked.account_id and offsets.profile_id = asked.profile_id
      where ${ofAccounts(accountIds, 'offsets.account_id')}
      order by offsets.profile_id, offsets.item_id, offsets.updated_at desc, offsets.episode_id desc
    ) as last
    order by last.updated_at desc, last.item_id`.execute(db);
  return rows;
}
