import type { Connection } from '../db/open.ts';
import type { PlayLogRow } from '../db/tables.ts';

export type ActivePlayLog = Pick<PlayLogRow, 'id' | 'device_session_id' | 'profile_id'>;

/** What an account is playing, and on whose behalf. */
export const listPlaying = (tx: Connection, accountId: string): Promise<ActivePlayLog[]> =>
  tx
    .selectFrom('play_logs')
    .select(['id', 'device_session_id', 'profile_id'])
    .where('account_id', '=', accountId)
    .where('state', '=', 'active')
    .execute();
