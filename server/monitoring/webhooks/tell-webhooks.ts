import type { WebhookEvent } from '#contract/console/webhooks.ts';
import type { Connection } from '#server/db/open.ts';
import type { Clock } from '#server/lib/clock.ts';
import { insertMessages, listWebhookRows } from './webhooks-store.ts';

/** The receiver of the environment, which has no row. It is told of troubles. */
export const TROUBLE_WEBHOOK_ID = '00000000-0000-8000-8000-000000000001';
const TROUBLES: readonly WebhookEvent[] = ['trouble.started', 'trouble.ended'];

export interface ToldEvent {
  event: WebhookEvent;
  /** Of the event: receivers drop what they have seen. */
  id: string;
  /** When it happened; a webhook that was added later is not told. Default: now. */
  at?: Date;
  data: object;
}

/** Puts messages for those who want to know, in the transaction of the caller. */
export type TellWebhooks = (tx: Connection, events: readonly ToldEvent[]) => Promise<void>;

/** Which events anybody wants to know. */
export async function findWantedEvents(db: Connection): Promise<ReadonlySet<string>> {
  const webhooks = await listWebhookRows(db);
  return new Set(webhooks.flatMap(({ is_paused: isPaused, events }) => (isPaused ? [] : events)));
}

export function createTellWebhooks({
  clock,
  publicUrl,
  hasTroubleWebhook,
}: {
  clock: Clock;
  publicUrl: string;
  hasTroubleWebhook: boolean;
}): TellWebhooks {
  return async (tx, events) => {
    if (events.length === 0) return;
    const webhooks = [
      ...(hasTroubleWebhook ? [{ id: TROUBLE_WEBHOOK_ID, events: TROUBLES, created_at: new Date(0) }] : []),
      ...(await listWebhookRows(tx)).filter(({ is_paused: isPaused }) => !isPaused),
    ];
    const now = clock.now();
    const messages = events.flatMap(({ event, id, at = now, data }) => {
      const body = JSON.stringify({ id, event, at: at.toISOString(), ...data, url: publicUrl });
      return webhooks
        .filter(({ events: wanted, created_at: since }) => (wanted as string[]).includes(event) && at >= since)
        .map((webhook) => ({ webhook_id: webhook.id, id, event, body }));
    });
    await insertMessages(tx, messages, now);
  };
}
