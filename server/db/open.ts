import type { Kysely } from 'kysely';
import { retry } from '../lib/retry.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

/** The database or a transaction in it: what every store's function takes first. */
export type Connection = Kysely<Tables>;

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  readonly kysely: Connection;
  close(): Promise<void>;
  /** The whole data folder as one file; only the embedded engine has it. */
  archive?(): Promise<Blob>;
}

/** Runs work in one transaction, again when the database asks for it. Everything inside must use the given connection. */
export type Transact = <T>(work: (tx: Connection) => Promise<T>) => Promise<T>;

export const createTransact =
  (db: Connection): Transact =>
  (work) =>
    retry(() => db.transaction().execute(work));

/** Opens PostgreSQL when it has an address, else the embedded database in `dataDir`. */
export const openDatabase = (options: { databaseUrl?: string | undefined; dataDir: string }): Promise<Database> =>
  options.databaseUrl === undefined ? openEmbedded(options.dataDir) : openPostgres(options.databaseUrl);
