import { sql, type Kysely } from 'kysely';
import { retry } from '../lib/retry.ts';
import type { Database } from './database.ts';

/** Tables whose rows named a profile without its account before migration 0170. */
export const accountKeys = [
  { table: 'playback_offsets', of: 'episode_id', index: 'playback_offsets_by_account' },
  { table: 'ratings', of: 'item_id', index: 'ratings_by_account' },
  { table: 'start_again_removals', of: 'item_id', index: 'start_again_removals_by_account' },
  { table: 'wishes', of: 'item_id', index: 'wishes_by_account' },
] as const;

type AccountKey = (typeof accountKeys)[number];

/** Columns of a table's new primary key. */
export const columnsOf = ({ of }: AccountKey): string => `account_id, profile_id, ${of}`;

interface Index {
  index: string;
  table: string;
  columns: string;
  isUnique?: boolean;
}

/** Indexes of tokens since migration 0171: the new primary key, and the one for tokens that do not say whose they are. */
export const tokenIndexes = [
  { index: 'tokens_by_account', table: 'tokens', columns: 'account_id, hash', isUnique: true },
  { index: 'tokens_by_hash', table: 'tokens', columns: 'hash' },
] as const satisfies readonly Index[];

/** Creates an index unless it is there. @param how `concurrently` allows concurrent writes; only outside of transactions. */
export const indexStatement = ({ index, table, columns, isUnique }: Index, how: 'concurrently' | '' = ''): string =>
  `create ${isUnique ? 'unique ' : ''}index ${how} if not exists ${index} on ${table} (${columns})`;

/** Profiles per statement: few enough that a viewer waits no longer than for a report. */
const PROFILES = 50;

/**
 * Removes an index whose concurrent creation was interrupted: it exists, and cannot be used.
 *
 * @param how `concurrently` while others use the table: they would all wait behind a plain drop.
 */
export async function dropInvalidIndex<T>(db: Kysely<T>, index: string, how: 'concurrently' | '' = ''): Promise<void> {
  const { rows } = await sql`select 1 from pg_index
    where indexrelid = to_regclass(${index}) and not indisvalid`.execute(db);
  if (rows.length > 0) await sql`drop index ${sql.raw(how)} if exists ${sql.ref(index)}`.execute(db);
}

/** Whether the table is there, and still has the key of the previous version. */
async function isOld<T>(db: Kysely<T>, table: string): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_constraint
    where conname = ${`${table}_pkey`} and conrelid = to_regclass(${table}) and not exists (
      select 1 from pg_attribute
      where attrelid = conrelid and attname = 'account_id' and attnum = any(conkey))`.execute(db);
  return rows.length > 0;
}

/** Adds the column unless it is there: even then, the statement would wait for everybody who uses the table. */
async function addColumn<T>(db: Kysely<T>, table: string): Promise<void> {
  const { rows } = await sql`select 1 from pg_attribute
    where attrelid = to_regclass(${table}) and attname = 'account_id' and not attisdropped`.execute(db);
  if (rows.length > 0) return;
  await db.transaction().execute(async (tx) => {
    // Everybody waits behind a statement that waits for this lock.
    await sql`set local lock_timeout = '2s'`.execute(tx);
    await sql`alter table ${sql.table(table)} add column if not exists account_id uuid`.execute(tx);
  });
}

/** Writes the account into rows that lack it, some profiles at a time. */
async function fillIn<T>(db: Kysely<T>, { table, of }: AccountKey, profiles: number): Promise<void> {
  let last = { account_id: '00000000-0000-0000-0000-000000000000', id: '00000000-0000-0000-0000-000000000000' };
  for (;;) {
    const { rows } = await sql<typeof last>`select account_id, id from profiles
      where (account_id, id) > (${last.account_id}::uuid, ${last.id}::uuid)
      order by account_id, id limit ${profiles}`.execute(db);
    const next = rows.at(-1);
    if (!next) return;
    await retry(() =>
      // Locks in the order of reports, to prevent deadlocks.
      sql`with owner as (
          select * from unnest(${rows.map((row) => row.account_id)}::uuid[], ${rows.map(({ id }) => id)}::uuid[])
            as owner (account_id, id)
        ), lacking as materialized (
          select profile_id, ${sql.ref(of)} as key from ${sql.table(table)} as lacking
          where profile_id in (select id from owner) and account_id is null
          order by profile_id, ${sql.ref(of)} for update
        )
        update ${sql.table(table)} as known set account_id = owner.account_id
        from lacking join owner on owner.id = lacking.profile_id
        where known.profile_id = lacking.profile_id and known.${sql.ref(of)} = lacking.key`.execute(db),
    );
    last = next;
  }
}

/**
 * Does the long part of migrations 0170 and 0171 while the previous version serves: fills in accounts in batches and builds the
 * indexes of the new keys, without locking a table for longer than a moment. The previous version is not affected,
 * because it neither reads the new column nor must write it. Idempotent: a run that was interrupted continues.
 *
 * @returns the prepared tables; none on the embedded engine, which no other process can use.
 */
export async function prepareAccountKeys(
  { engine, longWork: db }: Pick<Database, 'engine' | 'longWork'>,
  { profiles = PROFILES } = {},
): Promise<string[]> {
  if (engine === 'embedded') return [];
  const build = async (one: Index) => {
    await dropInvalidIndex(db, one.index, 'concurrently');
    await sql.raw(indexStatement(one, 'concurrently')).execute(db);
  };
  const prepared: string[] = [];
  for (const one of accountKeys) {
    const { table, index } = one;
    if (!(await isOld(db, table))) continue;
    await addColumn(db, table);
    await fillIn(db, one, profiles);
    await build({ index, table, columns: columnsOf(one), isUnique: true });
    prepared.push(table);
  }
  if (await isOld(db, 'tokens')) {
    for (const one of tokenIndexes) await build(one);
    prepared.push('tokens');
  }
  return prepared;
}
