import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { DatabaseBusyError, DatabaseUnavailableError } from '../lib/database-errors.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { fairQueue } from '../lib/queues.ts';
import type { Connection, PoolMetrics } from './database.ts';
import { clientClass, createStatementNames } from './postgres-client.ts';
import { toDriverAddress } from './postgres-tls.ts';
import { heardBy, type StatementListener } from './statement-listener.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;

/** TCP keep-alive delay, in ms. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** Pause before a connection is asked for again, in ms. */
const AGAIN_AFTER_MS = 20;

/** 53300: other clients have all connections of the database. */
const isFull = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '53300';

/** Limits of one pool; times are in ms. */
export interface PoolLimits {
  connections: number;
  /** Maximum callers that wait for a connection, and for how long. */
  waiters: number;
  waitMs: number;
  /** Timeout for opening a connection. */
  connectMs: number;
  /** The server cancels a statement after this time; after `answerMs`, the client drops its connection. */
  statementMs: number;
  answerMs: number;
  /** Timeout for row locks. */
  lockMs: number;
  /** The server ends a transaction that is idle for this long. */
  idleInTransactionMs: number;
}

export interface Pool {
  kysely: Connection;
  metrics(): PoolMetrics;
  /** Ends all connections immediately; running and later statements fail. */
  abort(): void;
  /** Waits for running statements. */
  end(): Promise<void>;
}

/**
 * Sets session options in the start-up message. Those of the address come later and win, except the date style, which
 * the driver requires.
 */
function withSession(url: string, limits: PoolLimits): string {
  const address = new URL(url);
  const settings = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    // Compiling the plan of a list takes longer than the list.
    jit: 'off',
  };
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const asked = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', [...ours, asked, '-c datestyle=ISO'].filter((part) => part !== '').join(' '));
  return address.href;
}

/**
 * A connection pool for one kind of work. It reports database failures here, once for all callers.
 *
 * @throws SslModeError
 */
export function createPool(
  url: string,
  limits: PoolLimits,
  { failures, onStatement }: { failures(): FailureLog | undefined; onStatement: StatementListener | undefined },
): Pool {
  const { url: address, ssl, sslnegotiation } = toDriverAddress(url);
  const types = new pg.TypeOverrides();
  types.setTypeParser(INT8, Number);
  const open = new Set<{ drop(error: Error): void }>();
  let isAborted = false;

  const report = (error: unknown): void => {
    if (isAborted) return;
    if (error instanceof DatabaseBusyError) failures()?.report('database load', error);
    else if (error instanceof DatabaseUnavailableError) failures()?.report('database', error);
  };
  const works = () => {
    failures()?.works('database');
    failures()?.works('database load');
  };

  const pool = new pg.Pool({
    connectionString: withSession(address, limits),
    ssl,
    sslnegotiation,
    Client: clientClass({
      statementNames: createStatementNames(),
      answerMs: limits.answerMs,
      onAnswer: works,
      onFailure: report,
      open,
    }),
    max: limits.connections,
    // The last one stays open: others may take all that the database has.
    min: 1,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types,
  });
  const gate = fairQueue(
    { atOnce: limits.connections, waiters: limits.waiters, waitMs: limits.waitMs },
    (reason) => new DatabaseBusyError(`no free connection: ${reason}`),
  );
  // Without a listener, an idle connection that the server drops would end the process. The next statement opens
  // another.
  pool.on('error', (error) => report(new DatabaseUnavailableError('an idle connection broke', { cause: error })));

  /** A connection of the pool. Where the database has no place for another one, one that this process has. */
  const take = async (): Promise<pg.PoolClient> => {
    const untilMs = performance.now() + limits.waitMs;
    for (;;)
      try {
        return await pool.connect();
      } catch (error) {
        if (!isFull(error) || pool.totalCount === 0 || performance.now() >= untilMs) throw error;
        await wait(AGAIN_AFTER_MS);
      }
  };

  const connect = async (): Promise<pg.PoolClient> => {
    const leave = await gate.enter();
    try {
      if (isAborted) throw new Error('the pool is closed');
      const client = await take();
      const release = client.release.bind(client);
      client.release = (error) => {
        release(error);
        leave();
      };
      return client;
    } catch (error) {
      leave();
      throw new DatabaseUnavailableError('no connection to the database', { cause: error });
    }
  };

  const guarded: PostgresPool = {
    connect: () =>
      connect().catch((error: unknown) => {
        report(error);
        throw error;
      }) as ReturnType<PostgresPool['connect']>,
    end: () => pool.end(),
  };
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }), ...heardBy(onStatement) });
  return {
    kysely,
    metrics: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: gate.waiting }),
    abort() {
      isAborted = true;
      const error = new DatabaseUnavailableError('the server is closing');
      for (const client of open) client.drop(error);
    },
    end: () => kysely.destroy(),
  };
}
