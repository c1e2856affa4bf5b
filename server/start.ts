import type { FastifyInstance, FastifyServerOptions } from 'fastify';
import type { AddressInfo } from 'node:net';
import { buildApp } from './app.ts';
import { importDemoCatalogue } from './catalogue/import-catalogue.ts';
import { readDemoCatalogue } from './catalogue/demo-catalogue.ts';
import { checkMigrated, migrate } from './db/migrate.ts';
import { createTransact, type Database } from './db/open.ts';
import { addDemoAccounts } from './demo/demo-accounts.ts';
import { addDemoReviewers } from './demo/demo-reviewers.ts';
import { startHousekeeping } from './housekeeping.ts';
import { systemClock, type Clock } from './lib/clock.ts';
import { systemRandom, type Random } from './lib/random.ts';
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
  clock?: Clock;
  random?: Random;
  logger?: FastifyServerOptions['logger'];
}

export interface RunningServer {
  app: FastifyInstance;
  url: string;
  /** Answers what is under way, then closes the server and its database. */
  close(): Promise<void>;
}

/** What a closing server gives to answers under way, in ms; long ones, as of media, are cut then. */
const CLOSE_WITHIN_MS = 3000;

/** An address to listen on as one to call. */
const callableHost = (host: string) => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
  return host.includes(':') ? `[${host}]` : host;
};

/** Migrates, fills an empty database, builds and listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { database, host, clock = systemClock, random = systemRandom } = options;
  const db = database.kysely;
  const transact = createTransact(db);

  if (options.migrations === 'release-step') await checkMigrated(db);
  else await migrate(db);
  await importDemoCatalogue({ transact, clock }, await readDemoCatalogue(options.catalogueFolder));
  if (options.hasDemoAccounts) {
    await addDemoAccounts({ db, transact, clock, random });
    await addDemoReviewers({ db, transact, clock, random });
  }

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
    ...(options.logger !== undefined && { logger: options.logger }),
  });
  await app.listen({ host, port: options.port });
  const { port } = app.server.address() as AddressInfo;
  const ownUrl = `http://${callableHost(host)}:${port}`;
  url ||= ownUrl;
  const housekeeping = startHousekeeping(db, clock, {
    report: (cause, error) => app.log.error({ err: error }, `${cause} failed`),
    works: () => undefined,
  });

  return {
    app,
    url: ownUrl,
    async close() {
      const cut = setTimeout(() => app.server.closeAllConnections(), CLOSE_WITHIN_MS);
      await Promise.all([housekeeping.stop(), app.close()]);
      clearTimeout(cut);
      await database.close();
    },
  };
}
