import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

export interface Tables {
  /** Names of the migrations that the database has run. */
  names: string[];
  /** A standby, or a primary that was told to refuse writes. */
  isReadOnly: boolean;
}

export async function findTables(db: Connection): Promise<Tables> {
  const { rows } = await sql<{ name: string; read_only: string }>`
    select name, current_setting('transaction_read_only') as read_only from kysely_migration`.execute(db);
  return { names: rows.map(({ name }) => name), isReadOnly: rows[0]?.read_only === 'on' };
}
