import pg from 'pg';
import { distribute } from '#server/db/distribute.ts';
import type { Database } from '#server/db/open.ts';

/** Rows of a statement outside of all test databases. */
async function query<Row extends object>(url: string, ...statements: string[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

export const withName = (databaseUrl: string, name: string): string => {
  const url = new URL(databaseUrl);
  url.pathname = `/${name}`;
  return url.href;
};

interface Node {
  url: string;
  host: string;
  port: number;
}

/** A PostgreSQL, or the coordinator of a Citus cluster and its workers. */
interface Nodes {
  coordinator: Node;
  workers: readonly Node[];
}

/** The workers that the database of an address knows; none without the extension. */
async function findNodes(url: string): Promise<Nodes> {
  const of = (host: string, port: number): Node => {
    const address = new URL(url);
    if (host !== '') [address.hostname, address.port] = [host, String(port)];
    return { url: address.href, host, port };
  };
  const single = { coordinator: of('', 0), workers: [] };
  if ((await query(url, `select 1 from pg_extension where extname = 'citus'`)).length === 0) return single;
  const rows = await query<{ host: string; port: number; isCoordinator: boolean }>(
    url,
    `select nodename as host, nodeport as port, groupid = 0 as "isCoordinator" from pg_dist_node
      where isactive order by nodeid`,
  );
  const workers = rows.filter((row) => !row.isCoordinator).map(({ host, port }) => of(host, port));
  const first = rows.find((row) => row.isCoordinator);
  return { coordinator: first === undefined ? single.coordinator : of(first.host, first.port), workers };
}

const known = new Map<string, Promise<Nodes>>();
const nodesOf = (url: string): Promise<Nodes> => {
  const nodes = known.get(url) ?? findNodes(url);
  known.set(url, nodes);
  return nodes;
};

async function onEachNode(url: string, ...statements: string[]): Promise<void> {
  const { coordinator, workers } = await nodesOf(url);
  await Promise.all([coordinator, ...workers].map((node) => query(node.url, ...statements)));
}

/** Settings of a database, which a copy of it does not have. */
const settingsOf = async (url: string, name: string): Promise<string[]> => {
  const rows = await query<{ setting: string }>(
    url,
    `select unnest(setconfig) as setting from pg_db_role_setting join pg_database on pg_database.oid = setdatabase
      where datname = '${name}' and setrole = 0`,
  );
  return rows.map(({ setting }) => setting.replace('=', ' = '));
};

/**
 * Creates a database on all machines, as a copy of one without connections. The parts of a cluster's database know each
 * other by addresses only, so copies of all parts are a database whose tables are spread like the original's.
 */
export async function createDatabase(url: string, name: string, template: string): Promise<void> {
  await onEachNode(url, `create database ${name} template ${template}`);
  for (const setting of await settingsOf(url, template)) await query(url, `alter database ${name} set ${setting}`);
}

/** PostgreSQL's code for a database that is in use. */
const IN_USE = '55006';

/** Attempts to drop a database; the engine itself waits five seconds in each of them. */
const ATTEMPTS = 3;

/**
 * Drops a database on one machine after the other: the extension's processes connect to the other machines, and would
 * wait there for a drop that waits for them.
 */
export async function dropDatabase(url: string, name: string): Promise<void> {
  const { coordinator, workers } = await nodesOf(url);
  for (const node of [coordinator, ...workers])
    for (let attempt = 1, isDropped = false; !isDropped; attempt += 1)
      isDropped = await query(node.url, `drop database ${name} with (force)`).then(
        () => true,
        (error: unknown) => {
          if ((error as { code?: string }).code !== IN_USE || attempt === ATTEMPTS) throw error;
          return false;
        },
      );
}

/** Makes the database on all machines one cluster, if the given address is of a cluster. */
export async function joinNodes(url: string, name: string): Promise<void> {
  const { coordinator, workers } = await nodesOf(url);
  if (workers.length === 0) return;
  for (const node of [...workers, coordinator]) await query(withName(node.url, name), 'create extension citus');
  await query(
    withName(coordinator.url, name),
    `select citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map(({ host, port }) => `select citus_add_node('${host}', ${port})`),
  );
}

/** Spreads the tables of a migrated database, if it is of a cluster. */
export async function spreadTemplate(url: string, database: Database): Promise<void> {
  if ((await nodesOf(url)).workers.length > 0) await distribute(database.longWork);
}

/** Ends all connections, so that the database can be copied: the extension's own processes stay connected. */
export const closeTemplate = (url: string, name: string): Promise<void> =>
  onEachNode(
    url,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
  );
