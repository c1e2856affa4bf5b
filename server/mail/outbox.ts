import { setTimeout as wait } from 'node:timers/promises';
import type { Connection, Transact } from '../db/open.ts';
import type { CheckClock } from '../db/right-clock.ts';
import type { OutboxRow } from '../db/tables.ts';
import { backoffSeconds } from '../lib/backoff.ts';
import { inSeconds, type Clock } from '../lib/clock.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { createLeaseLoop, type LeaseLoop } from '../lib/lease-loop.ts';
import type { Random } from '../lib/random.ts';
import type { Mail, MailSender } from '../providers/mail.ts';
import { composeMail } from './compose.ts';
import type { MailContent } from './content.ts';
import {
  fillMail,
  hasDueMails,
  insertMail,
  listSentMails,
  lockScheduledMail,
  markMailSent,
  postponeMail,
  removeMail,
  takeDueMails,
} from './store.ts';

/** Delivery of mails: by a sender, into the built-in mailbox, or not at all (mails wait until they expire). */
export type Delivery = { kind: 'sender'; sender: MailSender } | { kind: 'mailbox' } | { kind: 'none' };

export interface NewMail {
  kind: MailContent['kind'];
  to: string;
  /** Null: the content is made when the mail is sent, after the call that requested it was answered. */
  content: MailContent | null;
  /** Lifetime in seconds; later the mail is obsolete. */
  livesSeconds: number;
  /** Earliest sending time. Default: immediately. */
  notBefore?: Date;
}

export interface Outbox {
  /** Adds a mail within the caller's transaction. Call `wake` once that is committed. */
  put(tx: Connection, mail: NewMail): Promise<void>;
  /**
   * Changes a mail that still waits for its `notBefore`.
   * @returns false when no mail of the kind waits for the recipient.
   */
  amend<K extends MailContent['kind']>(
    tx: Connection,
    mail: { kind: K; to: string },
    change: (content: Extract<MailContent, { kind: K }>) => MailContent,
  ): Promise<boolean>;
  /** Sends due mails in the background, now and from then on. */
  wake(): void;
  /** Sends due mails; resolves when each was sent or postponed, and with the mailbox also those of other processes. */
  settle(): Promise<void>;
  /** The mailbox's mails, the newest first. */
  list(to: string | undefined): Promise<(Mail & { sentAt: Date })[]>;
  stop(): Promise<void>;
}

export interface OutboxOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  /** Called before an expired mail is dropped: by a wrong clock, none has expired. */
  checkClock: CheckClock;
  random: Random;
  delivery: Delivery;
  /** Whether this process sends mails; otherwise it only adds them, for a worker. Default: yes. */
  isSender?: boolean | undefined;
  /** How often to look for mails that no call of this process announces, in ms. */
  lookEveryMs?: number;
  publicUrl(): string;
  /** Makes the content of a mail that was added without it; undefined when it need not be sent after all. */
  findContent(tx: Connection, mail: Pick<OutboxRow, 'kind' | 'recipient'>): Promise<MailContent | undefined>;
  log: { warn(details: object, message: string): void };
  failures: FailureLog;
}

/** Whether somebody waits for the mail at a screen: urgent mails are sent first. */
const isUrgent: Record<MailContent['kind'], boolean> = {
  'email-code': true,
  'password-reset': true,
  invitation: false,
  'second-factor-code': true,
  'second-factor-changed': false,
  'new-sign-in': false,
  'password-changed': false,
  'email-changed': false,
  'account-export': false,
  'staff-notice': false,
  troubles: false,
  payment: false,
  receipt: false,
};
const allKinds = Object.keys(isUrgent) as MailContent['kind'][];
const urgentKinds = allKinds.filter((kind) => isUrgent[kind]);
const otherKinds = allKinds.filter((kind) => !isUrgent[kind]);
const AT_ONCE = 5;
/** Concurrent deliveries reserved for urgent mails: a slow mail server occupies the others for long. */
const RESERVED_FOR_URGENT = 2;
/** Interval for finding mails that are due again, or that another process left behind, in ms. */
const LOOK_EVERY_MS = 5_000;
/** Timeout for sending a mail. */
const SEND_WITHIN_SECONDS = 45;
/** Longer than the sending timeout, so that no other process takes the mail. */
const LEASE_SECONDS = 60;
const WAITS = { firstSeconds: 5, longestSeconds: 300, factor: 2 };
const MAILBOX_SIZE = 100;
/** Polling interval of a mailbox reader that waits for other processes, in ms. */
const LOOK_FOR_OTHERS_EVERY_MS = 10;
const LOOKS_FOR_OTHERS = 100;

/** The loggable part of a failure: its message could contain the recipient. */
const reasonOf = (error: unknown) => {
  const { code, responseCode } = (error ?? {}) as { code?: unknown; responseCode?: unknown };
  return { code, responseCode };
};

/** Adds mails to the outbox, also where nothing sends them. */
export const createPutMail =
  ({ clock, random }: Pick<OutboxOptions, 'clock' | 'random'>): Outbox['put'] =>
  async (tx, { kind, to, content, livesSeconds, notBefore }) => {
    const now = clock.now();
    await insertMail(tx, {
      id: random.uuid(),
      kind,
      recipient: to,
      content: JSON.stringify(content),
      // Operators watch the age of mails, which counts from the due time.
      created_at: notBefore ?? now,
      expires_at: inSeconds(now, livesSeconds),
      next_attempt_at: notBefore ?? now,
      sent_at: null,
    });
  };

/**
 * The transactional outbox. A call only writes a row; afterwards any worker leases the row and sends it, with retries
 * and backoff, until the mail expires.
 */
export function createOutbox(options: OutboxOptions): Outbox {
  const { db, transact, clock, checkClock, delivery, publicUrl, findContent, log, failures } = options;
  const { isSender = true, lookEveryMs = LOOK_EVERY_MS } = options;
  /** Sent mails whose rows could not be deleted yet: do not send them again. */
  const sent = new Set<string>();

  const removeSent = async (id: string): Promise<void> => {
    await removeMail(db, id);
    sent.delete(id);
  };

  /** The content, made now if it was unknown, in one transaction with what it creates. */
  const contentOf = (mail: OutboxRow): Promise<MailContent | undefined> | MailContent =>
    mail.content ??
    transact(async (tx) => {
      const content = await findContent(tx, mail);
      if (content) await fillMail(tx, mail.id, content);
      return content;
    });

  const deliver = async (mail: OutboxRow, signal: AbortSignal): Promise<void> => {
    if (sent.has(mail.id)) return removeSent(mail.id);
    if (mail.expires_at <= clock.now()) {
      await checkClock();
      log.warn({ kind: mail.kind, attempts: mail.attempts - 1 }, 'mail dropped');
      return removeMail(db, mail.id);
    }
    const content = await contentOf(mail);
    if (!content) return removeMail(db, mail.id);
    if (delivery.kind !== 'sender') return markMailSent(db, mail.id, clock.now());
    try {
      // The worker may have stopped while the mail was taken: nobody would end the call to the mail server.
      signal.throwIfAborted();
      await delivery.sender.send({ id: mail.id, ...composeMail(mail.recipient, content, publicUrl()) }, signal);
    } catch (error) {
      log.warn({ kind: mail.kind, attempts: mail.attempts, ...reasonOf(error) }, 'mail not sent, will be retried');
      return postponeMail(db, mail.id, inSeconds(clock.now(), backoffSeconds(mail.attempts, WAITS)));
    }
    sent.add(mail.id);
    return removeSent(mail.id);
  };

  const loop: LeaseLoop = createLeaseLoop({
    cause: 'outbox',
    retryMs: lookEveryMs,
    clock,
    failures,
    async take() {
      for (const [kinds, places] of [
        [urgentKinds, AT_ONCE],
        [otherKinds, AT_ONCE - RESERVED_FOR_URGENT],
      ] as const) {
        const limit = places - loop.running.size;
        // The first delivery that ends looks for the next mail.
        if (limit <= 0) continue;
        const now = clock.now();
        const due = await takeDueMails(db, {
          kinds,
          isUrgent: kinds === urgentKinds,
          now,
          leasedUntil: inSeconds(now, LEASE_SECONDS),
          limit,
        });
        for (const mail of due)
          loop.begin({
            name: `${mail.id} ${mail.attempts}`,
            leaseSeconds: LEASE_SECONDS,
            longestSeconds: SEND_WITHIN_SECONDS,
            run: (signal) => deliver(mail, signal),
          });
      }
      return lookEveryMs;
    },
  });

  const take = async (): Promise<void> => {
    if (isSender && delivery.kind !== 'none') await loop.take();
  };

  const settle = async (): Promise<void> => {
    await take();
    while (loop.running.size > 0) {
      await Promise.all(loop.running.values());
      await take();
    }
  };

  /** The mailbox never fails: a missing mail is being delivered by this process or another. */
  const settleOthers = async (): Promise<void> => {
    for (let looks = 0; looks < LOOKS_FOR_OTHERS && (await hasDueMails(db, clock.now())); looks += 1) {
      await wait(LOOK_FOR_OTHERS_EVERY_MS);
      await settle();
    }
  };

  return {
    put: createPutMail(options),
    async amend(tx, { kind, to }, change) {
      const mail = await lockScheduledMail(tx, { recipient: to, kind, now: clock.now() });
      if (!mail?.content) return false;
      await fillMail(tx, mail.id, change(mail.content as Parameters<typeof change>[0]));
      return true;
    },
    wake: () => void take(),
    async settle() {
      await settle();
      if (delivery.kind === 'mailbox') await settleOthers();
    },
    async list(to) {
      const rows = await listSentMails(db, { recipient: to, limit: MAILBOX_SIZE });
      return rows.flatMap(({ recipient, content, sent_at: sentAt }) =>
        content && sentAt ? [{ ...composeMail(recipient, content, publicUrl()), sentAt }] : [],
      );
    },
    async stop() {
      const stopped = loop.stop();
      if (delivery.kind === 'sender') delivery.sender.close();
      await stopped;
    },
  };
}
