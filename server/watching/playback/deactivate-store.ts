import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { EpisodeRow, PlayLogRow } from '#server/db/tables.ts';

const COLUMNS = ['id', 'device_session_id', 'profile_id', 'item_id', 'episode_id', 'expires_at'] as const;

/** A play log that accepts reports, or an active download grant. */
export type ReportingPlayLog = Pick<PlayLogRow, (typeof COLUMNS)[number]>;

/** Play logs of an account that accept reports at `now`, including the last report on leaving. */
export const listReporting = (tx: Connection, accountId: string, now: Date): Promise<ReportingPlayLog[]> =>
  tx
    .selectFrom('play_logs')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'superseded'])
    .where('expires_at', '>', now)
    .execute();

/** Active download grants of an account at `now`. */
export const listDownloading = (tx: Connection, accountId: string, now: Date): Promise<ReportingPlayLog[]> =>
  tx
    .selectFrom('download_grants')
    .select(COLUMNS)
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();

/** The access rules of episodes, also of unreleased ones; episodes that left the catalogue are missing. */
export const listAccessRules = (
  tx: Connection,
  episodeIds: readonly number[],
): Promise<Pick<EpisodeRow, 'id' | 'item_id' | 'access'>[]> =>
  tx
    .selectFrom('episodes')
    .select(['id', 'item_id', 'access'])
    .where((eb) => eb('id', '=', sql<number>`any(${[...episodeIds]}::int[])`))
    .execute();

export async function endDownloadGrants(
  tx: Connection,
  { accountId, ids, endedAt }: { accountId: string; ids: readonly string[]; endedAt: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('download_grants')
    .set({ ended_at: endedAt })
    .where('account_id', '=', accountId)
    .where((eb) => eb('id', '=', sql<string>`any(${[...ids]}::uuid[])`))
    .execute();
}
