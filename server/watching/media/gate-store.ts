import { sql } from 'kysely';
import { ofAccounts } from '#server/db/of-accounts.ts';
import type { Connection } from '#server/db/open.ts';

/** A play log or a download grant. */
export interface GrantKey {
  account_id: string;
  id: string;
}

/** The play logs and download grants among `keys` that still open media at `now`. */
export async function listLiving(db: Connection, keys: readonly GrantKey[], now: Date): Promise<GrantKey[]> {
  const accountIds = keys.map(({ account_id: id }) => id);
  const { rows } = await sql<GrantKey>`
    with asked as (
      select * from unnest(${accountIds}::uuid[], ${keys.map(({ id }) => id)}::uuid[]) as asked (account_id, id)
    ), living as (
      select play_logs.account_id, play_logs.id, play_logs.device_session_id, play_logs.profile_id
      from asked join play_logs on play_logs.account_id = asked.account_id and play_logs.id = asked.id
      where play_logs.state = 'active' and play_logs.expires_at > ${now}
        and ${ofAccounts(accountIds, 'play_logs.account_id')}
      union all
      select grants.account_id, grants.id, grants.device_session_id, grants.profile_id
      from asked join download_grants as grants on grants.account_id = asked.account_id and grants.id = asked.id
      where grants.ended_at is null and grants.expires_at > ${now}
        and ${ofAccounts(accountIds, 'grants.account_id')}
    )
    select living.account_id, living.id from living
    join device_sessions on device_sessions.account_id = living.account_id
      and device_sessions.id = living.device_session_id and device_sessions.revoked_at is null
    join profiles on profiles.account_id = living.account_id and profiles.id = living.profile_id
    where ${ofAccounts(accountIds, 'device_sessions.account_id', 'profiles.account_id')}`.execute(db);
  return rows;
}
