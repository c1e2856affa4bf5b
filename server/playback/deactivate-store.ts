import type { Connection } from '../db/open.ts';
import type { PlayLogRow } from '../db/tables.ts';

export type ReportingPlayLog = Pick<PlayLogRow, 'id' | 'device_session_id' | 'profile_id'>;

/** Play logs of an account that take a report yet, also the one on leaving, and on whose behalf. */
export const listReporting = (tx: Connection, accountId: string): Promise<ReportingPlayLog[]> =>
  tx
    .selectFrom('play_logs')
    .select(['id', 'device_session_id', 'profile_id'])
    .where('account_id', '=', accountId)
    .where('state', 'in', ['active', 'superseded'])
    .execute();
