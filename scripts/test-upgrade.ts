import { findPostgres, startCluster, type InstalledPostgres } from '#tests/support/server/postgres-cluster.ts';
import { hasCitus, startSpreadCluster } from '../tests/spread/cluster.ts';
import { lastRelease } from '../tests/upgrade/earlier-release.ts';
import { upgradeEmbedded } from '../tests/upgrade/embedded-story.ts';
import { openLab } from '../tests/upgrade/lab.ts';
import { upgradePostgres } from '../tests/upgrade/postgres-story.ts';
import { shareForAWeek } from '../tests/upgrade/week-story.ts';
import { runCommand } from './operator-commands/run-command.ts';
import { parseWords, UsageError } from './operator-commands/words.ts';

const USAGE = `npm run test:upgrade [-- WORDS]         upgrades the last release to this checkout, takes it back, and upgrades again

    --from REF                          a commit or a tag instead of the last release; its archive is made once and kept
    --only embedded | postgres | week   on one kind of database, or two versions on one PostgreSQL for a week of moved clocks
    --citus FOLDER                      the part "postgres" alone, on spread tables; FOLDER has the programs of a PostgreSQL with Citus`;

const PARTS = ['embedded', 'postgres', 'week'];
/** Only processes of Bora are killed, never the machine: PostgreSQL need not wait for the disk. */
const SETTINGS = { fsync: 'off' };

async function openSpread(bin: string) {
  const installed: InstalledPostgres = { bin, version: '' };
  if (!hasCitus(installed)) throw new UsageError(`There is no PostgreSQL with Citus in ${bin}.`);
  const { url, close } = await startSpreadCluster(installed, { isDirect: true, isEmpty: true });
  return { url, isCluster: true, remove: close };
}

async function openPlain(installed: InstalledPostgres, folder: string) {
  const { url, remove } = await startCluster(installed, folder, SETTINGS);
  return { url, isCluster: false, remove };
}

async function main(): Promise<void> {
  const { values } = parseWords(process.argv.slice(2), USAGE, {
    from: { type: 'string' },
    only: { type: 'string' },
    citus: { type: 'string' },
  });
  if (values.only !== undefined && !PARTS.includes(values.only))
    throw new UsageError(`There is no part "${values.only}".\n${USAGE}`);
  const only = values.citus === undefined ? values.only : 'postgres';
  const isAsked = (part: string) => only === undefined || only === part;
  const lab = await openLab(values.from ?? lastRelease());
  const found: string[] = [];
  try {
    const installed = findPostgres();
    if (isAsked('embedded')) found.push(...(await upgradeEmbedded(lab, (line) => console.log(`embedded, ${line}`))));
    if (isAsked('postgres') && installed) {
      const database = await (values.citus === undefined
        ? openPlain(installed, `${lab.folder}-postgres`)
        : openSpread(values.citus));
      const name = database.isCluster ? 'Citus' : 'PostgreSQL';
      found.push(...(await upgradePostgres(lab, database, (line) => console.log(`${name}, ${line}`))));
    }
    if (isAsked('week') && installed)
      found.push(...(await shareForAWeek(lab, installed, (line) => console.log(`a week, ${line}`))));
    if (only !== 'embedded' && !installed) console.log('NOT TRIED: PostgreSQL is not installed');
  } finally {
    await lab.close();
  }
  if (found.length > 0) throw new Error(`${found.length} differences:\n${found.join('\n')}`);
  console.log('No call failed, and nothing is lost.');
}

runCommand(main);
