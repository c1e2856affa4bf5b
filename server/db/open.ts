import { retry } from '../lib/retry.ts';
import type { Connection, Database } from './database.ts';
import type { StatementListener } from './statement-listener.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import { refusePooler } from './refuse-pooler.ts';

export type { Connection, Database, PoolMetrics } from './database.ts';

/** Runs work in one transaction and retries it when the database requests so. Use only the given connection inside. */
export type Transact = <T>(work: (tx: Connection) => Promise<T>) => Promise<T>;

export const createTransact =
  (db: Connection): Transact =>
  (work) =>
    retry(() => db.transaction().execute(work));

export interface OpenOptions {
  databaseUrl?: string | undefined;
  dataDir: string;
  /** Hears of each statement. */
  onStatement?: StatementListener | undefined;
}

/**
 * Opens PostgreSQL if an address is given, else the embedded database in `dataDir`.
 *
 * @throws RefusedError when the address is of a pooler that the server cannot work with.
 */
export async function openDatabase({ databaseUrl, dataDir, onStatement }: OpenOptions): Promise<Database> {
  if (databaseUrl === undefined) return openEmbedded(dataDir, { onStatement });
  const database = await openPostgres(databaseUrl, { onStatement });
  try {
    await refusePooler(database.kysely);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
