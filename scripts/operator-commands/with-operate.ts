import { CatalogueError } from '#server/catalogue/format/index.ts';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { checkMigrated, checkSameVersion, NewerDatabaseError, NotMigratedError } from '#server/db/migrate.ts';
import { openDatabase, type Database } from '#server/db/open.ts';
import { loadDemo } from '#server/demo/load.ts';
import { readEnv } from '#server/start/env.ts';
import { EnvError } from '#server/start/variables/variable.ts';
import { catalogueFolderOf, demoFolders } from '#server/start/folders.ts';
import { addressAt } from '#server/start/listen.ts';
import { DatabaseBusyError, DatabaseUnavailableError } from '#server/lib/database-errors.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { explainSystemError } from '#server/lib/system-error.ts';
import { operateHere, type Answer, type Operate } from '#server/console/operator/calls.ts';
import { NoOperatorSocketError, operateAt } from '#server/console/operator/client.ts';
import { operatorSocketIn } from '#server/console/operator/socket-path.ts';
import { createClipKeys, createKeySeal, secretIn } from '#server/watching/protection/index.ts';
import { MediaStoreError } from '#server/providers/media-store.ts';
import { openMediaStore } from '#server/providers/open-media-store.ts';
import { createOperations } from '#server/start/start-operators.ts';

/** The command was refused; the message is for the operator. */
export class NotDoneError extends Error {
  override readonly name = 'NotDoneError';
}

/** @throws NotDoneError */
export async function resultOf<T>(answering: Promise<Answer<T>>): Promise<T> {
  const answer = await answering;
  if (answer.status === 'done') return answer.result;
  if (answer.status === 'refused') throw new NotDoneError(answer.message);
  throw new NotDoneError(`The running server does not know this command; is it another version?\n${answer.message}`);
}

/** Whether the database has this version's tables. */
export const hasThisVersion = (database: Database): Promise<boolean> =>
  checkMigrated(database.longWork).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NotMigratedError) return false;
      throw error;
    },
  );

/**
 * Opens the database and makes the calls there. If a running server has the embedded database open, that server makes
 * them.
 *
 * @param work its second argument says whether another process runs media jobs while the command waits.
 * @param options.needs whether the database may have the tables of an older version.
 */
export async function withOperate<T>(
  work: (operate: Operate, hasWorkers: boolean) => Promise<T>,
  { needs = 'this-version' }: { needs?: 'this-version' | 'any-version' } = {},
): Promise<T> {
  const env = readEnv();
  let database: Database;
  try {
    database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  } catch (error) {
    const socket = operatorSocketIn(env.dataDir);
    if (!(error instanceof FolderInUseError) || socket === undefined) throw error;
    return work(operateAt(socket), true);
  }
  try {
    const isMigrated = needs === 'any-version' ? await hasThisVersion(database) : true;
    if (needs === 'this-version') await checkSameVersion(database.longWork);
    const operations = createOperations({
      db: database.longWork,
      copies: database.copies,
      hasAuditLog: isMigrated,
      clock: systemClock,
      random: systemRandom,
      catalogueFolder: catalogueFolderOf(env.catalogueDir, await loadDemo(demoFolders)),
      mediaFolder: env.mediaFolder,
      mediaStore: openMediaStore(env.mediaStore),
      clipKeys: createClipKeys(
        createKeySeal(() => env.mediaKeySecret ?? secretIn(env.dataDir)),
        systemRandom,
      ),
      isOnlyWorker: env.databaseUrl === undefined,
      hasAgeProof: env.identityProvider !== undefined || !env.isProduction,
      publicUrl: () => env.publicUrl ?? addressAt(env.host, env.port),
    });
    return await work(operateHere(operations), env.databaseUrl !== undefined);
  } finally {
    await database.close();
  }
}

/** One sentence for the operator; unexpected errors keep their stack. */
export function explain(error: unknown): string {
  if (error instanceof FolderInUseError) return 'A server has the data folder open: stop it first.';
  if (error instanceof NoOperatorSocketError)
    return 'The data folder is in use, but no server answers: it starts, it stops, or another command runs. Try again.';
  if (error instanceof NotMigratedError)
    return `The database schema is out of date: run "bora migrate" first (${error.message}).`;
  if (
    error instanceof EnvError ||
    error instanceof NotDoneError ||
    error instanceof NewerDatabaseError ||
    error instanceof RefusedError ||
    error instanceof CatalogueError ||
    error instanceof MediaStoreError
  )
    return error.message;
  if (error instanceof DatabaseUnavailableError || error instanceof DatabaseBusyError)
    return `The database does not take this now: ${error.message}. Try again.`;
  return explainSystemError(error) ?? (error instanceof Error ? (error.stack ?? error.message) : String(error));
}
