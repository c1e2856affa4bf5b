import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const DEBIAN = '/usr/lib/postgresql';

/** Finds the program folder of the newest PostgreSQL on this machine. */
function findPrograms(): string | undefined {
  if (!existsSync(DEBIAN)) return undefined;
  const versions = readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one));
  return versions.map((version) => join(DEBIAN, version, 'bin')).find((bin) => existsSync(join(bin, 'pgbench')));
}

const freePort = () =>
  new Promise<number>((found) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => found(port));
    });
  });

export interface Cluster {
  url: string;
  /** Parent of all processes of the engine. */
  processId: number | undefined;
  /** Transactions per second of a script. */
  pgbench(options: { script: string; clients: number; seconds: number }): Promise<number>;
}

/**
 * Runs work on a new cluster with default settings, and removes it. The engine refuses to run as root: then it runs as
 * `postgres`.
 *
 * @returns `undefined` when no PostgreSQL with pgbench is found.
 */
export async function withCluster<T>(work: (cluster: Cluster) => Promise<T>): Promise<T | undefined> {
  const bin = findPrograms();
  if (bin === undefined) return undefined;
  const isRoot = userInfo().uid === 0;
  const asUser = (program: string, args: readonly string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), [...args]];

  const folder = await mkdtemp(join(tmpdir(), 'bora-cluster-'));
  if (isRoot) {
    const { stdout } = await run('id', ['-u', 'postgres']);
    await chown(folder, Number(stdout), -1);
  }
  const data = join(folder, 'data');
  const port = await freePort();
  const url = `postgres://bench@127.0.0.1:${port}/postgres`;
  await run(...asUser('initdb', ['-D', data, '-U', 'bench', '-A', 'trust', '-E', 'UTF8', '--locale=C']));
  const args = ['-D', data, '-p', String(port), '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
  const engine = spawn(...asUser('postgres', args), { stdio: 'ignore' });
  const ended = new Promise((done) => engine.on('exit', done));
  try {
    const isReady = () =>
      run(join(bin, 'pg_isready'), ['-d', url]).then(
        () => true,
        () => false,
      );
    const giveUp = Date.now() + 20_000;
    while (!(await isReady())) if (Date.now() > giveUp) throw new Error('PostgreSQL did not start');
    return await work({
      url,
      processId: engine.pid,
      async pgbench({ script, clients, seconds }) {
        const file = join(folder, 'script.sql');
        await writeFile(file, script);
        const flags = [
          '-n',
          '-M',
          'prepared',
          '-c',
          String(clients),
          '-j',
          '2',
          '-T',
          String(seconds),
          '-f',
          file,
          url,
        ];
        const { stdout } = await run(join(bin, 'pgbench'), flags);
        return Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
      },
    });
  } finally {
    await run(...asUser('pg_ctl', ['-D', data, '-m', 'fast', 'stop']));
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}
