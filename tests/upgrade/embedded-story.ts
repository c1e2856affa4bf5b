import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fill } from './fill.ts';
import type { Lab } from './lab.ts';
import { recordBefore } from './record.ts';
import { refusalOf, requireRun, startVersion, stop, type Variables, type Version } from './version.ts';
import { useOldPackage, useOldPage } from './old-app.ts';
import { must } from './viewers.ts';
import { createWay } from './way.ts';

/** Sentences after which an upgrade of the embedded database is cut off. */
const CUTS = ['backing it up before the upgrade', 'Wrote'];

/** One server on the embedded database is upgraded, taken back by the backup that the upgrade made, and upgraded again. */
export async function upgradeEmbedded(lab: Lab, tell: (line: string) => void): Promise<string[]> {
  const { earlier, checkout, isMigrating } = lab;
  const found: string[] = [];
  const dataDir = join(lab.folder, 'embedded');
  const folder = join(dataDir, 'backups');
  const data: Variables = { ...lab.variables, DATA_DIR: dataDir };
  const way = createWay();
  const during = async <T>(version: Version, work: (url: string) => Promise<T>): Promise<T> => {
    const { running, url } = await lab.start(version, data, 'start');
    await way.lead([url]);
    const result = await work(url);
    await stop(running);
    return result;
  };

  await requireRun(earlier, data, 'catalogue', 'import', lab.catalogue);
  const { viewers, before } = await during(earlier, async () => {
    const { still } = await fill(way);
    return { viewers: still, before: await recordBefore(way, still) };
  });
  tell(`${earlier.name}: ${JSON.stringify(before.size)}`);
  const compare = async (when: string, withRows: boolean) => {
    const different = await before.compare({ withRows });
    tell(`${when}: ${different.length} differences`);
    for (const one of different) tell(`  ${one}`);
    found.push(...different);
  };

  for (const sentence of isMigrating ? CUTS : []) {
    const running = startVersion(checkout, data, 'start');
    running.child.stderr!.on('data', () => {
      if (running.err().includes(sentence)) running.child.kill('SIGKILL');
    });
    await refusalOf(running);
    if (!running.err().includes(sentence)) found.push(`The upgrade did not say "${sentence}": ${running.err()}`);
  }
  await during(earlier, () => compare('after power cuts during the backup', false));
  // Without a migration, the upgrade makes no backup.
  if (!isMigrating) {
    await mkdir(folder);
    await requireRun(earlier, data, 'backup', join(folder, 'by-hand.backup'));
  }
  // The last run ends the migration.
  const deaths = await lab.dieAtEachStatement(data, () => Promise.resolve());
  await during(checkout, async (url) => {
    await compare(`after ${deaths} power cuts and the upgrade`, true);
    found.push(...(await useOldPage(earlier.web!, url, viewers[2]!)));
    found.push(...(await useOldPackage(earlier.packaged!, url, viewers[2]!)));
    tell("the earlier page and a television's earlier package were used with the newer server");
    await must(way, 'rateItem', { token: viewers[2]!.profileToken, params: { id: 1 }, body: { score: 1 } });
  });

  if (isMigrating) {
    const refused = await refusalOf(startVersion(earlier, data, 'start'));
    if (!/newer version of Bora/.test(refused) || !/restore/.test(refused))
      found.push(`The earlier version does not say what helps: ${refused}`);
  }
  const backups = (await readdir(folder)).filter((name) => name.endsWith('.backup')).sort();
  await requireRun(earlier, data, 'restore', '--replace', join(folder, backups.at(-1)!));
  await during(earlier, () => compare('after it was taken back', true));
  await during(checkout, () => compare('after the second upgrade', true));
  return found;
}
