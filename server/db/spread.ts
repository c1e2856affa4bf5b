import { sql } from 'kysely';
import type { Connection } from './database.ts';

/** Whether the engine is Citus, which can spread tables over several machines. */
export async function hasCitus(db: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Whether the accounts' tables are spread over several machines. */
export async function isSpread(db: Connection): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const { rows } = await sql`select 1 from pg_dist_partition
    where logicalrelid = 'accounts'::regclass and partmethod = 'h'`.execute(db);
  return rows.length > 0;
}
