import { sql, type RawBuilder } from 'kysely';
import type { TableName } from '../db/changes.ts';
import type { Connection } from '../db/open.ts';

interface OldRows {
  table: TableName;
  /** Columns of the primary key. */
  key: readonly string[];
  isOld: RawBuilder<unknown>;
}

/**
 * Deletes at most `limit` old rows; skips rows that another transaction has locked.
 *
 * @returns the number of deleted rows.
 */
export async function removeRows(db: Connection, { table, key, isOld }: OldRows, limit: number): Promise<number> {
  const isSame = key.map((column) => sql`gone.${sql.ref(column)} = old.${sql.ref(column)}`);
  const { rows } = await sql<{ count: number }>`
    with old as materialized (
      select ${sql.join(key.map((column) => sql.ref(column)))} from ${sql.table(table)} where ${isOld}
      limit ${limit} for update skip locked
    ), removed as (
      delete from ${sql.table(table)} as gone using old where ${sql.join(isSame, sql` and `)} returning 1
    )
    select count(*)::int as count from removed`.execute(db);
  return rows[0]!.count;
}
