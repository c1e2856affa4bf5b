import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

export interface Count {
  key: string;
  count: number;
  resets_at: Date;
}

/** Units to consume, with the end of the window that they open when none is open. */
export interface Asked {
  key: string;
  limit: number;
  units: number;
  resetsAt: Date;
}

/**
 * Consumes the units of each limit, in order, up to the first exhausted one. This is one statement: of concurrent calls,
 * exactly as many as the limit allows pass. A refused call does not write to the refusing limit or those after it.
 *
 * @returns the consumed counters, and the end of the refusing limit's window if it was committed before this statement
 * began.
 */
export async function increaseInOrder(
  db: Connection,
  asked: readonly Asked[],
  now: Date,
): Promise<{ taken: (Count & { units: number })[]; refusedUntil: Date | undefined }> {
  const tables = asked.map((_, index) => sql.ref(`taken_${index}`));
  const steps = asked.map(({ key, limit, units, resetsAt }, index) => {
    const isReached = index === 0 ? sql`true` : sql`exists (select 1 from ${tables[index - 1]})`;
    return sql`${tables[index]} as (
      insert into rate_limits as known (key, count, resets_at)
      select ${key}::text, ${units}::int, ${resetsAt}::timestamptz where ${isReached} and ${units}::int <= ${limit}::int
      on conflict (key) do update set
        count = case when known.resets_at <= ${now} then excluded.count else known.count + excluded.count end,
        resets_at = case when known.resets_at <= ${now} then excluded.resets_at else known.resets_at end
      where known.resets_at <= ${now} or known.count + excluded.count <= ${limit}::int
      returning key, count, resets_at)`;
  });
  const all = sql.join(
    tables.map((table) => sql`select key, count, resets_at, true as is_taken from ${table}`),
    sql` union all `,
  );
  const keys = asked.map(({ key }) => key);
  const { rows } = await sql<Count & { is_taken: boolean }>`
    with ${sql.join(steps)}
    ${all} union all
    select key, count, resets_at, false from rate_limits where key = any(${keys}::text[])`.execute(db);
  const unitsOf = (key: string) => asked.find((one) => one.key === key)?.units ?? 1;
  const taken = rows
    .filter((row) => row.is_taken)
    .map(({ key, count, resets_at }) => ({ key, count, resets_at, units: unitsOf(key) }));
  const refusing = asked[taken.length];
  return { taken, refusedUntil: rows.find((row) => !row.is_taken && row.key === refusing?.key)?.resets_at };
}

/**
 * Refunds what was consumed of each counter whose window is still running. One statement for each: a statement for all could lock
 * them in another order than `increaseInOrder`, and deadlock with it.
 */
export async function decrease(
  db: Connection,
  taken: readonly (Pick<Count, 'key' | 'resets_at'> & { units?: number })[],
): Promise<void> {
  for (const { key, resets_at: resetsAt, units = 1 } of taken)
    await db
      .updateTable('rate_limits')
      .set((eb) => ({ count: eb('count', '-', units) }))
      .where('key', '=', key)
      .where('resets_at', '=', resetsAt)
      .where('count', '>=', units)
      .execute();
}

/**
 * Lets one transaction after the other read a counter and then write it. It locks the counter's own row: Citus commits the machine
 * of an account before the coordinator, so a transaction that waited for the account's lock still reads the old counter.
 */
export async function lockCount(tx: Connection, key: string, now: Date): Promise<void> {
  await tx
    .insertInto('rate_limits')
    .values({ key, count: 0, resets_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet((eb) => ({ count: eb.ref('rate_limits.count') })))
    .execute();
}

export const findCount = (db: Connection, key: string, now: Date): Promise<Count | undefined> =>
  db.selectFrom('rate_limits').selectAll().where('key', '=', key).where('resets_at', '>', now).executeTakeFirst();

export async function setCount(db: Connection, count: Count): Promise<void> {
  await db
    .insertInto('rate_limits')
    .values(count)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ count: count.count, resets_at: count.resets_at }))
    .execute();
}

export async function removeCount(db: Connection, key: string): Promise<void> {
  await db.deleteFrom('rate_limits').where('key', '=', key).execute();
}
