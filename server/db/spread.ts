import { sql } from 'kysely';
import type { Connection } from './database.ts';

/** All tables of accounts are spread as this one is. */
const SPREAD_BY_ACCOUNT = 'accounts';

/** Whether the engine is Citus, which can spread tables over several machines. */
export async function hasCitus(db: Connection): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/** Whether the accounts' tables are spread over several machines. */
export async function isSpread(db: Connection): Promise<boolean> {
  if (!(await hasCitus(db))) return false;
  const { rows } = await sql`select 1 from pg_dist_partition
    where logicalrelid = ${SPREAD_BY_ACCOUNT}::regclass and partmethod = 'h'`.execute(db);
  return rows.length > 0;
}

/** The machine that has each of the accounts, in the same order. Only the coordinator is asked. */
export async function findNodes(db: Connection, accountIds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<{ node: number }>`
    select placement.groupid as node
    from unnest(${accountIds}::uuid[]) with ordinality as given (id, place)
    join pg_dist_placement as placement
      on placement.shardid = get_shard_id_for_distribution_column(${SPREAD_BY_ACCOUNT}::regclass, given.id)
    order by given.place`.execute(db);
  return rows.map(({ node }) => node);
}
