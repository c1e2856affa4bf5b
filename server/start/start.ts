import type { FastifyInstance } from 'fastify';
import { buildApp, type AppOptions } from '#server/app/app.ts';
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
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { listenOn } from './listen.ts';
import { addDemoOwner, removeDemoOwner } from '#server/staff/demo-owner.ts';
import type { ProcessOptions } from './options.ts';
import { openOperatorSocket } from './start-operators.ts';
import { startJobs } from './start-work.ts';

/** Options of the app that callers of `startServer` choose; the start makes the others. */
type GivenToApp = Omit<
  AppOptions,
  'clock' | 'random' | 'publicUrl' | 'traces' | 'isWatching' | 'hasTroubleWebhook' | 'isMailSender'
>;

export interface StartOptions extends ProcessOptions, GivenToApp {
  /** 0 for any free port. */
  port: number;
  publicUrl?: string | undefined;
  /** Fills an empty database; absent where its folder is deleted. */
  demo?: LoadedDemo | undefined;
  hasDemoAccounts: boolean;
  /** `serve` leaves the background jobs and the mail to other processes. Default: `both`. */
  role?: 'both' | 'serve';
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
    ...options,
    clock,
    random,
    isWatching: options.watchedFolder !== undefined,
    publicUrl: () => url,
    hasTroubleWebhook: options.sendWebhook !== undefined,
    isMailSender: role === 'both',
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
