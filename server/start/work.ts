import type { FastifyInstance } from 'fastify';
import { createMail } from '#server/app/mail.ts';
import type { AppOptions } from '#server/app/options.ts';
import { mountSupervision } from '#server/app/supervision.ts';
import { createTransact } from '#server/db/open.ts';
import { createHttp } from '#server/http/http.ts';
import { installUnknownPaths } from '#server/http/unknown-paths.ts';
import { createFailureLog } from '#server/lib/failure-log.ts';
import { createLimits } from '#server/accounts/limits/limits.ts';
import { createFindServiceState } from '#server/monitoring/status/service-state.ts';

/** How often a worker looks for mails, in ms: their readers wait for codes, and no call announces a mail here. */
const LOOK_FOR_MAIL_MS = 1_000;

export type WorkOptions = Pick<
  AppOptions,
  | 'database'
  | 'clock'
  | 'random'
  | 'publicUrl'
  | 'delivery'
  | 'catalogueFolder'
  | 'mediaFolder'
  | 'metricsToken'
  | 'trustedProxies'
  | 'traces'
  | 'logger'
>;

/** Builds what a worker has apart from its jobs: the mail, and answers to its supervisor. Does not listen. */
export async function buildWorkApp(options: WorkOptions): Promise<FastifyInstance> {
  const { database, clock, random, publicUrl, delivery } = options;
  const db = database.kysely;
  const app = await createHttp(options);
  const failures = createFailureLog(app.log, clock);
  app.decorate('failures', failures);
  database.reportTo(failures);
  options.traces?.reportTo(failures);

  const findServiceState = createFindServiceState({ db, clock });
  mountSupervision({ options, app, database, db, clock, findServiceState, failures });
  installUnknownPaths(app);
  const [transact, limits] = [createTransact(db), createLimits(db, clock)];
  createMail(
    { app, db, transact, clock, random, publicUrl, limits, failures },
    { delivery, lookEveryMs: LOOK_FOR_MAIL_MS },
  );
  return app;
}
