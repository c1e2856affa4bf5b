import { sql } from 'kysely';
import { hasCitus } from '#server/db/spread.ts';
import type { Connection } from '#server/db/open.ts';

/** Transactions that wait for a lock of this database, on whichever machine it is. */
export async function countWaiting(db: Connection): Promise<number> {
  const { rows } = (await hasCitus(db))
    ? await sql<{ cnt: string }>`select count(distinct waiting_gpid) as cnt from citus_lock_waits`.execute(db)
    : await sql<{ cnt: string }>`select count(distinct pid) as cnt from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database()`.execute(db);
  return Number(rows[0]?.cnt ?? 0);
}

/** Whether a transaction waits for a lock of this database. */
export const isSomebodyWaiting = async (db: Connection): Promise<boolean> => (await countWaiting(db)) > 0;
