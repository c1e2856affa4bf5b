import { sql } from 'kysely';
import { MOST_COUNTED } from '#contract/console/counts.ts';
import type { Connection } from '#server/db/open.ts';
import type { WebhookMessageRow, WebhookRow } from '#server/db/tables.ts';

export type ListedWebhook = WebhookRow & { cnt_waiting: number; problem: string | null };

export const listWebhookRows = (db: Connection): Promise<WebhookRow[]> =>
  db.selectFrom('webhooks').selectAll().orderBy('created_at').orderBy('id').execute();

/** Each with what waits for it. */
export async function listWebhooksWithWaiting(db: Connection): Promise<ListedWebhook[]> {
  const { rows } = await sql<ListedWebhook>`
    select webhooks.*, waiting.cnt_waiting, waiting.problem
    from webhooks cross join lateral (
      select count(*)::int as cnt_waiting, max(problem) as problem
      from webhook_messages where webhook_id = webhooks.id and ended_at is null
    ) as waiting order by created_at, id`.execute(db);
  return rows;
}

export async function insertWebhook(tx: Connection, webhook: WebhookRow): Promise<void> {
  await tx.insertInto('webhooks').values(webhook).execute();
}

export const lockWebhook = (tx: Connection, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhooks').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

export async function updateWebhook(
  tx: Connection,
  id: string,
  changes: Pick<WebhookRow, 'events' | 'is_paused'>,
): Promise<void> {
  await tx.updateTable('webhooks').set(changes).where('id', '=', id).execute();
}

export async function deleteWebhook(tx: Connection, id: string): Promise<void> {
  await tx.deleteFrom('webhook_messages').where('webhook_id', '=', id).execute();
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

export type NewMessage = Pick<WebhookMessageRow, 'webhook_id' | 'id' | 'event' | 'body'>;

/** Adds messages; those that are there already stay as they are. */
export async function insertMessages(tx: Connection, messages: readonly NewMessage[], now: Date): Promise<void> {
  if (messages.length === 0) return;
  await tx
    .insertInto('webhook_messages')
    .values(
      messages.map((message, index) => ({
        ...message,
        // Messages go out by this time: those of one look keep their order.
        created_at: new Date(now.getTime() + index),
        tries: 0,
        next_try_at: now,
        ended_at: null,
        is_taken: false,
        problem: null,
      })),
    )
    .onConflict((conflict) => conflict.columns(['webhook_id', 'id']).doNothing())
    .execute();
}

/** Messages that wait for a receiver, the oldest first. */
export const listWaitingMessages = (db: Connection, webhookId: string, limit: number): Promise<WebhookMessageRow[]> =>
  db
    .selectFrom('webhook_messages')
    .selectAll()
    .where('webhook_id', '=', webhookId)
    .where('ended_at', 'is', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();

export async function updateMessage(
  db: Connection,
  { webhook_id: webhookId, id }: Pick<WebhookMessageRow, 'webhook_id' | 'id'>,
  changes: Pick<WebhookMessageRow, 'tries' | 'next_try_at' | 'ended_at' | 'is_taken' | 'problem'>,
): Promise<void> {
  await db
    .updateTable('webhook_messages')
    .set(changes)
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .execute();
}

/** Up to `MOST_COUNTED`. */
export async function countMessages(db: Connection): Promise<number> {
  const { rows } = await sql<{ cnt: number }>`
    select count(*)::int as cnt from (select from webhook_messages limit ${sql.lit(MOST_COUNTED)}) as few`.execute(db);
  return rows[0]!.cnt;
}

/** The newest first, with the address. */
export const listMessages = (
  db: Connection,
  { limit, offset }: { limit: number; offset: number },
): Promise<(WebhookMessageRow & { url: string | null })[]> =>
  db
    .selectFrom('webhook_messages')
    .leftJoin('webhooks', 'webhooks.id', 'webhook_messages.webhook_id')
    .selectAll('webhook_messages')
    .select('webhooks.url')
    .orderBy('webhook_messages.created_at', 'desc')
    .orderBy('webhook_messages.id')
    .limit(limit)
    .offset(offset)
    .execute();
