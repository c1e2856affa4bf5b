import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** When the last backup began, and when the database was made: its first migration. */
export async function findBackupTimes(db: Connection): Promise<{ lastAt: Date | null; madeAt: Date | null }> {
  const { rows } = await sql<{ last_at: Date | null; made_at: string | null }>`
    select (select max(at) from audit_log where action = 'service.backup') as last_at,
      (select min(timestamp) from kysely_migration) as made_at`.execute(db);
  const { last_at: lastAt = null, made_at: madeAt = null } = rows[0] ?? {};
  return { lastAt, madeAt: madeAt === null ? null : new Date(madeAt) };
}
