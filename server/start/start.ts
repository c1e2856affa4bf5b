import type { FastifyInstance } from 'fastify';
import type { Strain } from '#server/http/security.ts';
import type { ConsoleFinding } from '#contract/console/service.ts';
import { buildApp } from '#server/app/app.ts';
import { createClose } from './closing.ts';
import { importDemoCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { hasTitles } from '#server/catalogue/transfer/import-store.ts';
import { readDemoCatalogue } from '#server/catalogue/transfer/demo-catalogue.ts';
import { prepareAll } from '#server/catalogue/prepare.ts';
import { checkMigrated, migrate } from '#server/db/migrate.ts';
import { createTransact } from '#server/db/open.ts';
import { addDemoAccounts } from '#server/demo/accounts.ts';
import type { LoadedDemo } from '#server/demo/demo.ts';
import { restoreDemoAccounts, revokeDemoAccounts } from '#server/demo/revocation.ts';
import { addDemoReviewers } from '#server/demo/reviewers.ts';
import type { CountryOptions } from '#server/http/country.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { listenOn } from './listen.ts';
import type { IdentityProvider } from '#server/providers/identity.ts';
import type { StaffProvider } from '#server/staff/provider/provider-sign-in.ts';
import { addDemoOwner, removeDemoOwner } from '#server/staff/demo-owner.ts';
import type { ProcessOptions } from './options.ts';
import { openOperatorSocket } from './start-operators.ts';
import { startJobs } from './start-work.ts';

export interface StartOptions extends ProcessOptions {
  /** 0 for any free port. */
  port: number;
  publicUrl?: string | undefined;
  /** Fills an empty database; absent where its folder is deleted. */
  demo?: LoadedDemo | undefined;
  hasDemoAccounts: boolean;
  /** Sells without money, unless there is a provider. */
  hasTestPayment: boolean;
  /** Checks ages. */
  identity?: IdentityProvider | undefined;
  /** Where staff sign in, besides passwords. */
  staffProvider?: StaffProvider | undefined;
  /** `serve` leaves the background jobs and the mail to other processes. Default: `both`. */
  role?: 'both' | 'serve';
  /** Looks at everything around the service that can be wrong. */
  examineService?: (() => Promise<ConsoleFinding[]>) | undefined;
  webFolder: string;
  /** Folder exclusive to this process, where operators' commands find it. */
  dataDir?: string | undefined;
  /** Where the service is, if it is in several countries. */
  countries?: CountryOptions | undefined;
  /** The operators' console. Default: on. */
  console?: 'on' | 'off' | undefined;
  /** Lifetime of a media ticket in seconds, short behind a CDN. Default: as long as its play log. */
  ticketSeconds?: number;
  /** Replaces the measure of the load, for tests. */
  strain?: () => Strain;
}

export interface RunningServer {
  app: FastifyInstance;
  url: string;
  /** Whether the catalogue had a title at the start. */
  hasTitles: boolean;
  /** Answers what is under way, then closes the server and its database; ends within 5 s whatever hangs. */
  close(): Promise<void>;
}

/** Migrates, fills an empty database with the demo where there is one, builds and listens. */
export async function startServer(options: StartOptions): Promise<RunningServer> {
  const { database, host, role = 'both', clock = systemClock, random = systemRandom } = options;
  const db = database.longWork;
  const transact = createTransact(db);

  if (options.migrations === 'release-step') await checkMigrated(db);
  else await migrate(db);
  const { demo } = options;
  if (demo !== undefined && demo.catalogueFolder === options.catalogueFolder)
    await importDemoCatalogue({ transact, clock }, await readDemoCatalogue(demo.catalogueFolder));
  await prepareAll(transact, () => clock.now());
  const tools = { db, transact, clock, random };
  if (options.hasDemoAccounts && options.console !== 'off') await addDemoOwner(tools);
  else await removeDemoOwner(db);
  if (!options.hasDemoAccounts) await revokeDemoAccounts(tools);
  else if (demo !== undefined) {
    await restoreDemoAccounts(demo, tools);
    await addDemoAccounts(demo, tools);
    await addDemoReviewers(demo, tools);
  }

  let url = options.publicUrl ?? '';
  const app = await buildApp({
    database,
    clock,
    random,
    catalogueFolder: options.catalogueFolder,
    mediaFolder: options.mediaFolder,
    mediaStore: options.mediaStore,
    clipKeys: options.clipKeys,
    isWatching: options.watchedFolder !== undefined,
    mediaEdge: options.mediaEdge,
    findReader: options.findReader,
    webFolder: options.webFolder,
    publicUrl: () => url,
    hasTestPayment: options.hasTestPayment,
    payment: options.payment,
    identity: options.identity,
    staffProvider: options.staffProvider,
    examineService: options.examineService,
    hasTroubleWebhook: options.sendWebhook !== undefined,
    delivery: options.delivery,
    isMailSender: role === 'both',
    dataDir: options.dataDir,
    strain: options.strain,
    metricsToken: options.metricsToken,
    trustedProxies: options.trustedProxies,
    countries: options.countries,
    ticketSeconds: options.ticketSeconds,
    console: options.console,
    traces: options.traces,
    ...(options.logger !== undefined && { logger: options.logger }),
  });
  const ownUrl = await listenOn(app, host, options.port);
  url ||= ownUrl;
  const worker = role === 'both' ? startJobs(app, { ...options, clock, random, publicUrl: url }) : undefined;

  const operators =
    options.dataDir === undefined || options.mediaFolder === undefined
      ? undefined
      : await openOperatorSocket(app, {
          ...options,
          dataDir: options.dataDir,
          mediaFolder: options.mediaFolder,
          clock,
          random,
          publicUrl: () => url,
          hasAgeProof: options.identity !== undefined,
        });

  const close = createClose(app, database, { worker, operators, traces: options.traces });
  return { app, url: ownUrl, hasTitles: await hasTitles(db), close };
}
