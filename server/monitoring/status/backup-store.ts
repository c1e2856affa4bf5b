import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** When the last backup was written, or that from which this database was restored, and when the database was made: its first migration. */
export async function findBackupTimes(db: Connection): Promise<{ lastAt: Date | null; madeAt: Date | null }> {
  const { rows } = await sql<{ last_at: Date | null; made_at: string | null }>`
    select (select max(case action when 'service.restore' then (after ->> 'made_at')::timestamptz else at end)
        from audit_log where action in ('service.backup-written', 'service.restore')) as last_at,
      (select min(timestamp) from kysely_migration) as made_at`.execute(db);
  const { last_at: lastAt = null, made_at: madeAt = null } = rows[0] ?? {};
  return { lastAt, madeAt: madeAt === null ? null : new Date(madeAt) };
}
