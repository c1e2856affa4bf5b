import { z } from 'zod';
import type { Trouble } from '#contract/console/overview.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { Job } from '#server/jobs/job.ts';
import { backoffSeconds } from '#server/lib/backoff.ts';
import { inSeconds, type Clock } from '#server/lib/clock.ts';
import type { FailureLog } from '#server/lib/failure-log.ts';
import type { Random } from '#server/lib/random.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Certificate } from '#server/providers/certificate.ts';
import type { SendWebhook } from '#server/providers/webhook.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';
import { lookAtCertificate } from './certificate.ts';
import { knownListSchema, troubleChanges, type KnownTrouble, type TroubleChanges } from './trouble-changes.ts';

const NAME = 'telling troubles';
const SETTING = 'troubles';
const MAIL_LIVES_SECONDS = 24 * 3600;
/** Messages that wait for the webhook's receiver; the oldest ones go. */
const MOST_WAITING = 100;
/** Tries of one message, over about three hours. */
const MOST_TRIES = 10;
const WAITS = { firstSeconds: 30, longestSeconds: 1800, factor: 2 };

const messageSchema = z.object({ body: z.string(), tries: z.number(), nextAt: z.iso.datetime() });
const stateSchema = z.object({ known: knownListSchema, waiting: z.array(messageSchema) });
type State = z.output<typeof stateSchema>;

const NOTHING: State = { known: [], waiting: [] };

export interface TellingOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  failures: FailureLog;
  publicUrl: string;
  findTroubles(): Promise<Trouble[]>;
  findCertificate(url: URL): Promise<Certificate>;
  listOwners(tx: Connection): Promise<string[]>;
  putMail: Outbox['put'];
  /** Undefined where nobody but the owners is told. */
  sendWebhook: SendWebhook | undefined;
}

/** The job that tells owners, and a webhook, when something is wrong with the service and when it is over. */
export function tellingTroublesJob(options: TellingOptions): Job {
  const { db, transact, clock, random, failures, publicUrl, listOwners, putMail, sendWebhook } = options;

  const readState = async (connection: Connection): Promise<State> => {
    const text = await findSetting(connection, SETTING);
    return text === undefined ? NOTHING : stateSchema.parse(JSON.parse(text));
  };

  /** Changes the state by what it is now: another worker may have taken over. */
  const change = (work: (tx: Connection, state: State) => Promise<State>) =>
    transact(async (tx) => {
      await lockSetting(tx, SETTING, JSON.stringify(NOTHING));
      await setSetting(tx, SETTING, JSON.stringify(await work(tx, await readState(tx))));
    });

  const mail = async (tx: Connection, { started, ended }: TroubleChanges) => {
    if (started.length + ended.length === 0) return;
    const toTold = ({ kind, detail, since }: KnownTrouble) => ({ kind, detail, since });
    for (const to of await listOwners(tx))
      await putMail(tx, {
        kind: 'troubles',
        to,
        livesSeconds: MAIL_LIVES_SECONDS,
        content: { kind: 'troubles', started: started.map(toTold), ended: ended.map(toTold) },
      });
  };

  const messagesOf = ({ started, ended }: TroubleChanges, now: Date) => {
    const messageOf =
      (event: 'trouble.started' | 'trouble.ended') =>
      ({ cause, kind, detail, since, goneSince }: KnownTrouble) => ({
        body: JSON.stringify({
          id: random.uuid(),
          event,
          cause,
          kind,
          detail,
          since,
          until: goneSince,
          url: publicUrl,
        }),
        tries: 0,
        nextAt: now.toISOString(),
      });
    return [...started.map(messageOf('trouble.started')), ...ended.map(messageOf('trouble.ended'))];
  };

  const look = async () => {
    const found = await options.findTroubles();
    await change(async (tx, { known, waiting }) => {
      const now = clock.now();
      const changes = troubleChanges(known, found, now);
      await mail(tx, changes);
      const messages = sendWebhook === undefined ? [] : [...waiting, ...messagesOf(changes, now)];
      return { known: changes.known, waiting: messages.slice(-MOST_WAITING) };
    });
  };

  const isSame = (one: State['waiting'][number]) => (other: State['waiting'][number]) => one.body === other.body;

  /** In order: an end never comes before its start. The message after one that failed waits, too. */
  const send = async (to: SendWebhook, signal: AbortSignal) => {
    for (const message of (await readState(db)).waiting) {
      if (signal.aborted || Date.parse(message.nextAt) > clock.now().getTime()) return;
      const error = await to(message.body, signal).then(
        () => undefined,
        (reason: unknown) => reason ?? new Error('the webhook failed'),
      );
      // A worker that stops has not tried.
      if (signal.aborted && error !== undefined) return;
      const tries = message.tries + 1;
      const nextAt = inSeconds(clock.now(), backoffSeconds(tries, WAITS)).toISOString();
      const isDone = error === undefined || tries >= MOST_TRIES;
      const is = isSame(message);
      await change(async (_tx, { known, waiting }) => ({
        known,
        waiting: isDone
          ? waiting.filter((one) => !is(one))
          : waiting.map((one) => (is(one) ? { ...one, tries, nextAt } : one)),
      }));
      if (error === undefined) failures.works('trouble webhook');
      else return failures.report('trouble webhook', error);
    }
  };

  return {
    name: NAME,
    everySeconds: 30,
    leaseSeconds: 60,
    longestSeconds: 300,
    async run({ signal }) {
      await lookAtCertificate({ db, clock, publicUrl, find: options.findCertificate });
      await look();
      if (sendWebhook !== undefined) await send(sendWebhook, signal);
    },
  };
}
