import { z } from 'zod';
import type { WebhookEvent } from '#contract/console/webhooks.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { WebhookMessageRow } from '#server/db/tables.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import { backoffSeconds } from '#server/lib/backoff.ts';
import { inSeconds, type Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import type { SendWebhook } from '#server/providers/webhook.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';
import { listFailedVideos, listOrderEvents, listReleases, type FoundEvent } from './events-store.ts';
import { findWantedEvents, TROUBLE_WEBHOOK_ID, type TellWebhooks } from './tell-webhooks.ts';
import { listWaitingMessages, listWebhookRows, updateMessage } from './webhooks-store.ts';

const SETTING = 'webhooks';
const stateSchema = z.object({ lookedAt: z.iso.datetime() });
/** What a transaction wrote that committed late is found by the next look, which begins this much earlier. */
const OVERLAP_SECONDS = 120;
/** After a longer pause, what happened before is not told any more. */
const LONGEST_PAUSE_SECONDS = 24 * 3600;
const MOST_FOUND = 200;
/** Messages of one receiver in one run. */
const MOST_SENT = 100;
/** Tries of one message, over about three hours. */
const MOST_TRIES = 10;
/** A receiver that takes nothing for a day gets what happened since: its queue has a bound. */
const LONGEST_WAIT_SECONDS = 24 * 3600;
const WAITS = { firstSeconds: 30, longestSeconds: 1800, factor: 2 };
const MOST_PROBLEM = 200;

type Find = (db: Connection, span: { since: Date; until: Date; limit: number }) => Promise<FoundEvent[]>;

const FINDERS: Partial<Record<WebhookEvent, Find>> = {
  'title.released': listReleases,
  'video.failed': listFailedVideos,
  'order.paid': (db, span) => listOrderEvents(db, 'order.paid', span),
  'order.refunded': (db, span) => listOrderEvents(db, 'order.refunded', span),
};

export interface WebhooksOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  failures: FailureLog;
  tell: TellWebhooks;
  /** The receiver of the environment; undefined without one. */
  troubleWebhook: SendWebhook | undefined;
  /** A receiver of the console. */
  sendTo(webhook: { url: string; secret: string }): SendWebhook;
}

/** The job that finds what happened, and sends what webhooks are told: each its messages in their order. */
export function tellingWebhooksJob(options: WebhooksOptions): ServiceJob {
  const { db, transact, clock, failures, tell, troubleWebhook, sendTo } = options;

  const readLook = async (now: Date): Promise<Date> => {
    const text = await findSetting(db, SETTING);
    if (text === undefined) return now;
    const { lookedAt } = stateSchema.parse(JSON.parse(text));
    return new Date(Math.max(Date.parse(lookedAt), now.getTime() - LONGEST_PAUSE_SECONDS * 1000));
  };

  const look = async () => {
    const wanted = await findWantedEvents(db);
    const now = clock.now();
    const since = inSeconds(await readLook(now), -OVERLAP_SECONDS);
    let lookedAt = now;
    const found: FoundEvent[] = [];
    for (const [event, find] of Object.entries(FINDERS))
      if (wanted.has(event)) {
        const events = await find(db, { since, until: now, limit: MOST_FOUND });
        found.push(...events);
        const last = events.at(-1);
        // The next look goes on there. Its overlap finds the same ones again, so it must be beyond them.
        if (events.length === MOST_FOUND && last) lookedAt = new Date(Math.min(lookedAt.getTime(), last.at.getTime()));
      }
    const next = lookedAt < now ? inSeconds(lookedAt, OVERLAP_SECONDS) : now;
    await transact(async (tx) => {
      await tell(tx, found);
      const text = JSON.stringify({ lookedAt: (next < now ? next : now).toISOString() });
      await lockSetting(tx, SETTING, text);
      await setSetting(tx, SETTING, text);
    });
  };

  /** Whether the receiver took the message; undefined when the worker stops. */
  const sendOne = async (send: SendWebhook, message: WebhookMessageRow, signal: AbortSignal) => {
    const error = await send(message.body, signal).then(
      () => undefined,
      (reason: unknown) => reason ?? new Error('the webhook failed'),
    );
    // A worker that stops has not tried.
    if (error !== undefined && signal.aborted) return undefined;
    const tries = message.tries + 1;
    const now = clock.now();
    const isTaken = error === undefined;
    const isOver =
      isTaken || tries >= MOST_TRIES || inSeconds(message.created_at, LONGEST_WAIT_SECONDS).getTime() <= now.getTime();
    await updateMessage(db, message, {
      tries,
      is_taken: isTaken,
      ended_at: isOver ? now : null,
      next_try_at: isOver ? null : inSeconds(now, backoffSeconds(tries, WAITS)),
      problem: isTaken ? null : problemOf(error),
    });
    if (isTaken) failures.works('webhook');
    else failures.report('webhook', error);
    return isTaken;
  };

  /** In order: an end never comes before its start. The message after one that failed waits, too. */
  const sendAll = async (webhookId: string, send: SendWebhook, signal: AbortSignal) => {
    for (const message of await listWaitingMessages(db, webhookId, MOST_SENT)) {
      const isDue = message.next_try_at === null || message.next_try_at <= clock.now();
      if (signal.aborted || !isDue || !(await sendOne(send, message, signal))) return;
    }
  };

  return {
    name: 'telling webhooks',
    everySeconds: 10,
    leaseSeconds: 60,
    longestSeconds: 600,
    async run({ signal }) {
      await look();
      const webhooks = (await listWebhookRows(db)).filter(({ is_paused: isPaused }) => !isPaused);
      await Promise.all([
        ...(troubleWebhook ? [sendAll(TROUBLE_WEBHOOK_ID, troubleWebhook, signal)] : []),
        ...webhooks.map((webhook) => sendAll(webhook.id, sendTo(webhook), signal)),
      ]);
    },
  };
}

/** For the log in the console: what failed, without what the receiver answered. */
function problemOf(error: unknown): string {
  const { name, message, cause } = error instanceof Error ? error : new Error(String(error));
  const text = name === 'TimeoutError' ? 'no answer within 5 s' : cause instanceof Error ? cause.message : message;
  return text.slice(0, MOST_PROBLEM);
}
