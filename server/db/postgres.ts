import type { FailureLog } from '../lib/failure-log.ts';
import { within } from '../lib/within.ts';
import type { Database } from './open.ts';
import { createPool, type PoolLimits } from './postgres-pool.ts';

/** Of the connections, those that one kind of batched statement takes: while one is under way, the next is sent. */
const BATCHES_AT_ONCE = 3;

/** What is under way when the database closes is waited for this long, in ms. */
const CLOSE_WITHIN_MS = 1_000;

/*
 * One process opens at most 13 connections; times the processes this must stay below the server's `max_connections`.
 */

/** Viewers' calls: the app stops waiting after 12 s. */
const CALLS: PoolLimits = {
  connections: 10,
  waiters: 200,
  waitMs: 3_000,
  connectMs: 3_000,
  statementMs: 5_000,
  answerMs: 6_000,
  lockMs: 3_000,
  idleInTransactionMs: 10_000,
};

/** Migrations, imports and clean-up: no viewer waits for these. */
const LONG_WORK: PoolLimits = {
  connections: 2,
  waiters: 100,
  waitMs: 10 * 60_000,
  connectMs: 10_000,
  statementMs: 10 * 60_000,
  answerMs: 10 * 60_000 + 10_000,
  lockMs: 5 * 60_000,
  idleInTransactionMs: 10 * 60_000,
};

/** Whether the database answers: its own connection, so that a full pool is not taken for a dead database. */
const PROBE: PoolLimits = {
  connections: 1,
  waiters: 1,
  waitMs: 2_000,
  connectMs: 2_000,
  statementMs: 2_000,
  answerMs: 2_000,
  lockMs: 2_000,
  idleInTransactionMs: 2_000,
};

export interface PostgresOptions {
  /** In place of the limits of viewers' calls, for tests. */
  calls?: Partial<PoolLimits>;
}

/**
 * Opens a PostgreSQL by its address. Connections are opened when they are needed.
 *
 * @throws SslModeError
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  let failures: FailureLog | undefined;
  const open = (limits: PoolLimits) => createPool(url, limits, () => failures);
  const calls = open({ ...CALLS, ...options.calls });
  const longWork = open(LONG_WORK);
  const probe = open(PROBE);
  const pools = [calls, longWork, probe];
  const abort = () => pools.forEach((pool) => pool.abort());

  return {
    engine: 'postgres',
    kysely: calls.kysely,
    longWork: longWork.kysely,
    probe: probe.kysely,
    atOnce: BATCHES_AT_ONCE,
    pool: calls.figures,
    reportTo(log) {
      failures = log;
    },
    abort,
    async close() {
      const ended = Promise.all(pools.map((pool) => pool.end()));
      await within(CLOSE_WITHIN_MS, ended).catch(() => {
        abort();
        return within(CLOSE_WITHIN_MS, ended);
      });
    },
  };
}
