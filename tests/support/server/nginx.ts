import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { familyOf, sendSignal } from '#tests/failover/program.ts';
import type { MediaEdge } from '#server/providers/edge-signer.ts';
import { edgeTemplate } from '#server/start/folders.ts';
import { edgeConfiguration } from '../../../scripts/edge/configuration.ts';

/** Where `npm run tools:install` unpacks it. */
const UNPACKED = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'bora-tools/nginx/usr/sbin/nginx');

/** The program; undefined where it is not installed. */
export const findNginx = (): string | undefined =>
  [UNPACKED, '/usr/sbin/nginx', '/usr/local/sbin/nginx', '/usr/bin/nginx'].find((path) => existsSync(path));

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const accepts = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });

export interface RunningNginx {
  /** Ends all of its processes at once, as the loss of its machine does. */
  crash(): Promise<void>;
  /** Starts it again after a crash, with the files that it left. */
  start(): Promise<void>;
  /** @throws Error when nginx complained, about anything but `expected`. */
  stop(expected?: RegExp): Promise<void>;
}

export interface RunningEdge extends RunningNginx {
  /** nginx's access log. */
  log(): string;
}

const COMPLAINT = /\[(?:warn|error|crit|alert|emerg)\]/;

/**
 * Runs nginx in a folder of its own, which it removes at the end.
 *
 * @param configuration inside of `http`; it listens at `port` of this machine.
 */
async function startNginx(
  program: string,
  { folder, port, configuration }: { folder: string; port: number; configuration: string },
): Promise<RunningNginx> {
  await writeFile(join(folder, 'inside-http.conf'), configuration);
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  );
  await writeFile(
    join(folder, 'nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} worker_processes 2; daemon off; pid ${folder}/pid; error_log stderr warn;
     events { worker_connections 256; } http { ${temporary.join(' ')} include ${folder}/inside-http.conf; }`,
  );
  await spawnCheck(program, folder);
  let said = '';
  const launch = async () => {
    const child = spawn(program, ['-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
    while (!(await accepts(port))) {
      if (child.exitCode !== null) throw new Error(`nginx did not start: ${said}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { child, ended };
  };
  let running = await launch();
  return {
    async crash() {
      for (const pid of familyOf(running.child.pid!)) sendSignal(pid, 'SIGKILL');
      await running.ended;
    },
    async start() {
      running = await launch();
    },
    async stop(expected) {
      running.child.kill('SIGTERM');
      await running.ended;
      await rm(folder, { recursive: true, force: true });
      const complaints = said.split('\n').filter((line) => COMPLAINT.test(line) && !expected?.test(line));
      if (complaints.length > 0) throw new Error(`nginx complained: ${complaints.join('\n')}`);
    },
  };
}

/** Runs nginx with the project's configuration of an edge. */
export async function startEdge(program: string, edge: MediaEdge, ...origins: string[]): Promise<RunningEdge> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-edge-'));
  const port = Number(new URL(edge.url).port);
  const log = join(folder, 'requests.log');
  const configuration = edgeConfiguration(readFileSync(edgeTemplate, 'utf8'), edge, {
    origins,
    listen: `127.0.0.1:${port}`,
    cache: join(folder, 'cache'),
    cacheSize: '100m',
    log,
    tell: edge.told[0] ?? `127.0.0.1:${await freePort()}`,
    playbacks: 1_000,
  });
  return { ...(await startNginx(program, { folder, port, configuration })), log: () => readFileSync(log, 'utf8') };
}

/**
 * Runs nginx as the proxy in front of some processes.
 *
 * @param log file of the requests whose `server` says nothing about a log.
 */
export async function startProxy(
  program: string,
  { port, configuration, log = 'off' }: { port: number; configuration: string; log?: string },
): Promise<RunningNginx> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-proxy-'));
  return startNginx(program, { folder, port, configuration: `access_log ${log};\n${configuration}` });
}

/** @throws Error when nginx warns of the configuration. */
async function spawnCheck(program: string, folder: string): Promise<void> {
  const { status, stderr } = spawnSync(program, ['-t', '-e', 'stderr', '-p', folder, '-c', join(folder, 'nginx.conf')]);
  if (status === 0 && !stderr.toString().includes('[warn]')) return;
  await rm(folder, { recursive: true, force: true });
  throw new Error(`nginx refuses the configuration: ${stderr.toString()}`);
}
