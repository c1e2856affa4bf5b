import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

export interface MailCounts {
  cnt_waiting: number;
  cnt_failing: number;
  oldest_at: Date | null;
}

/** Mails that are not sent yet and still wanted. */
export async function countMails(db: Connection, now: Date): Promise<MailCounts> {
  const { rows } = await sql<MailCounts>`
    select count(*)::int as cnt_waiting, (count(*) filter (where attempts > 0))::int as cnt_failing,
      min(created_at) as oldest_at
    from outbox where sent_at is null and expires_at > ${now}`.execute(db);
  return rows[0]!;
}
