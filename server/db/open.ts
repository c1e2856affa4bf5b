import { retry } from '../lib/retry.ts';
import type { Connection, Database } from './database.ts';
import type { StatementListener } from './statement-listener.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';

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

/** Opens PostgreSQL if an address is given, else the embedded database in `dataDir`. */
export const openDatabase = ({ databaseUrl, dataDir, onStatement }: OpenOptions): Promise<Database> =>
  databaseUrl === undefined ? openEmbedded(dataDir, { onStatement }) : openPostgres(databaseUrl, { onStatement });
