import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import { createTroubles } from '#server/app/troubles.ts';
import { createMakeReset } from '#server/accounts/make-reset.ts';
import { migrations } from '#server/db/migrate.ts';
import { createTransact, type Database } from '#server/db/open.ts';
import { createCheckClock, findClockAheadMs } from '#server/db/right-clock.ts';
import { createReadiness } from '#server/monitoring/health/readiness.ts';
import { mountHealth } from '#server/monitoring/health/routes.ts';
import { createHttp } from '#server/http/http.ts';
import { installUnknownPaths } from '#server/http/unknown-paths.ts';
import { listJobStatus } from '#server/jobs/status.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createFailureLog } from '#server/lib/failure-log.ts';
import type { Random } from '#server/lib/random.ts';
import type { Traces } from '#server/lib/traces.ts';
import { createLimits } from '#server/accounts/limits/limits.ts';
import { createOutbox, type Delivery } from '#server/mail/outbox.ts';
import { createMetrics } from '#server/monitoring/metrics/metrics.ts';
import { findOpenedRows } from '#server/monitoring/viewing/viewing.ts';
import { mountMetrics } from '#server/monitoring/metrics/routes.ts';
import { findFreshSummary } from '#server/monitoring/quality/fresh-summary.ts';
import { createFindServiceState } from '#server/monitoring/status/service-state.ts';

/** How often a worker looks for mails, in ms: their readers wait for codes, and no call announces a mail here. */
const LOOK_FOR_MAIL_MS = 1_000;

export interface WorkOptions {
  /** Open and migrated; the worker does not close it. */
  database: Database;
  clock: Clock;
  random: Random;
  /** Base of the addresses in mails. */
  publicUrl(): string;
  delivery: Delivery;
  /** Where jobs work on own videos. */
  mediaFolder: string;
  /** Token that grants access to /metrics. Default: only this machine may read it. */
  metricsToken?: string | undefined;
  /** Trusted proxies, in Fastify's `trustProxy` syntax. Default: this machine. */
  trustedProxies?: string | undefined;
  /** Tells a tracing service of calls and jobs. */
  traces?: Traces | undefined;
  logger?: FastifyServerOptions['logger'];
}

/** Builds what a worker has apart from its jobs: the mail, and answers to its supervisor. Does not listen. */
export async function buildWorkApp(options: WorkOptions): Promise<FastifyInstance> {
  const { database, clock, random, publicUrl } = options;
  const db = database.kysely;
  const app = await createHttp(options);
  const failures = createFailureLog(app.log, clock);
  app.decorate('failures', failures);
  database.reportTo(failures);
  options.traces?.reportTo(failures);

  const findServiceState = createFindServiceState({ db, clock });
  const readiness = createReadiness({
    probe: database.probe,
    refusesWrites: database.refusesWrites,
    needed: Object.keys(migrations),
    clock,
    failures,
  });
  const { mediaFolder, delivery } = options;
  const { findTroubles, findDisk } = createTroubles({ database, clock, readiness, mediaFolder, delivery });
  app.decorate('findTroubles', findTroubles);
  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
    listJobs: () => listJobStatus(db, clock.now()),
    findClockAheadMs: () => findClockAheadMs(db, clock),
    findFigures: () => findFreshSummary(db, clock.now()),
    findTroubles,
    findDisk,
    findOpenedRows: () => findOpenedRows(db, clock.now(), 'week'),
  });
  mountMetrics(app, metrics, options.metricsToken);
  mountHealth(app, readiness);
  installUnknownPaths(app);

  const makeReset = createMakeReset({ clock, random, limits: createLimits(db, clock) });
  const outbox = createOutbox({
    db,
    transact: createTransact(db),
    clock,
    checkClock: createCheckClock(db, clock),
    random,
    publicUrl,
    delivery,
    lookEveryMs: LOOK_FOR_MAIL_MS,
    findContent: (tx, mail) => makeReset(tx, mail.recipient),
    log: app.log,
    failures,
  });
  app.addHook('onReady', async () => outbox.wake());
  app.addHook('onClose', () => outbox.stop());
  return app;
}
