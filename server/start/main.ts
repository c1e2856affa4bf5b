import { openForUpgrade } from './open-for-upgrade.ts';
import { CatalogueError } from '#server/catalogue/format/index.ts';
import { CommandLineError, readRole } from './command-line.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { SslModeError } from '#server/db/postgres-tls.ts';
import { NewerDatabaseError, NotMigratedError } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { SharedFolderError } from '#server/db/private-folder.ts';
import type { LoadedDemo } from '#server/demo/demo.ts';
import { loadDemo } from '#server/demo/load.ts';
import { createExamineService } from './doctor/examine.ts';
import { endProcessInTime } from './end-process.ts';
import { readEnv, type Env } from './env.ts';
import { EnvError } from './variables/variable.ts';
import { catalogueFolderOf, demoFolders, identityProgram, webFolder } from './folders.ts';
import { loggerOptions } from '#server/http/logger.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { explainSystemError } from '#server/lib/system-error.ts';
import type { Delivery } from '#server/mail/outbox.ts';
import { createClipKeys, createKeySeal, secretIn } from '#server/watching/protection/index.ts';
import { createHttpPayment } from '#server/providers/http-payment.ts';
import { createSignedIdentity, type IdentityProvider } from '#server/providers/identity.ts';
import type { OpenTraces } from '#server/providers/traces.ts';
import { createSmtpSender } from '#server/providers/mail.ts';
import { createOpenIdProvider } from '#server/providers/openid.ts';
import { openMediaStore } from '#server/providers/open-media-store.ts';
import type { PaymentProvider } from '#server/providers/payment.ts';
import { createWebhook } from '#server/providers/webhook.ts';
import { postAnywhere } from '#server/providers/public-post.ts';
import { createTestIdentity } from '#server/providers/test-identity.ts';
import { addressAt } from './listen.ts';
import { DEMO_OWNER } from '#server/staff/demo-owner.ts';
import { startServer } from './start.ts';
import { startWork } from './start-work.ts';

/** Messages of an error's causes, the outermost first. */
const causesOf = ({ cause }: Error): string[] =>
  cause instanceof Error ? [cause.message || String((cause as NodeJS.ErrnoException).code), ...causesOf(cause)] : [];

/** Explains an error to the operator in one sentence; unexpected errors keep their stack. */
function explain(error: unknown): string {
  if (error instanceof CommandLineError || error instanceof RefusedError) return error.message;
  if (error instanceof EnvError) return `The configuration is invalid:\n${error.message.replace(/^/gm, '  ')}`;
  if (error instanceof CatalogueError) return `The catalogue is invalid:\n${error.message.replace(/^/gm, '  ')}`;
  if (error instanceof FolderInUseError) return `Another Bora server has the data folder open: ${error.message}`;
  if (error instanceof SharedFolderError) return `DATA_DIR must be private: ${error.message}.`;
  if (error instanceof NotMigratedError)
    return `The database schema is out of date: run "bora migrate" first (${error.message}).`;
  if (error instanceof NewerDatabaseError) return error.message;
  if (error instanceof SslModeError) return `DATABASE_URL is invalid: ${error.message}`;
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseBusyError)
    return `The database is unavailable: ${[error.message, ...causesOf(error)].join(': ')}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port is in use: ${error.message}`;
  return explainSystemError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}

/** Delivers by SMTP if configured; else into the built-in mailbox, which production does not have. */
function deliveryOf({ smtpUrl, mailFrom, isProduction, role }: Env): Delivery {
  if (smtpUrl !== undefined) return { kind: 'sender', sender: createSmtpSender({ url: smtpUrl, from: mailFrom }) };
  if (!isProduction) return { kind: 'mailbox' };
  if (role !== 'serve')
    console.warn('SMTP_URL is not set: no mail is sent, so nobody can sign up or set a new password.');
  return { kind: 'none' };
}

/** The configured provider of proofs of age; else the test provider, which production does not have. */
function identityOf({ identityProvider, isProduction, host }: Env): IdentityProvider | undefined {
  if (identityProvider) {
    const { url, secret } = identityProvider;
    return createSignedIdentity({ address: () => Promise.resolve(url), secret });
  }
  if (!isProduction) return createTestIdentity({ program: identityProgram, host, secret: systemRandom.secret() });
  console.warn(
    'IDENTITY_PROVIDER is not set: nobody can prove their age, so new accounts cannot watch titles for adults.',
  );
  return undefined;
}

/** Where staff sign in, besides passwords. Nothing of it is loaded before the first sign-in. */
const staffProviderOf = ({ staffProvider }: Env) =>
  staffProvider && { ...staffProvider, provider: createOpenIdProvider(staffProvider, systemClock) };

/** The configured payment provider. Without it, production sells nothing, and others have the test payment. */
function paymentOf({ paymentProvider, isProduction, role }: Env): PaymentProvider | undefined {
  if (paymentProvider) return createHttpPayment({ ...paymentProvider, clock: systemClock });
  if (isProduction && role !== 'work') console.warn('PAYMENT_PROVIDER is not set: nothing is for sale.');
  return undefined;
}

const webhookOf = ({ troubleWebhook }: Env) =>
  troubleWebhook && createWebhook({ ...troubleWebhook, clock: systemClock, post: postAnywhere });

/** Keys of protected clips. */
const clipKeysOf = ({ mediaKeySecret, dataDir }: Env) =>
  createClipKeys(
    createKeySeal(() => mediaKeySecret ?? secretIn(dataDir)),
    systemRandom,
  );

/** Undefined, and nothing loaded, where nobody wants traces. */
const tracesOf = async ({ hasTraces }: Env): Promise<OpenTraces | undefined> =>
  hasTraces ? (await import('#server/providers/traces.ts')).openTraces() : undefined;

const end = (running: { close(): Promise<void> }, database: Database) =>
  endProcessInTime({ close: () => running.close(), explain, broken: database.broken });

/** Options of both roles. */
const processOptions = (env: Env, database: Database, demo: LoadedDemo | undefined) => ({
  database,
  host: env.host,
  delivery: deliveryOf(env),
  migrations: env.migrations,
  metricsToken: env.metricsToken,
  trustedProxies: env.trustedProxies,
  catalogueFolder: catalogueFolderOf(env.catalogueDir, demo),
  mediaFolder: env.mediaFolder,
  mediaStore: openMediaStore(env.mediaStore),
  clipKeys: clipKeysOf(env),
  watchedFolder: env.watchedFolder,
  payment: paymentOf(env),
  mediaEdge: env.mediaEdge,
  sendWebhook: webhookOf(env),
  backups: env.backups,
  logger: loggerOptions(env),
});

async function serve(env: Env, role: 'both' | 'serve'): Promise<void> {
  const traces = await tracesOf(env);
  const { databaseUrl, dataDir } = env;
  const database = await openForUpgrade(
    { databaseUrl, dataDir, onStatement: traces?.statement },
    { clock: systemClock, tell: console.error },
  );
  const demo = await loadDemo(demoFolders);
  const options = processOptions(env, database, demo);
  const running = await startServer({
    ...options,
    port: env.port,
    publicUrl: env.publicUrl,
    demo,
    hasDemoAccounts: !env.isProduction,
    hasTestPayment: !env.isProduction,
    identity: identityOf(env),
    staffProvider: staffProviderOf(env),
    role,
    dataDir: env.databaseUrl === undefined ? env.dataDir : undefined,
    console: env.console,
    countries: env.countries,
    examineService: createExamineService(env, database),
    webFolder,
    traces,
  });
  end(running, database);
  console.log(`Bora: ${env.publicUrl ?? running.url}`);
  if (role === 'serve') console.log('This process runs no jobs and sends no mail: start a worker too (bora work).');
  if (demo !== undefined && !env.isProduction)
    for (const { email, plan } of demo.accounts) console.log(`  ${email} / ${demo.password} (${plan})`);
  if (env.console === 'on' && !env.isProduction)
    console.log(
      `Console: ${env.publicUrl ?? running.url}/console/\n  ${DEMO_OWNER.email} / ${DEMO_OWNER.password} (owner, without a code)`,
    );
  if (!running.hasTitles)
    console.log(
      'The catalogue is empty. Fill it with: bora catalogue import <folder or .jsonl file>\n' +
        `  (on the embedded database stop the server first; files of the catalogue go into ${options.catalogueFolder})`,
    );
}

async function work(env: Env): Promise<void> {
  const traces = await tracesOf(env);
  const { databaseUrl, dataDir } = env;
  const database = await openDatabase({ databaseUrl, dataDir, onStatement: traces?.statement });
  const running = await startWork({
    ...processOptions(env, database, await loadDemo(demoFolders)),
    port: env.workPort,
    publicUrl: env.publicUrl ?? addressAt(env.host, env.port),
    traces,
  });
  end(running, database);
  console.log(running.url === undefined ? 'Bora works.' : `Bora works: ${running.url}`);
}

async function main(): Promise<void> {
  // Files of the server are readable only by its own user.
  process.umask(0o077);
  const env = readEnv(undefined, readRole(process.argv.slice(2)));
  await (env.role === 'work' ? work(env) : serve(env, env.role));
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
