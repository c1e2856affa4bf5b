import type { Connection } from '../db/open.ts';
import type { PlayLogRow } from '../db/tables.ts';

export type ReportingPlayLog = Pick<PlayLogRow, 'id' | 'device_session_id' | 'profile_id'>;

/** Play logs of an account that may still report at `now`, the report on leaving included, and their profiles. */
export const listReporting = (tx: Connection, accountId: string, now: Date): Promise<ReportingPlayLog[]> =>
  tx
    .selectFrom('play_logs')
    .select(['id', 'device_session_id', 'profile_id'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'superseded'])
    .where('expires_at', '>', now)
    .execute();
