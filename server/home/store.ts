import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

export interface TouchedTitle {
  profile_id: string;
  item_id: number;
  score: number | null;
  cnt_finished: number;
}

/** The titles that profiles rated or watched last, with the score and how many episodes they finished. */
export async function listTouchedTitles(
  db: Connection,
  profileIds: readonly string[],
  limit: number,
): Promise<TouchedTitle[]> {
  const { rows } = await sql<TouchedTitle>`
    select profile_id, item_id, score, cnt_finished from (
      select profile_id, item_id, max(score) as score, sum(finished)::int as cnt_finished,
        row_number() over (partition by profile_id order by max(updated_at) desc, item_id) as place
      from (
        select profile_id, item_id, score, 0 as finished, updated_at
        from ratings where profile_id = any(${[...profileIds]}::uuid[])
        union all
        select profile_id, item_id, null, case when is_finished then 1 else 0 end, updated_at
        from playback_offsets where profile_id = any(${[...profileIds]}::uuid[])
      ) as touched group by profile_id, item_id
    ) as placed where place <= ${limit} order by profile_id, place`.execute(db);
  return rows;
}

/** A profile and its account. */
export interface OwnerKey {
  readonly accountId: string;
  readonly profileId: string;
}

/**
 * A digest per profile of all rows of its own that home is made from. Equal digests mean equal rows; rows that only
 * moved in their table may change a digest.
 */
export async function listOwnDigests(db: Connection, owners: readonly OwnerKey[]): Promise<string[]> {
  const profileIds = owners.map(({ profileId }) => profileId);
  const accountIds = [...new Set(owners.map(({ accountId }) => accountId))];
  const { rows } = await sql<{ owner: string; digest: string }>`
    select owner, md5(string_agg(line, ',')) as digest from (
      select profile_id as owner,
        concat_ws(' ', 'offset', episode_id, "offset", is_finished, updated_at) as line
      from playback_offsets where profile_id = any(${profileIds}::uuid[])
      union all
      select profile_id, concat_ws(' ', 'rating', item_id, score, updated_at)
      from ratings where profile_id = any(${profileIds}::uuid[])
      union all
      select profile_id, concat_ws(' ', 'wish', item_id, created_at)
      from wishes where profile_id = any(${profileIds}::uuid[])
      union all
      select profile_id, concat_ws(' ', 'removal', item_id, removed_at)
      from start_again_removals where profile_id = any(${profileIds}::uuid[])
      union all
      select account_id, concat_ws(' ', 'order', id, status, right_expires_at)
      from orders where account_id = any(${accountIds}::uuid[])
    ) as own group by owner`.execute(db);
  const digests = new Map(rows.map(({ owner, digest }) => [owner, digest]));
  return owners.map(({ accountId, profileId }) => `${digests.get(profileId) ?? ''} ${digests.get(accountId) ?? ''}`);
}
