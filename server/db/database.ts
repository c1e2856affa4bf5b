import type { Kysely } from 'kysely';
import type { FailureLog } from '../lib/failure-log.ts';
import type { OnlineCopies } from './online-copy.ts';
import type { Tables } from './tables.ts';

/** The database or a transaction: the first argument of every store function. */
export type Connection = Kysely<Tables>;

/** Counts of open connections and of statements that wait for one. */
export interface PoolMetrics {
  total: number;
  idle: number;
  waiting: number;
}

export interface Database {
  readonly engine: 'embedded' | 'postgres';
  /** For viewers' calls: short timeouts. */
  readonly kysely: Connection;
  /** For migrations, imports and clean-up: long timeouts, and its own connections. */
  readonly longWork: Connection;
  /** For readiness checks. */
  readonly probe: Connection;
  /** Batched statements to keep in flight. */
  readonly atOnce: number;
  /** Whether writes are refused now, for example on a full disk; only the embedded engine knows without a statement. */
  refusesWrites?(): boolean;
  /** Whether the accounts' tables are spread over several machines. */
  isSpread(): Promise<boolean>;
  /** The machine of each account, in the same order; only where tables can be spread. */
  findNodes?(accountIds: readonly string[]): Promise<number[]>;
  /** Sets the log of background failures; earlier failures are not logged. */
  reportTo(failures: FailureLog): void;
  /** Resolves with the reason when the engine has failed for good and the process must end. */
  readonly broken?: Promise<Error>;
  /** Fails running and later statements, so that no caller waits for a database that does not answer. */
  abort(): void;
  /** Waits for running statements, up to a timeout. */
  close(): Promise<void>;
  /** Only databases with a connection pool have it. */
  pool?(): PoolMetrics;
  /** Copies of the files while statements run; only the embedded engine in a folder has it. */
  readonly copies?: OnlineCopies;
  /** The data folder as one archive; only the embedded engine has it. */
  archive?(): Promise<Blob>;
}
