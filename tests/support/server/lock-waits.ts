import { sql } from 'kysely';
import { hasCitus } from '#server/db/spread.ts';
import type { Connection } from '#server/db/open.ts';

/** Whether a transaction waits for a row of this database, on whichever machine the row is. */
export async function isSomebodyWaiting(db: Connection): Promise<boolean> {
  const { rows } = (await hasCitus(db))
    ? await sql`select 1 from citus_lock_waits limit 1`.execute(db)
    : await sql`select 1 from pg_locks join pg_stat_activity using (pid)
        where not granted and datname = current_database() limit 1`.execute(db);
  return rows.length > 0;
}
