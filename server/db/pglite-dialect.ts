import type { PGlite, Transaction } from '@electric-sql/pglite';
import {
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  type QueryResult,
} from 'kysely';

/** The engine runs in this process with one session, so no other process can migrate concurrently. */
class PGliteAdapter extends PostgresAdapter {
  override acquireMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
  override releaseMigrationLock(): Promise<void> {
    return Promise.resolve();
  }
}

/** Hooks around the statements of the embedded engine. */
export interface EngineHooks {
  /** Throws when no transaction can begin. */
  beforeTransaction(): void;
  /** Runs a statement, given its text. */
  run<T>(text: string, execute: () => Promise<T>): Promise<T>;
}

interface OpenTransaction {
  tx: Transaction;
  commit(): void;
  rollback(reason: Error): void;
  /** Settles when the engine has ended the transaction. */
  ended: Promise<void>;
}

class PGliteConnection implements DatabaseConnection {
  readonly #pglite: PGlite;
  readonly #hooks: EngineHooks;
  #open: OpenTransaction | undefined;

  constructor(pglite: PGlite, hooks: EngineHooks) {
    this.#pglite = pglite;
    this.#hooks = hooks;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affectedRows } = await this.#hooks.run(sql, () =>
      (this.#open?.tx ?? this.#pglite).query<R>(sql, [...parameters]),
    );
    return { rows, ...(affectedRows !== undefined && { numAffectedRows: BigInt(affectedRows) }) };
  }

  streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('PGlite does not stream.');
  }

  /** Uses the engine's own transaction, so that a checkpoint or vacuum outside Kysely waits for its end. */
  async begin(): Promise<void> {
    this.#hooks.beforeTransaction();
    await new Promise<void>((resolve, reject) => {
      const ended = this.#pglite.transaction(
        (tx) =>
          new Promise<void>((commit, rollback) => {
            this.#open = { tx, commit, rollback, ended };
            resolve();
          }),
      );
      ended.catch(reject);
    });
  }

  async commit(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    open?.commit();
    await open?.ended;
  }

  async rollback(): Promise<void> {
    const open = this.#open;
    this.#open = undefined;
    open?.rollback(new Error('rolled back'));
    // The engine rejects with the reason passed to it.
    await open?.ended.catch(() => undefined);
  }
}

/** Gives the engine's only session to one caller at a time: a second caller would join the open transaction. */
class PGliteDriver implements Driver {
  readonly #pglite: PGlite;
  readonly #connection: PGliteConnection;
  readonly #line: ((connection: PGliteConnection) => void)[] = [];
  #isTaken = false;

  constructor(pglite: PGlite, hooks: EngineHooks) {
    this.#pglite = pglite;
    this.#connection = new PGliteConnection(pglite, hooks);
  }

  async init(): Promise<void> {
    await this.#pglite.waitReady;
  }

  acquireConnection(): Promise<DatabaseConnection> {
    if (this.#isTaken) return new Promise((resolve) => this.#line.push(resolve));
    this.#isTaken = true;
    return Promise.resolve(this.#connection);
  }

  releaseConnection(): Promise<void> {
    const next = this.#line.shift();
    if (next) next(this.#connection);
    else this.#isTaken = false;
    return Promise.resolve();
  }

  beginTransaction(): Promise<void> {
    return this.#connection.begin();
  }

  commitTransaction(): Promise<void> {
    return this.#connection.commit();
  }

  rollbackTransaction(): Promise<void> {
    return this.#connection.rollback();
  }

  async destroy(): Promise<void> {
    if (!this.#pglite.closed) await this.#pglite.close();
  }
}

/**
 * Kysely on the embedded engine. Kysely's own dialect exists from 0.29 on, which needs Node 22 (docs/decisions/010).
 */
export const createPGliteDialect = (pglite: PGlite, hooks: EngineHooks): Dialect => ({
  createAdapter: () => new PGliteAdapter(),
  createDriver: () => new PGliteDriver(pglite, hooks),
  createIntrospector: (db: Kysely<unknown>) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});
