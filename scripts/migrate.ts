import { parseArgs } from 'node:util';
import { FolderInUseError } from '#server/db/folder-lock.ts';
import { distribute } from '#server/db/distribute.ts';
import { checkMigrated, migrate, NotMigratedError } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { readEnv } from '#server/start/env.ts';

/*
 * Migrates the database as a release step: for engines on which several servers must not migrate concurrently
 * (MIGRATIONS=release-step), and for operators who migrate before the new servers start. With
 * `--distribute` it spreads the tables of a migrated database over the machines of a cluster.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      distribute: { type: 'boolean', default: false },
      'no-transaction': { type: 'boolean', default: false },
    },
  });
  const env = readEnv();
  const database = await openDatabase({ databaseUrl: env.databaseUrl, dataDir: env.dataDir });
  try {
    if (values.distribute) {
      await checkMigrated(database.longWork);
      const spread = await distribute(database.longWork);
      console.log(spread.length === 0 ? 'All tables are spread already.' : `Spread: ${spread.join(', ')}`);
      return;
    }
    const names = await migrate(database.longWork, { transaction: values['no-transaction'] ? 'none' : 'one' });
    console.log(names.length === 0 ? 'The database is up to date.' : `Migrated: ${names.join(', ')}`);
  } finally {
    await database.close();
  }
}

main().catch((error: unknown) => {
  if (error instanceof FolderInUseError) console.error('A server has the data folder open: stop it first.');
  else if (error instanceof NotMigratedError)
    console.error('The database is not migrated: run `npm run migrate` first.');
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
