import type { Connection } from '#server/db/open.ts';
import type { PlayLogRow } from '#server/db/tables.ts';

export type EndedPlayLog = Pick<PlayLogRow, 'account_id' | 'id'>;

/** Play logs that ended since an instant, in no order. On a cluster all machines answer. */
export const listEnded = (db: Connection, since: Date): Promise<EndedPlayLog[]> =>
  db.selectFrom('play_logs').select(['account_id', 'id']).where('ended_at', '>=', since).execute();
