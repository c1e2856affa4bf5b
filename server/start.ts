import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { importDemoCatalogue } from './catalogue/import-catalogue.ts';
import { readDemoCatalogue } from './catalogue/demo-catalogue.ts';
import { checkMigrated, migrate } from './db/migrate.ts';
import { createTransact, type Database } from './db/open.ts';
import { addDemoAccounts } from './demo/demo-accounts.ts';
import { restoreDemoAccounts, revokeDemoAccounts } from './demo/demo-revocation.ts';
import { addDemoReviewers } from './demo/demo-reviewers.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { systemRandom, type Random } from './lib/random.ts';
import { within } from './lib/within.ts';
import type { Delivery } from './mail/outbox.ts';

export interface StartOptions {
  database: Database;
  host: string;
  /** 0 for any free port. */
  port: number;
  publicUrl?: string | undefined;
  hasDemoAccounts: boolean;
  hasTestPayment: boolean;
  /** Where mails go. */
  delivery: Delivery;
  catalogueFolder: string;
  webFolder: string;
  /** At the start when left out. */
  migrations?: 'at-start' | 'release-step';
  /** The folder that is this process's alone, where an operator leaves orders. */
  dataDir?: string | undefined;
  metricsToken?: string | undefined;
  /** Whose word on the caller's address is taken; this machine's when left out. */
  trustedProxies?: string;
  /** Lifetime of a media ticket in seconds, as behind a CDN; as long as its play log when left out. */
  ticketSeconds?: number;
  clock?: Clock;
  random?: Random;
  logger?: FastifyServerOptions['logger'];
}

export interface RunningServer {
  app: FastifyInstance;
  url: string;
  /** Answers what is under way, then closes the server and its database; ends within 5 s whatever hangs. */
  close(): Promise<void>;
}

/*
 * What a closing server gives, in ms since it began to close: to answers that wait for the database, which then fail; to
 * answers under way, as long ones of media, which are then cut; to everything that serves; and then to the database.
 */
const ABORT_AFTER_MS = 2500;
const CUT_AFTER_MS = 3000;
const SERVE_WITHIN_MS = 3500;
const DATABASE_WITHIN_MS = 1000;

/** An address to listen on as one to call. */
const callableHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Migrates, fills an empty database, builds and listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { database, host, clock = systemClock, random = systemRandom } = options;
  const db = database.longWork;
  const transact = createTransact(db);

  if (options.migrations === 'release-step') await checkMigrated(db);
  else await migrate(db);
  await importDemoCatalogue({ transact, clock }, await readDemoCatalogue(options.catalogueFolder));
  const demo = { db, transact, clock, random };
  if (options.hasDemoAccounts) {
    await restoreDemoAccounts(demo);
    await addDemoAccounts(demo);
    await addDemoReviewers(demo);
  } else await revokeDemoAccounts(demo);

  let url = options.publicUrl ?? '';
  const app = await buildApp({
    database,
    clock,
    random,
    catalogueFolder: options.catalogueFolder,
    webFolder: options.webFolder,
    publicUrl: () => url,
    hasTestPayment: options.hasTestPayment,
    delivery: options.delivery,
    dataDir: options.dataDir,
    metricsToken: options.metricsToken,
    trustedProxies: options.trustedProxies,
    ticketSeconds: options.ticketSeconds,
    ...(options.logger !== undefined && { logger: options.logger }),
  });
  await app.listen({ host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const ownUrl = `http://${callableHost(host)}:${port}`;
  url ||= ownUrl;
  const { failures } = app;
  const housekeeping = startHousekeeping(db, clock, failures);

  const close = async (): Promise<void> => {
    const abort = setTimeout(() => database.abort(), ABORT_AFTER_MS);
    const cut = setTimeout(() => app.server.closeAllConnections(), CUT_AFTER_MS);
    // Each part is left behind when it takes too long: the next one must have its turn.
    await Promise.all([
      housekeeping.stop(),
      within(SERVE_WITHIN_MS, app.close()).catch((error: unknown) => failures.report('closing the server', error)),
    ]);
    clearTimeout(abort);
    clearTimeout(cut);
    await within(DATABASE_WITHIN_MS, database.close()).catch((error: unknown) =>
      failures.report('closing the database', error),
    );
  };
  let closed: Promise<void> | undefined;

  return { app, url: ownUrl, close: () => (closed ??= close()) };
}
