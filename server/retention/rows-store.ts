import { sql, type RawBuilder } from 'kysely';
import type { TableName } from '../db/tables.ts';
import { distributions } from '../db/distribution.ts';
import type { Connection } from '../db/open.ts';
import { byOwner } from './by-owner.ts';

/** Retention period of a table, and how to delete its rows. */
export interface Retention {
  table: TableName;
  /** The wording of docs/operations/data.md. */
  lifetime: string;
  why: string;
  /** Days after the instant that `remove` compares with. */
  days: number;
  /**
   * Deletes rows that are older than `before`; finds at most `limit` of them. Rows that another transaction has locked or
   * changed stay.
   * @returns the number of deleted rows; 0 when none is left.
   */
  remove(db: Connection, before: Date, limit: number): Promise<number>;
}

interface OldRows {
  table: TableName;
  /** Columns of the primary key. The first one of a distributed table is the column by which it is distributed. */
  key: readonly string[];
  isOld: RawBuilder<unknown>;
}

/** Deletes at most `limit` rows with one statement; skips rows that another transaction has locked. */
async function removeSome(
  db: Connection,
  { table, key, isOld }: OldRows,
  limit: number,
  isOwn: (alias: string) => RawBuilder<unknown> = () => sql`true`,
): Promise<number> {
  const isSame = key.map((column) => sql`gone.${sql.ref(column)} = old.${sql.ref(column)}`);
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select ${sql.join(key.map((column) => sql.ref(column)))} from ${sql.table(table)} as known
      where ${isOwn('known')} and ${isOld} limit ${limit} for update skip locked
    ), removed as (
      delete from ${sql.table(table)} as gone using old
      where ${isOwn('gone')} and ${sql.join(isSame, sql` and `)} returning 1
    )
    select count(*)::int as count from removed`.execute(db);
  return rows[0]!.count;
}

/**
 * Deletes at most `limit` old rows; skips rows that another transaction has locked. Of a distributed table it reads the
 * owners of old rows, and deletes each one's rows with a statement of their shard.
 *
 * @returns the number of deleted rows.
 */
async function removeRows(db: Connection, old: OldRows, limit: number): Promise<number> {
  const { table, isOld } = old;
  const declared = distributions[table];
  if (declared.is !== 'distributed') return removeSome(db, old, limit);
  const by = declared.by;
  const { rows } = await sql<{ owner: string | number }>`
    select ${sql.ref(by)} as owner from ${sql.table(table)} where ${isOld} limit ${limit}`.execute(db);
  return byOwner(rows, limit, (owner, left) =>
    removeSome(db, old, left, (alias) => sql`${sql.ref(`${alias}.${by}`)} = ${owner}`),
  );
}

/** The retention of rows that are only deleted. */
export const oldRows = ({
  key,
  isOld,
  ...retention
}: Omit<Retention, 'remove'> & { key: OldRows['key']; isOld: (before: Date) => OldRows['isOld'] }): Retention => ({
  ...retention,
  remove: (db, before, limit) => removeRows(db, { table: retention.table, key, isOld: isOld(before) }, limit),
});

/** The retention of sums by hour. @param key columns of the primary key after the hour. */
export const oldHours = (table: TableName, key: readonly string[], why = 'as `quality_hours`'): Retention =>
  oldRows({
    table,
    lifetime: '92 days',
    why,
    days: 92,
    key: ['hour', ...key],
    isOld: (before) => sql`hour < ${before}`,
  });

/**
 * Runs a statement that waits at most two seconds for each locked row, because it holds locks of its own, and other tables
 * come after it. A timeout rolls the statement back; the next run of the job tries it again.
 */
export const withShortLocks = <T>(db: Connection, work: (tx: Connection) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await sql`set local lock_timeout = '2s'`.execute(tx);
    return work(tx);
  });
