import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

export async function countActivePlayLogs(db: Connection, now: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from play_logs where state = 'active' and expires_at > ${now}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The number of waiting due mails and the age of the oldest in seconds; mails scheduled for later do not count. */
export async function findOutboxMetrics(db: Connection, now: Date): Promise<{ waiting: number; age: number }> {
  const { rows } = await sql<{ waiting: number; oldest: Date | null }>`
    select count(*)::int as waiting, min(created_at) as oldest from outbox
    where sent_at is null and (attempts > 0 or next_attempt_at <= ${now})`.execute(db);
  const { waiting = 0, oldest = null } = rows[0] ?? {};
  return { waiting, age: oldest === null ? 0 : Math.max(0, (now.getTime() - oldest.getTime()) / 1000) };
}

/** Payments that an operator must look at. */
export async function countPaymentProblems(db: Connection): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payments where problem is not null`.execute(db);
  return rows[0]?.count ?? 0;
}
