import { join } from 'node:path';
import type { ServerProcess } from '#tests/support/server/server-process.ts';
import { fill } from './fill.ts';
import type { Lab } from './lab.ts';
import { startLoad } from './load.ts';
import { recordBefore } from './record.ts';
import { refusalOf, requireRun, runVersion, startVersion, stop, type Variables, type Version } from './version.ts';
import { createWay } from './way.ts';

/** The load rates the titles that the other viewers see; on the embedded database nobody does. */
const RATED_BY_OTHERS = /\.(?:avg|cnt)_rating: /;

type Role = 'serve' | 'work';

/** The database of the story, without a table. */
interface EmptyDatabase {
  url: string;
  /** Whether its tables are to be spread. */
  isCluster: boolean;
  remove(): Promise<void>;
}

/** Two servers and a worker are upgraded, taken back and upgraded again, one after the other, while viewers go on. */
export async function upgradePostgres(lab: Lab, database: EmptyDatabase, tell: (line: string) => void) {
  const { earlier, checkout, isMigrating } = lab;
  const found: string[] = [];
  const data: Variables = { ...lab.variables, DATABASE_URL: database.url, DATA_DIR: join(lab.folder, 'of-postgres') };
  const way = createWay();
  const processes: { role: Role; running: ServerProcess; url: string }[] = [];
  const lead = () => way.lead(processes.filter(({ role }) => role === 'serve').map(({ url }) => url));
  const launch = async (version: Version, role: Role, variables: Variables = {}) => ({
    role,
    ...(await lab.start(version, { ...data, WORK_PORT: '0', ...variables }, role)),
  });
  const spread = async (version: Version) => {
    if (database.isCluster) await requireRun(version, data, 'migrate', '--distribute');
  };
  /** Replaces the processes one by one: the others go on. */
  const replaceAll = async (version: Version, variables?: Variables) => {
    for (const [index, { role, running }] of processes.entries()) {
      await stop(running);
      processes[index] = await launch(version, role, variables);
      // The next one ends when the proxy has seen this one.
      await lead();
    }
  };
  try {
    await requireRun(earlier, data, 'migrate');
    await spread(earlier);
    await requireRun(earlier, data, 'catalogue', 'import', lab.catalogue);
    for (const role of ['serve', 'serve', 'work'] as const) processes.push(await launch(earlier, role));
    await lead();
    const { still, busy } = await fill(way);
    await requireRun(earlier, data, 'operate', 'membership', 'give', still[0]!.email, ...MEMBERSHIP);
    const before = await recordBefore(way, still);
    tell(`${earlier.name}: ${JSON.stringify(before.size)}`);
    const load = startLoad(way, busy);
    const compare = async (when: string, withRows: boolean) => {
      await load.pause();
      const different = (await before.compare({ withRows })).filter((one) => !RATED_BY_OTHERS.test(one));
      const { count, failures, cntAskedAgain } = load;
      tell(`${when}: ${count} calls, ${failures.length} failed, ${different.length} differences`);
      if (cntAskedAgain > 0) tell(`  ${cntAskedAgain} were asked again, of a process that was busy`);
      for (const one of different) tell(`  ${one}`);
      found.push(...different);
      load.resume();
    };

    const answers = async () => void (await way.call('getStatus'));
    // The last run ends the migration, so that the earlier version serves the new tables until its turn comes.
    const deaths = await lab.dieAtEachStatement(data, answers);
    await spread(checkout);
    await compare(`after ${deaths} power cuts during the migration`, false);
    await replaceAll(checkout);
    await compare('after the upgrade', true);

    if (isMigrating) {
      const refusals = [
        await refusalOf(startVersion(earlier, data, 'serve')),
        (await runVersion(earlier, data, 'migrate')).err,
      ];
      for (const refused of refusals)
        if (!/newer version of Bora/.test(refused)) found.push(`The earlier version does not refuse: ${refused}`);
    }
    await replaceAll(earlier, { MIGRATIONS: 'release-step' });
    await compare('after it was taken back', false);
    await replaceAll(checkout);
    await compare('after the second upgrade', true);
    const lost = await load.end();
    tell(`in the end: ${load.count} calls, ${load.failures.length} failed, ${lost.length} lost`);
    found.push(...lost, ...load.failures);
    if (load.failures.length > 0) found.push(...lab.errors().map((cause) => `In a log: ${cause}`));
    for (const { running } of processes) await stop(running);
  } finally {
    for (const { running } of processes) running.child.kill('SIGKILL');
    await database.remove();
  }
  return found;
}

const MEMBERSHIP = ['--plan', 'premium', '--days', '30', '--reason', 'test'];
