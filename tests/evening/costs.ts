import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import type { World } from './world.ts';

/** Costs of an evening so far. */
export interface Costs {
  /** CPU time in µs. */
  serverCpu: number;
  workerCpu: number;
  databaseCpu: number;
  statements: number;
  walBytes: number;
  /** Rows written: inserted, changed and removed. */
  rows: number;
  rowsAdded: number;
  /** Time that sets were on, in ms. */
  onMs: number;
  calls: number;
}

interface Counters {
  statements: number;
  wal: number;
  inserted: number;
  updated: number;
  deleted: number;
}

/** Needs an engine that loads `pg_stat_statements`. */
const readCounters = async (db: Connection): Promise<Counters> => {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  const { rows } = await sql<Counters>`
    select (select sum(calls)::float8 from pg_stat_statements s join pg_database d on d.oid = s.dbid
        where d.datname = current_database()) as statements,
      pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal,
      sum(n_tup_ins)::float8 as inserted, sum(n_tup_upd)::float8 as updated, sum(n_tup_del)::float8 as deleted
    from pg_stat_user_tables`.execute(db);
  return rows[0]!;
};

export async function readCosts(
  world: Pick<World, 'servers' | 'workers' | 'admin'>,
  databaseCpu: number,
  set: Pick<Costs, 'onMs' | 'calls'>,
): Promise<Costs> {
  const { statements, wal, inserted, updated, deleted } = await readCounters(world.admin!.longWork);
  return {
    serverCpu: world.servers.reduce((sum, server) => sum + server.cpu(), 0),
    workerCpu: world.workers.reduce((sum, worker) => sum + worker.cpu(), 0),
    databaseCpu,
    statements,
    walBytes: wal,
    rows: inserted + updated + deleted,
    rowsAdded: inserted - deleted,
    ...set,
  };
}

/** Difference of two readings. */
export const spent = (from: Costs, until: Costs): Costs =>
  Object.fromEntries(
    Object.entries(until).map(([name, value]) => [name, value - from[name as keyof Costs]]),
  ) as unknown as Costs;
