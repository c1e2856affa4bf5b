import { sql } from 'kysely';
import type { Connection } from './database.ts';
import { distributedFunctions, distributions } from './distribution.ts';
import { hasCitus } from './spread.ts';

/** The database cannot spread its tables, or has spread them in another way. */
export class DistributionError extends Error {
  override readonly name = 'DistributionError';
}

/** Kysely's own tables. Every server reads them when it starts. */
const MIGRATION_TABLES = ['kysely_migration', 'kysely_migration_lock'];

interface Spread {
  table: string;
  is: 'distributed' | 'reference' | 'local';
  /** The column by which it is distributed. */
  by: string | null;
}

/** The tables that the cluster knows. A local table is listed only if a foreign key connects it to another one. */
async function listSpread(db: Connection): Promise<Map<string, Spread>> {
  const { rows } = await sql<Spread>`select logicalrelid::regclass::text as table,
      case when partmethod = 'h' then 'distributed' when repmodel = 't' then 'reference' else 'local' end as is,
      column_to_column_name(logicalrelid, partkey) as by
    from pg_dist_partition`.execute(db);
  return new Map(rows.map((row) => [row.table, row]));
}

/** Whether the coordinator is one of the machines that have a copy of every reference table. */
async function hasCoordinator(db: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_dist_node where groupid = 0`.execute(db);
  return rows.length > 0;
}

/**
 * Spreads the tables over the machines of a cluster, as `distributions` declares them. Idempotent: a run that was
 * interrupted continues, and what later migrations made is added. Only while no server runs: rows are copied.
 *
 * @returns the names of the tables that this run has spread.
 * @throws DistributionError when the engine is not Citus, does not know its coordinator, or a table is distributed by
 *   another column.
 */
export async function distribute(db: Connection): Promise<string[]> {
  if (!(await hasCitus(db)))
    throw new DistributionError(
      'This database cannot spread tables over several machines: that needs the extension "citus". Nothing was changed.',
    );
  if (!(await hasCoordinator(db)))
    throw new DistributionError(
      'The cluster does not know its coordinator, so that lists would ask another machine. Run ' +
        "select citus_set_coordinator_host('its address') first. Nothing was changed.",
    );
  const known = await listSpread(db);
  const done: string[] = [];

  const wanted = Object.entries(distributions);
  const references = [...MIGRATION_TABLES, ...wanted.flatMap(([table, { is }]) => (is === 'reference' ? [table] : []))];
  const spread = wanted.flatMap(([table, declared]) =>
    declared.is === 'distributed' ? [{ table, by: declared.by, group: declared.group }] : [],
  );
  const refuse = (table: string, as: string) => {
    throw new DistributionError(`The table ${table} is spread in another way, not ${as}. Undistribute it first.`);
  };
  for (const table of references) if (known.get(table)?.is === 'distributed') refuse(table, 'as a reference table');
  for (const { table, by } of spread) {
    const { is = 'local', by: column = null } = known.get(table) ?? {};
    if (is === 'reference' || (is === 'distributed' && column !== by)) refuse(table, `by ${by}`);
  }

  // An earlier version has spread them.
  for (const [table, { is }] of wanted)
    if (is === 'local' && known.get(table)?.is === 'distributed') {
      await sql`select undistribute_table(${sql.lit(table)})`.execute(db);
      done.push(table);
    }

  // Distributed tables may refer to reference tables.
  for (const table of references) {
    if (known.get(table)?.is === 'reference') continue;
    await sql`select create_reference_table(${sql.lit(table)})`.execute(db);
    done.push(table);
  }
  const firstOf = new Map<string, string>();
  for (const { table, by, group } of spread) {
    const first = firstOf.get(group) ?? 'none';
    if (first === 'none') firstOf.set(group, table);
    if (known.get(table)?.is === 'distributed') continue;
    await sql`select create_distributed_table(
      ${sql.lit(table)}, ${sql.lit(by)}, colocate_with => ${sql.lit(first)})`.execute(db);
    done.push(table);
  }

  // The rows were copied into shards; the originals are hidden, and take up the disk of one machine.
  for (const table of [...references, ...spread.map((one) => one.table)].reverse())
    await sql`select truncate_local_data_after_distributing_table(${sql.lit(table)})`.execute(db);
  for (const { signature, account } of distributedFunctions) {
    await sql`select create_distributed_function(${sql.lit(signature)}, ${sql.lit(account)},
      colocate_with => ${sql.lit(firstOf.get('account')!)}, force_delegation => true)`.execute(db);
    // Citus 13.2.1 to 14.0 never find a generic plan that they have kept, make it again, and keep that one, too.
    await sql`alter function ${sql.raw(signature)} set plan_cache_mode = force_custom_plan`.execute(db);
  }
  // An import writes reference tables and reads others in one transaction, which needs one connection for each machine.
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db);
  await sql`alter database ${sql.id(rows[0]!.name)} set citus.multi_shard_modify_mode = 'sequential'`.execute(db);
  return done;
}
