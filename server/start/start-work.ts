import { availableParallelism, hostname } from 'node:os';
import type { FastifyInstance } from 'fastify';
import { createRecord } from '#server/staff/audit/record.ts';
import { backgroundJobs } from './background-jobs.ts';
import { backupJob, createMakeBackup } from '#server/backup/index.ts';
import { pictureJobs } from '#server/catalogue/index.ts';
import { createClose } from './closing.ts';
import { checkMigrated, migrate } from '#server/db/migrate.ts';
import { createTransact } from '#server/db/open.ts';
import { createCheckClock } from '#server/db/right-clock.ts';
import { createMakePicture } from '#server/catalogue/pictures/make-picture.ts';
import { intakeProgram, letterPagesProgram, operateProgram, pictureProgram } from './folders.ts';
import { createFindReader, createReadCells, inboxJobs, startMediaWorker } from '#server/intake/index.ts';
import { encodesAtOnce } from '#server/intake/rules.ts';
import { createRunInChild } from '#server/intake/run-in-child.ts';
import { findTools } from '#server/intake/tools.ts';
import { tellingJob } from '#server/watching/media/tell-edges.ts';
import { listenOn } from './listen.ts';
import { startWorker } from '#server/jobs/worker.ts';
import { systemClock, type Clock } from '#server/lib/clock.ts';
import type { Worker } from '#server/lib/lease-loop.ts';
import { systemRandom, type Random } from '#server/lib/random.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { tellingTroublesJob } from '#server/monitoring/status/telling-troubles.ts';
import { findCertificate } from '#server/providers/certificate.ts';
import { createTellWebhooks } from '#server/monitoring/webhooks/tell-webhooks.ts';
import { tellingWebhooksJob } from '#server/monitoring/webhooks/telling-webhooks.ts';
import { postOutside } from '#server/providers/public-post.ts';
import { createWebhook } from '#server/providers/webhook.ts';
import { listOwners } from '#server/staff/store.ts';
import type { JobOptions, ProcessOptions } from './options.ts';
import { buildWorkApp } from './work.ts';

const hasTools = (): boolean => {
  try {
    findTools();
    return true;
  } catch {
    return false;
  }
};

/**
 * Starts the background jobs in this process, under a name that tells operators where it runs, and the work on operators'
 * videos, in processes of its own.
 */
export function startJobs(app: FastifyInstance, options: StartJobsOptions): Worker {
  const {
    database,
    clock,
    random,
    schedule,
    payment,
    mediaEdge,
    catalogueFolder,
    mediaFolder,
    mediaStore,
    watchedFolder,
    backups,
  } = options;
  const shared = {
    db: database.kysely,
    clock,
    random,
    failures: app.failures,
    checkClock: createCheckClock(database.kysely, clock),
    owner: `${hostname()}-${process.pid}-${random.uuid().slice(0, 8)}`,
  };
  const transact = createTransact(database.longWork);
  const ofInbox =
    mediaFolder === undefined
      ? []
      : inboxJobs({
          db: database.longWork,
          transact,
          clock,
          random,
          catalogueFolder,
          mediaFolder,
          mediaStore,
          watchedFolder,
          findReader: options.findReader ?? createFindReader(),
          readCells: createReadCells(letterPagesProgram, app.failures),
          record: createRecord({ clock, random }, { kind: 'service', name: 'MEDIA_WATCH' }),
        });
  const ofPictures = mediaFolder === undefined ? [] : pictureJobs({ transact, clock, mediaStore });
  const ofEdges =
    mediaEdge === undefined || mediaEdge.told.length === 0
      ? []
      : [tellingJob({ db: database.kysely, clock, edge: mediaEdge, failures: app.failures })];
  const ofBackups =
    backups === undefined ? [] : [backupJob({ plan: backups, clock, makeBackup: createMakeBackup(operateProgram) })];
  const tellWebhooks = createTellWebhooks({
    clock,
    publicUrl: options.publicUrl,
    hasTroubleWebhook: options.sendWebhook !== undefined,
  });
  const troubles = tellingTroublesJob({
    db: database.kysely,
    transact,
    clock,
    random,
    publicUrl: options.publicUrl,
    findTroubles: app.findTroubles,
    findCertificate,
    listOwners,
    putMail: createPutMail({ clock, random }),
    tellWebhooks,
  });
  const webhooks = tellingWebhooksJob({
    db: database.longWork,
    transact,
    clock,
    failures: app.failures,
    tell: tellWebhooks,
    troubleWebhook: options.sendWebhook,
    sendTo: (webhook) => createWebhook({ ...webhook, clock, post: postOutside }),
  });
  const workers = [
    startWorker({
      ...shared,
      schedule,
      traces: options.traces,
      jobs: [
        ...backgroundJobs(database.longWork, clock, random, payment),
        troubles,
        webhooks,
        ...ofEdges,
        ...ofInbox,
        ...ofPictures,
        ...ofBackups,
      ],
    }),
    ...(mediaFolder === undefined
      ? []
      : [
          startMediaWorker({
            ...shared,
            transact,
            host: hostname(),
            atOnce: encodesAtOnce(availableParallelism()),
            catalogueFolder,
            mediaFolder,
            mediaStore,
            clipKeys: options.clipKeys,
            hasTools,
            runJob: createRunInChild(intakeProgram, {}),
            makePicture: createMakePicture(pictureProgram),
          }),
        ]),
  ];
  return {
    async stop() {
      await Promise.all(workers.map((worker) => worker.stop()));
    },
  };
}

export interface StartJobsOptions extends JobOptions {
  clock: Clock;
  random: Random;
  /** Base of the addresses in mails. */
  publicUrl: string;
}

export interface StartWorkOptions extends ProcessOptions {
  /** Port for supervisors; undefined for none. */
  port?: number | undefined;
  /** Base of the addresses in mails. */
  publicUrl: string;
}

export interface RunningWork {
  /** Where supervisors ask; undefined without a port. */
  url: string | undefined;
  /** Aborts the jobs and gives them back; ends within 5 s whatever hangs. */
  close(): Promise<void>;
}

/** The longest delay that a timer can have, in ms. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Migrates, then does the background jobs and sends mail, without answering viewers. */
export async function startWork(options: StartWorkOptions): Promise<RunningWork> {
  const { database, host, port, clock = systemClock, random = systemRandom } = options;
  if (options.migrations === 'release-step') await checkMigrated(database.longWork);
  else await migrate(database.longWork);
  const app = await buildWorkApp({
    ...options,
    clock,
    random,
    publicUrl: () => options.publicUrl,
  });
  await app.ready();
  const url = port === undefined ? undefined : await listenOn(app, host, port);
  const worker = startJobs(app, { ...options, clock, random });
  // Without a port and between two statements, nothing else keeps the process alive.
  const alive = setInterval(() => undefined, LONGEST_TIMER_MS);
  const close = createClose(app, database, { worker, traces: options.traces });
  return {
    url,
    close() {
      clearInterval(alive);
      return close();
    },
  };
}
