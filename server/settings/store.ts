import { sql } from 'kysely';
import type { Connection } from '../db/open.ts';

/** A setting; the first process to read it creates it, and all others get that value. */
export async function findOrMakeSetting(db: Connection, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return value;
}

export async function findSetting(db: Connection, name: string): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`select value from settings where name = ${name}`.execute(db);
  return rows[0]?.value;
}

export async function setSetting(db: Connection, name: string, value: string): Promise<void> {
  await db
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function removeSetting(db: Connection, name: string): Promise<void> {
  await db.deleteFrom('settings').where('name', '=', name).execute();
}

/** Locks a setting until this transaction ends; creates it if missing. */
export async function lockSetting(tx: Connection, name: string, initial: string): Promise<void> {
  await tx
    .insertInto('settings')
    .values({ name, value: initial })
    .onConflict((conflict) => conflict.column('name').doUpdateSet((eb) => ({ value: eb.ref('settings.value') })))
    .execute();
}
