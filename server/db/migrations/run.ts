import { sql, type Kysely } from 'kysely';

/** Runs statements in order, one at a time: the embedded engine refuses several in one text. */
export async function run(db: Kysely<unknown>, statements: readonly string[]): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
