import { sql, type Insertable } from 'kysely';
import type { Connection } from '../db/open.ts';
import type { OutboxRow, OutboxTable } from '../db/tables.ts';
import type { MailContent } from './content.ts';

export async function insertMail(tx: Connection, mail: Insertable<OutboxTable>): Promise<void> {
  await tx.insertInto('outbox').values(mail).execute();
}

/**
 * Leases due mails of some kinds until `leasedUntil`, so that no other process takes them.
 *
 * @param asked.isUrgent whether somebody waits for mails of these kinds: one that was never tried is due, also when the server that
 *   wrote it has a clock ahead of this process's
 */
export async function takeDueMails(
  db: Connection,
  asked: { kinds: readonly string[]; isUrgent: boolean; now: Date; leasedUntil: Date; limit: number },
): Promise<OutboxRow[]> {
  const { kinds, isUrgent, now, leasedUntil, limit } = asked;
  const isDue = isUrgent ? sql`(next_attempt_at <= ${now} or attempts = 0)` : sql`next_attempt_at <= ${now}`;
  const { rows } = await sql<OutboxRow>`
    update outbox set attempts = attempts + 1, next_attempt_at = ${leasedUntil}
    where id = any(array(
      select id from outbox
      where sent_at is null and kind = any(${[...kinds]}::text[]) and ${isDue}
      order by next_attempt_at limit ${limit} for update skip locked))
    returning *`.execute(db);
  return rows;
}

/** Whether any current mail is due or being sent, by any process. */
export const hasDueMails = async (db: Connection, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('outbox')
    .select('id')
    .where('sent_at', 'is', null)
    .where('expires_at', '>', now)
    .where((eb) => eb.or([eb('attempts', '>', 0), eb('next_attempt_at', '<=', now)]))
    .limit(1)
    .executeTakeFirst()) !== undefined;

/** Locks the newest untried mail of this kind to a recipient that is scheduled for later. */
export const lockScheduledMail = (
  tx: Connection,
  { recipient, kind, now }: { recipient: string; kind: OutboxRow['kind']; now: Date },
): Promise<OutboxRow | undefined> =>
  tx
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', recipient)
    .where('kind', '=', kind)
    .where('sent_at', 'is', null)
    .where('attempts', '=', 0)
    .where('next_attempt_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();

/** Stores the content of a mail. */
export async function fillMail(tx: Connection, id: string, content: MailContent): Promise<void> {
  await tx
    .updateTable('outbox')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute();
}

export async function markMailSent(db: Connection, id: string, sentAt: Date): Promise<void> {
  await db.updateTable('outbox').set({ sent_at: sentAt }).where('id', '=', id).execute();
}

export async function postponeMail(db: Connection, id: string, until: Date): Promise<void> {
  await db.updateTable('outbox').set({ next_attempt_at: until }).where('id', '=', id).execute();
}

export async function removeMail(db: Connection, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute();
}

/** The mailbox's mails, the newest first. */
export const listSentMails = (
  db: Connection,
  query: { recipient: string | undefined; limit: number },
): Promise<OutboxRow[]> =>
  db
    .selectFrom('outbox')
    .selectAll()
    .where('sent_at', 'is not', null)
    .$if(query.recipient !== undefined, (given) => given.where('recipient', '=', query.recipient ?? ''))
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(query.limit)
    .execute();
