import { spawn, spawnSync } from 'node:child_process';
import { accessSync, chownSync, constants, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';

/** An installed PostgreSQL: the folder with `initdb` and `postgres`, and its version string. */
export interface InstalledPostgres {
  bin: string;
  version: string;
}

const canRun = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/** One folder per installed version, newest first. */
const versionsIn = (folder: string, binOf: (name: string) => string | undefined): string[] => {
  try {
    return readdirSync(folder)
      .sort((one, other) => other.localeCompare(one, 'en', { numeric: true }))
      .flatMap((name) => binOf(name) ?? []);
  } catch {
    return [];
  }
};

/** The newest PostgreSQL server of this machine. Packages install it outside of `PATH`. */
export function findPostgres(path = process.env['PATH'] ?? ''): InstalledPostgres | undefined {
  // The engine needs a Unix user and a Unix socket.
  if (process.platform === 'win32') return undefined;
  const folders = [
    ...versionsIn('/usr/lib/postgresql', (name) => `/usr/lib/postgresql/${name}/bin`),
    ...versionsIn('/usr', (name) => (name.startsWith('pgsql-') ? `/usr/${name}/bin` : undefined)),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((opt) =>
      versionsIn(opt, (name) => (name.startsWith('postgresql') ? `${opt}/${name}/bin` : undefined)),
    ),
    ...path.split(delimiter).filter((folder) => folder !== ''),
  ];
  const bin = folders.find((folder) => ['initdb', 'postgres'].every((name) => canRun(join(folder, name))));
  if (bin === undefined) return undefined;
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { encoding: 'utf8' });
  return { bin, version: /PostgreSQL\) (\S+)/.exec(stdout)?.[1] ?? stdout.trim() };
}

const OWNER = 'bora';

/** Connection string of a cluster: a socket file in its folder, so it takes no port and stays private. */
export const clusterUrl = (folder: string): string => `postgres://${OWNER}@localhost/postgres?host=${folder}`;

/** PostgreSQL refuses to run as root; in that case an unprivileged user runs it. */
export function unprivileged(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {};
  for (const user of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => spawnSync('id', [flag, user], { encoding: 'utf8' }));
    if (uid?.status === 0 && gid?.status === 0) return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
  }
  throw new Error('root may not run PostgreSQL, and there is no user "postgres" or "nobody"');
}

export interface Cluster {
  url: string;
  /** Ends the engine without a checkpoint, as a crash does. */
  crash(): Promise<void>;
  /** Starts the engine again after a crash. */
  start(): Promise<void>;
  /** CPU time of the engine is that of this process and its children. */
  readonly processId: number | undefined;
  /** Stops the cluster and removes its folder. */
  remove(): Promise<void>;
}

/**
 * Starts a private cluster in a new folder, or with the data that is in it.
 *
 * @param settings as in `postgresql.conf`, e.g. `{ fsync: 'off' }`.
 * @throws Error with the engine's output when it does not start.
 */
export async function startCluster(
  { bin }: InstalledPostgres,
  folder: string,
  settings: Record<string, string> = {},
): Promise<Cluster> {
  const user = unprivileged();
  const data = join(folder, 'data');
  // Its own working directory and home: the unprivileged user may have no access to ours.
  const options = { ...user, cwd: folder, env: { ...process.env, HOME: folder } };
  if (!existsSync(data)) {
    mkdirSync(folder, { mode: 0o700 });
    if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
    const made = spawnSync(
      join(bin, 'initdb'),
      ['-D', data, '-U', OWNER, '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync'],
      { ...options, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || String(made.error)}`);
  }

  const launch = async () => {
    const args = Object.entries({
      listen_addresses: '',
      unix_socket_directories: folder,
      max_connections: '200',
      ...settings,
    }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(bin, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
    // An interrupted run must not leave the engine behind.
    const endWithUs = () => server.kill('SIGQUIT');
    process.once('exit', endWithUs);
    let said = '';
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.stderr.on('data', (part: Buffer) => {
        said = (said + part.toString()).slice(-10_000);
        if (said.includes('ready to accept connections')) resolve();
      });
      void ended.then(() => reject(new Error(`PostgreSQL did not start: ${said}`)));
    });
    const end = async (signal: NodeJS.Signals) => {
      server.kill(signal);
      await ended;
      process.off('exit', endWithUs);
    };
    return { end, processId: server.pid };
  };

  let running = await launch();
  return {
    url: clusterUrl(folder),
    get processId() {
      return running.processId;
    },
    crash: () => running.end('SIGQUIT'),
    async start() {
      running = await launch();
    },
    async remove() {
      await running.end('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
