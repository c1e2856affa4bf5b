import type { Connection } from '../db/open.ts';

/** A setting; the first process to ask makes it, and all get that one. */
export async function findOrMakeSetting(db: Connection, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow();
  return value;
}
