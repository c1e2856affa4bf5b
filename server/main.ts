import { CatalogueError } from '#catalogue/read.ts';
import { FolderInUseError } from './db/folder-lock.ts';
import type { Database } from './db/open.ts';
import { SslModeError } from './db/postgres-tls.ts';
import { NotMigratedError } from './db/migrate.ts';
import { openDatabase } from './db/open.ts';
import { SharedFolderError } from './db/private-folder.ts';
import { demoAccounts, DEMO_PASSWORD } from './demo/demo-accounts.ts';
import { EnvError, readEnv, type Env } from './env.ts';
import { catalogueFolder, webFolder } from './folders.ts';
import { loggerOptions } from './http/logger.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from './lib/database-errors.ts';
import type { Delivery } from './mail/outbox.ts';
import { createSmtpSender } from './providers/mail.ts';
import { startServer, type RunningServer } from './start.ts';

/** The messages below an error, the outermost first. */
const causesOf = ({ cause }: Error): string[] =>
  cause instanceof Error ? [cause.message || String((cause as NodeJS.ErrnoException).code), ...causesOf(cause)] : [];

/** A sentence for who starts the server; anything else is a fault and keeps its stack. */
function explain(error: unknown): string {
  if (error instanceof EnvError) return `The configuration does not fit:\n${error.message.replace(/^/gm, '  ')}`;
  if (error instanceof CatalogueError) return `The catalogue does not fit:\n${error.message.replace(/^/gm, '  ')}`;
  if (error instanceof FolderInUseError) return `Another Bora server has the data folder open: ${error.message}`;
  if (error instanceof SharedFolderError) return `DATA_DIR must be private: ${error.message}.`;
  if (error instanceof NotMigratedError)
    return `The database has not the tables of this version: run "npm run migrate" first (${error.message}).`;
  if (error instanceof SslModeError) return `DATABASE_URL does not fit: ${error.message}`;
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseBusyError)
    return `The database does not serve: ${[error.message, ...causesOf(error)].join(': ')}`;
  if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')
    return `The port is taken: ${error.message}`;
  // A folder that cannot be made, a database that is not there: the system's own sentence names it.
  if (error instanceof Error && 'syscall' in error) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** A server that has not closed after this, in ms, is ended; supervisors give 5 s. */
const END_AFTER_MS = 4_800;

/** Ends the process when a signal asks for it, once, however often it asks, or when the database can serve no more. */
function closeInTheEnd(running: RunningServer, database: Database): void {
  let isClosing = false;
  const close = (exitCode: number) => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      console.error('The server did not close in time: it is ended, and calls under way are lost.');
      process.exit(1);
    }, END_AFTER_MS);
    running.close().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', () => close(0));
  process.on('SIGINT', () => close(0));
  void database.broken?.then((reason) => {
    console.error(`The embedded database stopped, and the server ends: ${reason.message}`);
    close(1);
  });
}

/** By SMTP where there is a server; else into the built-in mailbox, which production does not have. */
function deliveryOf({ smtpUrl, mailFrom, isProduction }: Env): Delivery {
  if (smtpUrl !== undefined) return { kind: 'sender', sender: createSmtpSender({ url: smtpUrl, from: mailFrom }) };
  if (!isProduction) return { kind: 'mailbox' };
  console.warn('SMTP_URL is not set: no mail is sent, so nobody can sign up or set a new password.');
  return { kind: 'none' };
}

async function main(): Promise<void> {
  // What the server writes is for its own user alone.
  process.umask(0o077);
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  const running = await startServer({
    database,
    host: env.host,
    port: env.port,
    publicUrl: env.publicUrl,
    hasDemoAccounts: !env.isProduction,
    hasTestPayment: !env.isProduction,
    delivery: deliveryOf(env),
    migrations: env.migrations,
    dataDir: env.databaseUrl === undefined ? env.dataDir : undefined,
    metricsToken: env.metricsToken,
    trustedProxies: env.trustedProxies,
    catalogueFolder,
    webFolder,
    logger: loggerOptions(env),
  });
  closeInTheEnd(running, database);
  console.log(`Bora: ${env.publicUrl ?? running.url}`);
  if (!env.isProduction)
    for (const { email, plan } of demoAccounts) console.log(`  ${email} / ${DEMO_PASSWORD} (${plan})`);
}

main().catch((error: unknown) => {
  console.error(explain(error));
  process.exit(1);
});
