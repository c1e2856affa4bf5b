import pg from 'pg';
import { Kysely, PostgresDialect, type PostgresPool } from 'kysely';
import { DatabaseBusyError, DatabaseUnavailableError } from '../lib/database-errors.ts';
import type { FailureLog } from '../lib/failure-log.ts';
import { createGate } from '../lib/gate.ts';
import type { Connection, PoolFigures } from './open.ts';
import { clientClass, createStatementNames } from './postgres-client.ts';
import { toDriverAddress } from './postgres-tls.ts';
import type { Tables } from './tables.ts';

const INT8 = 20;

/** How soon TCP asks a silent connection whether its other end is there, in ms. */
const KEEP_ALIVE_AFTER_MS = 10_000;

/** What one kind of work may take; times are in ms. */
export interface PoolLimits {
  connections: number;
  /** Callers that wait for a connection, and how long. */
  waiters: number;
  waitMs: number;
  /** Until a new connection can be used. */
  connectMs: number;
  /** The server ends a statement after this, and the client its connection after `answerMs`. */
  statementMs: number;
  answerMs: number;
  /** A row that somebody else holds is waited for this long. */
  lockMs: number;
  /** A transaction that sends nothing for this long is ended by the server. */
  idleInTransactionMs: number;
}

export interface Pool {
  kysely: Connection;
  figures(): PoolFigures;
  /** Ends all connections now; statements under way, and those to come, fail. */
  abort(): void;
  /** Waits for what is under way. */
  end(): Promise<void>;
}

/**
 * Session settings by the start-up message. Those of the address come later and win, but for the form of times, which the
 * driver reads.
 */
function withSession(url: string, limits: PoolLimits): string {
  const address = new URL(url);
  const settings = {
    statement_timeout: limits.statementMs,
    lock_timeout: limits.lockMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
  };
  const ours = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`);
  const asked = address.searchParams.get('options') ?? '';
  address.searchParams.set('options', [...ours, asked, '-c datestyle=ISO'].filter((part) => part !== '').join(' '));
  return address.href;
}

/**
 * Connections for one kind of work. Failures of the database are reported here, once for everything that needs it.
 *
 * @throws SslModeError
 */
export function createPool(url: string, limits: PoolLimits, failures: () => FailureLog | undefined): Pool {
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
      nameOf: createStatementNames(),
      answerMs: limits.answerMs,
      onAnswer: works,
      onFailure: report,
      open,
    }),
    max: limits.connections,
    connectionTimeoutMillis: limits.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    types,
  });
  const gate = createGate(
    { atOnce: limits.connections, waiters: limits.waiters, waitMs: limits.waitMs },
    (reason) => new DatabaseBusyError(`no free connection: ${reason}`),
  );
  // An idle connection that the server drops would end the process; the next statement opens another.
  pool.on('error', (error) => report(new DatabaseUnavailableError('an idle connection broke', { cause: error })));

  const connect = async (): Promise<pg.PoolClient> => {
    const leave = await gate.enter();
    try {
      if (isAborted) throw new Error('the pool is closed');
      const client = await pool.connect();
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
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: guarded }) });
  return {
    kysely,
    figures: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: gate.waiting }),
    abort() {
      isAborted = true;
      const error = new DatabaseUnavailableError('the server is closing');
      for (const client of open) client.drop(error);
    },
    end: () => kysely.destroy(),
  };
}
