import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

export interface Count {
  key: string;
  count: number;
  resets_at: Date;
}

/** Adds one to the count of a key, from nothing when its time is over. One statement, so that no call is lost. */
export async function increase(
  db: Connection,
  { key, now, resetsAt }: { key: string; now: Date; resetsAt: Date },
): Promise<Count> {
  const { rows } = await sql<Count>`
    insert into rate_limits as known (key, count, resets_at) values (${key}, 1, ${resetsAt})
    on conflict (key) do update set
      count = case when known.resets_at <= ${now} then 1 else known.count + 1 end,
      resets_at = case when known.resets_at <= ${now} then excluded.resets_at else known.resets_at end
    returning key, count, resets_at`.execute(db);
  return rows[0] as Count;
}

export async function decrease(db: Connection, key: string): Promise<void> {
  await db
    .updateTable('rate_limits')
    .set((eb) => ({ count: eb('count', '-', 1) }))
    .where('key', '=', key)
    .where('count', '>', 0)
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
