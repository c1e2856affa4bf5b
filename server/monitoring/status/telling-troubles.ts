import { z } from 'zod';
import type { Trouble } from '#contract/console/overview.ts';
import type { Connection, Transact } from '#server/db/open.ts';
import type { ServiceJob } from '#server/jobs/job.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Random } from '#server/lib/random.ts';
import type { Outbox } from '#server/mail/outbox.ts';
import type { Certificate } from '#server/providers/certificate.ts';
import { findSetting, lockSetting, setSetting } from '#server/settings/index.ts';
import type { TellWebhooks, ToldEvent } from '../webhooks/tell-webhooks.ts';
import { lookAtCertificate } from './certificate.ts';
import { knownListSchema, troubleChanges, type KnownTrouble, type TroubleChanges } from './trouble-changes.ts';

const NAME = 'telling troubles';
const SETTING = 'troubles';
const MAIL_LIVES_SECONDS = 24 * 3600;

const stateSchema = z.object({ known: knownListSchema });
type State = z.output<typeof stateSchema>;

const NOTHING: State = { known: [] };

export interface TellingOptions {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Pick<Random, 'uuid'>;
  publicUrl: string;
  findTroubles(): Promise<Trouble[]>;
  findCertificate(url: URL): Promise<Certificate>;
  listOwners(tx: Connection): Promise<string[]>;
  putMail: Outbox['put'];
  tellWebhooks: TellWebhooks;
}

/** The job that tells owners, and webhooks, when something is wrong with the service and when it is over. */
export function tellingTroublesJob(options: TellingOptions): ServiceJob {
  const { db, transact, clock, random, publicUrl, listOwners, putMail, tellWebhooks } = options;

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

  const eventsOf = ({ started, ended }: TroubleChanges): ToldEvent[] => {
    const eventOf =
      (event: 'trouble.started' | 'trouble.ended') =>
      ({ cause, kind, detail, since, goneSince }: KnownTrouble): ToldEvent => ({
        event,
        id: random.uuid(),
        data: { cause, kind, detail, since, until: goneSince },
      });
    return [...started.map(eventOf('trouble.started')), ...ended.map(eventOf('trouble.ended'))];
  };

  const look = async () => {
    const found = await options.findTroubles();
    await change(async (tx, { known }) => {
      const changes = troubleChanges(known, found, clock.now());
      await mail(tx, changes);
      await tellWebhooks(tx, eventsOf(changes));
      return { known: changes.known };
    });
  };

  return {
    name: NAME,
    everySeconds: 30,
    leaseSeconds: 60,
    longestSeconds: 300,
    async run() {
      await lookAtCertificate({ db, clock, publicUrl, find: options.findCertificate });
      await look();
    },
  };
}
