import type { ChildProcess } from 'node:child_process';
import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DebianRoot } from '../../scripts/release/debian-root.ts';
import { ENVIRONMENT, follow, isReady, stopAll, until } from './programs.ts';

export interface Upgrade {
  root: DebianRoot;
  /** Paths of the packages in the root. */
  earlier: string;
  deb: string;
  /** Whether the newer one migrates the database. Otherwise the earlier one starts on it. */
  isMigrating: boolean;
  freePort(): Promise<number>;
  tell(what: string): void;
}

const BACKUPS = 'var/lib/bora/backups';
const NAMES = { before: 'before@bora.example', after: 'after@bora.example' };

/** The commands of the package's page that take an upgrade back. */
function readWayBack({ folder }: DebianRoot): string[] {
  const page = readFileSync(join(folder, 'usr/share/doc/bora/install.md'), 'utf8');
  const [, block] = /The way back:\n\n```sh\n(.*?)^```$/ms.exec(page)!;
  return block!
    .trim()
    .split('\n')
    .map((line) => line.replace(/^sudo /, '').replace(/ +#.*$/, ''));
}

/** Installs the newer package over the earlier one, and takes it back by the commands of docs/install.md. */
export async function upgradeAndTakeBack({ root, earlier, deb, isMigrating, freePort, tell }: Upgrade): Promise<void> {
  const started: ChildProcess[] = [];
  const port = await freePort();
  const apt = (...words: string[]) =>
    root.inside(
      'env',
      'DEBIAN_FRONTEND=noninteractive',
      'apt-get',
      'install',
      '--yes',
      '--no-install-recommends',
      ...words,
    );
  const start = async () => {
    const said = follow(root.enter(['bora', 'start']), started);
    const child = started.at(-1)!;
    await until('Bora starts', () => {
      if (child.exitCode !== null) throw new Error(said());
      return isReady(port);
    });
  };
  const addStaff = (name: string) => root.inside('bora', 'operate', 'staff', 'add', name, '--role', 'owner');
  const expectStaff = (when: string, ...expected: string[]) => {
    const listed = root.inside('bora', 'operate', 'staff', 'list');
    const found = Object.values(NAMES).filter((name) => listed.includes(name));
    if (found.join() !== expected.join()) throw new Error(`${when}, the owners are ${found.join(' and ') || 'lost'}.`);
  };
  try {
    apt(earlier);
    appendFileSync(join(root.folder, ENVIRONMENT), `PORT=${port}\nPUBLIC_URL=http://127.0.0.1:${port}\n`);
    await start();
    addStaff(NAMES.before);
    const version = root.inside('bora', '--version');

    await stopAll(started);
    apt(deb);
    await start();
    expectStaff('After the upgrade', NAMES.before);
    addStaff(NAMES.after);
    if (!isMigrating) {
      tell(`${version} is upgraded by one command to ${root.inside('bora', '--version')}`);
      await stopAll(started);
      apt('--allow-downgrades', earlier);
      await start();
      if (root.inside('bora', '--version') !== version) throw new Error('The earlier version is not installed again.');
      expectStaff('After the way back', NAMES.before, NAMES.after);
      tell('it is taken back by one command, with everything');
      return;
    }
    const [backup, ...others] = readdirSync(join(root.folder, BACKUPS)).filter((name) => name.startsWith('before-'));
    if (backup === undefined || others.length > 0) throw new Error('The upgrade made no backup, or several.');
    tell(`${version} is upgraded by one command to ${root.inside('bora', '--version')}, which makes ${backup}`);

    const commands = readWayBack(root);
    for (const command of commands) {
      const [program, ...words] = command.split(' ');
      if (program === 'apt') {
        // As the package's restart does it.
        await stopAll(started);
        apt('--allow-downgrades', earlier);
        const refused = await start().then(
          () => '',
          (error: unknown) => (error as Error).message,
        );
        if (!/newer version of Bora/.test(refused) || !/restore a backup/.test(refused))
          throw new Error(`The earlier version does not say what helps: ${refused}`);
      } else if (program === 'systemctl' && words[0] === 'start') await start();
      else if (program === 'systemctl') await stopAll(started);
      else root.inside(program!, ...words.map((word) => word.replace('before-upgrade-….backup', backup)));
    }
    if (root.inside('bora', '--version') !== version) throw new Error('The earlier version is not installed again.');
    expectStaff('After the way back', NAMES.before);
    tell(`it is taken back by ${commands.length} commands, with what it had before the upgrade`);
  } finally {
    await stopAll(started);
  }
}
