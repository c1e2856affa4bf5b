import { parseArgs } from 'node:util';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/env.ts';

/*
 * Brings the database to this version's tables, as a step of a release: for engines on which several servers must not
 * migrate at once (MIGRATIONS=release-step), and for who wants it done before the new servers start.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { 'no-transaction': { type: 'boolean', default: false } } });
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  try {
    const names = await migrate(database.longWork, { transaction: values['no-transaction'] ? 'none' : 'one' });
    console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  if (error instanceof FolderInUseError) console.error('A server has the data folder open: stop it first.');
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
