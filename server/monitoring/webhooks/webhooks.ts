import { MOST_WEBHOOKS, type Webhook, type WebhookEvent, type WebhookMessage } from '#contract/console/webhooks.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import { MissingError, RefusedError } from '#server/lib/refused-error.ts';
import { lockSetting } from '#server/settings/index.ts';
import type { RecordChange } from '#server/staff/audit/record.ts';
import {
  countMessages,
  deleteWebhook,
  insertMessages,
  insertWebhook,
  listMessages,
  listWebhooksWithWaiting,
  lockWebhook,
  updateWebhook,
  type ListedWebhook,
} from './webhooks-store.ts';

/** Operators' work on webhooks. Those that name one throw MissingError without it. */
export interface WebhookOperations {
  list(): Promise<Webhook[]>;
  /** @throws RefusedError */
  add(wanted: { url: string; events: readonly WebhookEvent[] }): Promise<{ webhook: Webhook; secret: string }>;
  change(id: string, wanted: { events: readonly WebhookEvent[]; is_paused: boolean }): Promise<Webhook>;
  remove(id: string): Promise<void>;
  test(id: string): Promise<void>;
  messages(page: { limit: number; offset: number }): Promise<{ count: number; results: WebhookMessage[] }>;
}

const present = ({ secret: _secret, created_at: at, ...webhook }: ListedWebhook): Webhook => ({
  ...webhook,
  created_at: at.toISOString(),
});

export function createWebhookOperations(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid' | 'secret'>;
  record: RecordChange;
}): WebhookOperations {
  const { db, transact, clock, random, record } = options;

  const lock = async (tx: Connection, id: string) => {
    const webhook = await lockWebhook(tx, id);
    if (webhook === undefined) throw new MissingError('The webhook was removed.', '없는 웹훅이에요.');
    return webhook;
  };
  const subject = (id: string) => ({ kind: 'webhook', id });

  return {
    list: async () => (await listWebhooksWithWaiting(db)).map(present),

    add: ({ url, events }) =>
      transact(async (tx) => {
        await lockSetting(tx, 'webhooks-count', '');
        if ((await listWebhooksWithWaiting(tx)).length >= MOST_WEBHOOKS)
          throw new RefusedError(`There are ${MOST_WEBHOOKS} webhooks already.`, `웹훅은 ${MOST_WEBHOOKS}개까지예요.`);
        const row = {
          id: random.uuid(),
          url,
          secret: random.secret(),
          events: [...new Set(events)],
          is_paused: false,
          created_at: clock.now(),
        };
        await insertWebhook(tx, row);
        await record(tx, {
          action: 'webhook.add',
          subject: subject(row.id),
          before: null,
          after: { url, events: row.events },
        });
        return { webhook: present({ ...row, cnt_waiting: 0, problem: null }), secret: row.secret };
      }),

    change: (id, { events, is_paused: isPaused }) =>
      transact(async (tx) => {
        const before = await lock(tx, id);
        const after = { events: [...new Set(events)], is_paused: isPaused };
        await updateWebhook(tx, id, after);
        await record(tx, {
          action: 'webhook.change',
          subject: subject(id),
          before: { events: before.events, is_paused: before.is_paused },
          after,
        });
        return present((await listWebhooksWithWaiting(tx)).find((one) => one.id === id)!);
      }),

    remove: (id) =>
      transact(async (tx) => {
        const { url } = await lock(tx, id);
        await deleteWebhook(tx, id);
        await record(tx, { action: 'webhook.remove', subject: subject(id), before: { url }, after: null });
      }),

    test: (id) =>
      transact(async (tx) => {
        await lock(tx, id);
        const now = clock.now();
        const message = { id: `test ${random.uuid()}`, event: 'test', at: now.toISOString() };
        await insertMessages(
          tx,
          [{ webhook_id: id, id: message.id, event: message.event, body: JSON.stringify(message) }],
          now,
        );
        await record(tx, { action: 'webhook.test', subject: subject(id), before: null, after: null });
      }),

    async messages(page) {
      const [count, rows] = [await countMessages(db), await listMessages(db, page)];
      return {
        count,
        results: rows.map((row) => ({
          id: row.id,
          url: row.url,
          event: row.event,
          state: row.ended_at === null ? 'waiting' : row.is_taken ? 'taken' : 'given-up',
          tries: row.tries,
          problem: row.problem,
          created_at: row.created_at.toISOString(),
          ended_at: row.ended_at?.toISOString() ?? null,
          next_try_at: row.next_try_at?.toISOString() ?? null,
        })),
      };
    },
  };
}
