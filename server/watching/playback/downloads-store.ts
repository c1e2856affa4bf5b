import type { Insertable } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { DownloadGrantRow, DownloadGrantsTable } from '#server/db/tables.ts';

type Wanted = Pick<DownloadGrantRow, 'account_id' | 'profile_id' | 'device_session_id' | 'episode_id'>;

/** The grant of one profile and device for an episode that expires last. */
export const findLivingGrant = (tx: Connection, wanted: Wanted, now: Date): Promise<DownloadGrantRow | undefined> =>
  tx
    .selectFrom('download_grants')
    .selectAll()
    .where('account_id', '=', wanted.account_id)
    .where('profile_id', '=', wanted.profile_id)
    .where('device_session_id', '=', wanted.device_session_id)
    .where('episode_id', '=', wanted.episode_id)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** When an account opened grants since an instant, oldest first, including ended ones. */
export async function listOpenedSince(tx: Connection, accountId: string, since: Date): Promise<Date[]> {
  const rows = await tx
    .selectFrom('download_grants')
    .select('opened_at')
    .where('account_id', '=', accountId)
    .where('opened_at', '>', since)
    .orderBy('opened_at')
    .execute();
  return rows.map(({ opened_at: at }) => at);
}

export async function insertGrant(tx: Connection, grant: Insertable<DownloadGrantsTable>): Promise<void> {
  await tx.insertInto('download_grants').values(grant).execute();
}
