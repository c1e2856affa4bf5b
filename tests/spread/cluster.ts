import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { distribute } from '#server/db/distribute.ts';
import { migrate } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import type { Database } from '#server/db/open.ts';
import { freePort } from '#tests/support/server/nginx.ts';
import { startCluster, type Cluster, type InstalledPostgres } from '#tests/support/server/postgres-cluster.ts';
import { startTcpProxy, type TcpProxy } from '#tests/support/tcp-proxy.ts';

const HOST = '127.0.0.1';

/** A machine of a cluster, and the network to it. */
export interface WorkerNode {
  engine: Cluster;
  network: TcpProxy;
  /** By which the coordinator reaches it. */
  port: number;
}

/** A coordinator and two workers with spread tables. */
export interface SpreadCluster {
  /** Of the coordinator. */
  url: string;
  database: Database;
  coordinator: Cluster;
  workers: readonly WorkerNode[];
  /** The worker that has an account. */
  workerOf(accountId: string): Promise<WorkerNode>;
  close(): Promise<void>;
}

/** Whether the engine in a folder has Citus, which Debian has no package of. */
export function hasCitus({ bin }: InstalledPostgres): boolean {
  const { status, stdout } = spawnSync(join(bin, 'pg_config'), ['--sharedir'], { encoding: 'utf8' });
  return status === 0 && existsSync(join(stdout.trim(), 'extension/citus.control'));
}

/**
 * @param isDirect without the network between the coordinator and the workers that tests can disturb.
 * @param isEmpty without tables.
 */
export async function startSpreadCluster(
  installed: InstalledPostgres,
  { isDirect = false, isEmpty = false } = {},
): Promise<SpreadCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-spread-'));
  const undo: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })];
  const close = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  const start = async (name: string) => {
    const port = await freePort();
    const engine = await startCluster(installed, `${folder}-${name}`, {
      ...{ listen_addresses: HOST, port: String(port), shared_preload_libraries: 'citus' },
      ...{ wal_level: 'logical', max_prepared_transactions: '100', max_connections: '300' },
      // What docs/operations/distribute.md says of a worker that does not answer.
      'citus.node_connection_timeout': '1000',
    });
    undo.push(() => engine.remove());
    const url = `postgres://bora@${HOST}:${port}/postgres`;
    const database = await openPostgres(url);
    await sql`create extension citus`.execute(database.longWork);
    return { engine, port, url, database };
  };
  try {
    const coordinator = await start('coordinator');
    undo.push(() => coordinator.database.close());
    const { longWork } = coordinator.database;
    await sql`select citus_set_coordinator_host(${HOST}, ${coordinator.port})`.execute(longWork);
    const workers: WorkerNode[] = [];
    for (const name of ['one', 'two']) {
      const { engine, port: ownPort, database } = await start(name);
      await database.close();
      const network = await startTcpProxy({ host: HOST, port: ownPort });
      undo.push(() => network.close());
      const port = isDirect ? ownPort : network.port;
      await sql`select citus_add_node(${HOST}, ${port})`.execute(longWork);
      workers.push({ engine, network, port });
    }
    if (!isEmpty) {
      await migrate(longWork);
      await distribute(longWork);
    }
    return {
      ...{ url: coordinator.url, database: coordinator.database, coordinator: coordinator.engine, workers, close },
      async workerOf(accountId) {
        const { rows } = await sql<{ port: number }>`
          select nodeport as port from pg_dist_shard_placement
          where shardid = get_shard_id_for_distribution_column('accounts', ${accountId}::uuid)`.execute(longWork);
        return workers.find(({ port }) => port === rows[0]?.port)!;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
