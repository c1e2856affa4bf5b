import type { FailureLog } from '../lib/failure-log.ts';
import { withTimeout } from '../lib/timeout.ts';
import type { Database } from './database.ts';
import { createPool, type PoolLimits } from './postgres-pool.ts';
import { findNodes, isSpread } from './spread.ts';
import type { StatementListener } from './statement-listener.ts';

/** Batches of a kind in flight: the next one is sent while one is running. More are smaller, and cost more (docs/decisions/038). */
const BATCHES_AT_ONCE = 2;

/** Timeout for running statements when the database closes, in ms. */
const CLOSE_WITHIN_MS = 1_000;

/** Viewers' calls: the app's timeout is 12 s. */
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

/** Migrations, imports and jobs: no viewer waits for these. One connection for each job that a worker runs at a time. */
const LONG_WORK: PoolLimits = {
  connections: 3,
  waiters: 100,
  waitMs: 10 * 60_000,
  connectMs: 10_000,
  statementMs: 10 * 60_000,
  answerMs: 10 * 60_000 + 10_000,
  lockMs: 5 * 60_000,
  idleInTransactionMs: 10 * 60_000,
};

/** Readiness checks: a separate connection, so that a full pool does not look like a dead database. */
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

/** Most connections of one process; multiplied by the processes, they must stay below the server's `max_connections`. */
export const CONNECTIONS_OF_PROCESS = CALLS.connections + LONG_WORK.connections + PROBE.connections;

export interface PostgresOptions {
  /** Hears of each statement. */
  onStatement?: StatementListener | undefined;
  /** Replace the limits of viewers' calls and of readiness checks, for tests. */
  calls?: Partial<PoolLimits>;
  probe?: Partial<PoolLimits>;
}

/**
 * Opens a PostgreSQL by its address. Connects lazily.
 *
 * @throws SslModeError
 */
export async function openPostgres(url: string, options: PostgresOptions = {}): Promise<Database> {
  let failures: FailureLog | undefined;
  const open = (limits: PoolLimits) =>
    createPool(url, limits, { failures: () => failures, onStatement: options.onStatement });
  const calls = open({ ...CALLS, ...options.calls });
  const longWork = open(LONG_WORK);
  const probe = open({ ...PROBE, ...options.probe });
  const pools = [calls, longWork, probe];
  const abort = () => pools.forEach((pool) => pool.abort());

  return {
    engine: 'postgres',
    kysely: calls.kysely,
    longWork: longWork.kysely,
    probe: probe.kysely,
    atOnce: BATCHES_AT_ONCE,
    isSpread: () => isSpread(calls.kysely),
    findNodes: (accountIds) => findNodes(calls.kysely, accountIds),
    pool: calls.metrics,
    reportTo(log) {
      failures = log;
    },
    abort,
    async close() {
      const ended = Promise.all(pools.map((pool) => pool.end()));
      await withTimeout(CLOSE_WITHIN_MS, ended).catch(() => {
        abort();
        return withTimeout(CLOSE_WITHIN_MS, ended);
      });
    },
  };
}
