import { sql } from 'kysely';
import { ofAccounts, type OwnerKey } from '../db/of-accounts.ts';
import type { Connection } from '../db/open.ts';

export interface Rated {
  profile_id: string;
  item_id: number;
  score: number;
  updated_at: Date;
}

/** The titles that profiles rated last. */
export async function listRated(db: Connection, owners: readonly OwnerKey[], limit: number): Promise<Rated[]> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const profileIds = owners.map(({ profileId }) => profileId);
  const { rows } = await sql<Rated>`
    select profile_id, item_id, score, updated_at from (
      select ratings.profile_id, ratings.item_id, ratings.score, ratings.updated_at,
        row_number() over (partition by ratings.profile_id order by ratings.updated_at desc, ratings.item_id) as place
      from unnest(${accountIds}::uuid[], ${profileIds}::uuid[]) as asked (account_id, profile_id)
      join ratings on ratings.account_id = asked.account_id and ratings.profile_id = asked.profile_id
      where ${ofAccounts(accountIds, 'ratings.account_id')}
    ) as placed where place <= ${limit}`.execute(db);
  return rows;
}

/** State of a profile's own rows on which home depends. */
export interface ProfileBasis {
  /** Equal digests mean equal rows; a rewritten row may change a digest. */
  digest: string;
  /** Titles that the profile has hidden; part of the digest. */
  hidden: readonly number[];
}

export async function listProfileDigests(db: Connection, owners: readonly OwnerKey[]): Promise<ProfileBasis[]> {
  const accountIds = owners.map(({ accountId }) => accountId);
  const profileIds = owners.map(({ profileId }) => profileId);
  const ofOwners = (table: string) =>
    sql`from asked join ${sql.table(table)} as own
      on own.account_id = asked.account_id and own.profile_id = asked.profile_id
      where ${ofAccounts(accountIds, 'own.account_id')}`;
  const { rows } = await sql<{ owner: string; digest: string; hidden: number[] | null }>`
    with asked as (
      select * from unnest(${accountIds}::uuid[], ${profileIds}::uuid[]) as given (account_id, profile_id)
    )
    select owner, md5(string_agg(line, ',' order by line)) as digest,
      array_agg(hidden_id order by hidden_id) filter (where hidden_id is not null) as hidden
    from (
      select own.profile_id as owner,
        concat_ws(' ', 'offset', own.episode_id, own."offset", own.is_finished, own.updated_at) as line,
        null::int as hidden_id
      ${ofOwners('playback_offsets')}
      union all
      select own.profile_id, concat_ws(' ', 'rating', own.item_id, own.score, own.updated_at), null
      ${ofOwners('ratings')}
      union all
      select own.profile_id, concat_ws(' ', 'wish', own.item_id, own.created_at), null
      ${ofOwners('wishes')}
      union all
      select own.profile_id, concat_ws(' ', 'removal', own.item_id, own.removed_at), null
      ${ofOwners('start_again_removals')}
      union all
      select own.profile_id, concat_ws(' ', 'hidden', own.item_id), own.item_id
      ${ofOwners('hidden_items')}
      union all
      select orders.account_id, concat_ws(' ', 'order', id, status, right_expires_at), null
      from (select distinct account_id from asked) as accounts join orders on orders.account_id = accounts.account_id
      where ${ofAccounts(accountIds, 'orders.account_id')}
    ) as lines group by owner`.execute(db);
  const found = new Map(rows.map((row) => [row.owner, row]));
  return owners.map(({ accountId, profileId }) => ({
    digest: `${found.get(profileId)?.digest ?? ''} ${found.get(accountId)?.digest ?? ''}`,
    hidden: found.get(profileId)?.hidden ?? [],
  }));
}
