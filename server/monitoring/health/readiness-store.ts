import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';

/** Names of the migrations that the database has run. */
export async function listMigrationNames(db: Connection): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name);
}
