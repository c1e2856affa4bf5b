import { retry } from '../lib/retry.ts';
import type { Connection, Database } from './database.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

export type { Connection, Database, PoolMetrics } from './database.ts';

/** Runs work in one transaction and retries it when the database requests so. Use only the given connection inside. */
export type Transact = <T>(work: (tx: Connection) => Promise<T>) => Promise<T>;

export const createTransact =
  (db: Connection): Transact =>
  (work) =>
    retry(() => db.transaction().execute(work));

/** Opens PostgreSQL if an address is given, else the embedded database in `dataDir`. */
export const openDatabase = (options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> =>
  options.databaseUrl === undefined ? openEmbedded(options.dataDir) : openPostgres(options.databaseUrl);
