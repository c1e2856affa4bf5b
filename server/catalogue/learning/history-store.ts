import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { LOWEST_SCORE } from './history.ts';
import { MOST_TITLES_OF_PROFILE } from './watched-together.ts';

const NO_ACCOUNT = '00000000-0000-0000-0000-000000000000';

/** A part of all accounts, in the order of ids. @param after null for the first part. */
export async function listAccountsAfter(db: Connection, after: string | null, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('id', '>', after ?? NO_ACCOUNT)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export interface History {
  account_id: string;
  /** Ids with commas, the latest first. */
  ids: string;
}

/**
 * The titles that each profile finished an episode of, rated or wished for since an instant. Without those that it has hidden
 * or rated lowest, and without profiles that asked to be left out.
 */
export async function listHistories(db: Connection, accountIds: readonly string[], since: Date): Promise<History[]> {
  const ids = [...accountIds];
  const { rows } = await sql<History>`
    select seen.account_id,
      array_to_string((array_agg(seen.item_id order by seen.at desc, seen.item_id))[1:${sql.lit(MOST_TITLES_OF_PROFILE)}], ',') as ids
    from (
      select account_id, profile_id, item_id, max(at) as at from (
        select account_id, profile_id, item_id, updated_at as at from playback_offsets
        where account_id = any(${ids}::uuid[]) and is_finished and updated_at >= ${since}
        union all
        select account_id, profile_id, item_id, updated_at from ratings
        where account_id = any(${ids}::uuid[]) and updated_at >= ${since}
        union all
        select account_id, profile_id, item_id, created_at from wishes
        where account_id = any(${ids}::uuid[]) and created_at >= ${since}
      ) as signs group by account_id, profile_id, item_id
    ) as seen
    join profiles on profiles.account_id = seen.account_id and profiles.id = seen.profile_id
      and profiles.account_id = any(${ids}::uuid[]) and profiles.counts_for_proposals
    where not exists (
      select 1 from ratings as low where low.account_id = seen.account_id and low.profile_id = seen.profile_id
        and low.item_id = seen.item_id and low.score < ${LOWEST_SCORE} and low.account_id = any(${ids}::uuid[]))
    and not exists (
      select 1 from hidden_items as hidden where hidden.account_id = seen.account_id
        and hidden.profile_id = seen.profile_id and hidden.item_id = seen.item_id
        and hidden.account_id = any(${ids}::uuid[]))
    group by seen.account_id, seen.profile_id order by seen.account_id, seen.profile_id`.execute(db);
  return rows;
}
