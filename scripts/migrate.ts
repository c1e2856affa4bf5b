import { openForUpgrade } from '#server/start/open-for-upgrade.ts';
import { distribute } from '#server/db/distribute.ts';
import { checkMigrated, migrate } from '#server/db/migrate.ts';
import { systemClock } from '#server/lib/clock.ts';
import { readEnv } from '#server/start/env.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `bora migrate                         brings the database to this version's tables
    --no-transaction                    each migration by itself, where one transaction for all takes too long
bora migrate --distribute         spreads the tables of a migrated database over the machines of a cluster`;

/*
 * Migrates the database as a release step: for engines on which several servers must not migrate concurrently
 * (MIGRATIONS=release-step), and for operators who migrate before the new servers start. With
 * `--distribute` it spreads the tables of a migrated database over the machines of a cluster.
 */
async function main(): Promise<void> {
  const { values, positionals } = parseWords(process.argv.slice(2), USAGE, {
    distribute: { type: 'boolean', default: false },
    'no-transaction': { type: 'boolean', default: false },
  });
  if (positionals.length > 0) throw new UsageError(USAGE);
  const env = readEnv();
  const database = await openForUpgrade(env, { clock: systemClock, tell: console.error });
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

runCommand(main);
