import type { Kysely } from 'kysely';
import type { FailureLog } from '../lib/failure-log.ts';
import { retry } from '../lib/retry.ts';
import type { Changes } from './changes.ts';
import { openEmbedded } from './embedded.ts';
import { openPostgres } from './postgres.ts';
import type { Tables } from './tables.ts';

/** The database or a transaction in it: what every store's function takes first. */
export type Connection = Kysely<Tables>;

/** Connections to the database, and statements that wait for one. */
export interface PoolFigures {
  total: number;
  idle: number;
  waiting: number;
}

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /** For viewers' calls: short limits. */
  readonly kysely: Connection;
  /** For migrations, imports and clean-up: long limits, and connections of its own. */
  readonly longWork: Connection;
  /** For asking whether the database answers. */
  readonly probe: Connection;
  /** Statements that it works on at once to advantage, beside those of transactions. */
  readonly atOnce: number;
  /** Only where no other process can write. */
  readonly changes?: Changes;
  /** Where failures go that no caller hears of; they are not logged before this. */
  reportTo(failures: FailureLog): void;
  /** Resolves, with the reason, when the engine can never answer again and the process must end. */
  readonly broken?: Promise<Error>;
  /** Fails what is under way and what comes later, so that nobody waits for a database that does not answer. */
  abort(): void;
  /** Waits for what is under way, within limits. */
  close(): Promise<void>;
  /** Only a database that is reached by a pool of connections has it. */
  pool?(): PoolFigures;
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
