import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import Fastify from 'fastify';

/*
 * How fast reads are answered, against the same framework answering a constant of the same size:
 *
 *     npm run bench:server                       this checkout, on the embedded database
 *     npm run bench:server -- ../bora-before     this one and another, in turns
 *     DATABASE_URL=... npm run bench:server      on PostgreSQL (one checkout)
 *
 * Machines differ and are never quiet: compare only ratios of one run. Slices of all contestants take turns, and the
 * median slice counts.
 */

const CONNECTIONS = 24;
const SLICES = 5;
const SLICE_MS = 1500;
const WARM_UP_MS = 3000;

const own = fileURLToPath(new URL('..', import.meta.url));

interface Contestant {
  name: string;
  url: string;
  token: string;
  end(): Promise<void>;
}

interface Slice {
  perSecond: number;
  p99: number;
  failures: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** Status and bytes of one answer. */
const get = (url: string, token: string) =>
  new Promise<{ status: number; bytes: number }>((done, failed) => {
    const sent = request(url, { agent, headers: { authorization: `Token ${token}` } }, (answer) => {
      let bytes = 0;
      answer.on('data', (part: Buffer) => (bytes += part.length));
      answer.on('end', () => done({ status: answer.statusCode ?? 0, bytes }));
    });
    sent.on('error', failed);
    sent.end();
  });

async function run(url: string, token: string, ms: number): Promise<Slice> {
  const times: number[] = [];
  let failures = 0;
  const start = performance.now();
  const one = async () => {
    while (performance.now() - start < ms) {
      const at = performance.now();
      const { status } = await get(url, token);
      if (status !== 200) failures += 1;
      times.push(performance.now() - at);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, one));
  const seconds = (performance.now() - start) / 1000;
  times.sort((a, b) => a - b);
  return { perSecond: times.length / seconds, p99: times[Math.floor(times.length * 0.99)] ?? 0, failures };
}

/** The printed address of a server in a folder of its own. */
async function startServer(root: string, name: string): Promise<Contestant> {
  const dataDir = await mkdtemp(join(tmpdir(), 'bora-bench-'));
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: root,
    env: { ...process.env, PORT: '0', DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const url = await new Promise<string>((found, failed) => {
    let out = '';
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
      const printed = /^Bora: (\S+)$/m.exec(out)?.[1];
      if (printed !== undefined) found(printed);
    });
    child.on('exit', (code) => failed(new Error(`${name} ended with ${code}`)));
  });
  return {
    name,
    url,
    token: await signIn(url),
    end: async () => {
      await stop(child);
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const stop = (child: ChildProcess) =>
  new Promise<void>((done) => {
    child.removeAllListeners('exit');
    child.on('exit', () => done());
    child.kill('SIGTERM');
  });

const json = async <T>(answer: Response): Promise<T> => (await answer.json()) as T;

async function signIn(url: string): Promise<string> {
  const body = JSON.stringify({
    email: 'demo@bora.example',
    password: 'bora-demo-1',
    device: { platform: 'web' },
  });
  const headers = { 'content-type': 'application/json' };
  const { token } = await json<{ token: string }>(
    await fetch(`${url}/api/accounts/v1/login/`, { method: 'POST', headers, body }),
  );
  const authorization = { headers: { authorization: `Token ${token}` } };
  const { results } = await json<{ results: { id: string }[] }>(
    await fetch(`${url}/api/profiles/v1/list/`, authorization),
  );
  const chosen = await fetch(`${url}/api/profiles/v1/${results[0]!.id}/token/`, authorization);
  return (await json<{ token: string }>(chosen)).token;
}

/** In a process of its own, as the servers are. */
async function serveConstants(): Promise<void> {
  const app = Fastify();
  app.get<{ Params: { bytes: string } }>('/:bytes', (asked, reply) =>
    reply.header('content-type', 'application/json').send(`"${'x'.repeat(Number(asked.params.bytes) - 2)}"`),
  );
  console.log(`Bora: ${await app.listen({ port: 0, host: '127.0.0.1' })}`);
  process.on('SIGTERM', () => process.exit(0));
}

async function startConstants(): Promise<Contestant> {
  const child = spawn(process.execPath, ['--import', 'tsx', fileURLToPath(import.meta.url), '--constants'], {
    cwd: own,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((found) => {
    child.stdout.on('data', (part: Buffer) => {
      const printed = /^Bora: (\S+)$/m.exec(part.toString())?.[1];
      if (printed !== undefined) found(printed);
    });
  });
  return { name: 'constant', url, token: '', end: () => stop(child) };
}

const reads = [
  { name: 'item detail', path: '/api/items/v1/101/' },
  { name: 'episode list', path: '/api/episodes/v2/list/?item_id=101' },
  { name: 'home', path: '/api/home/v1/rows/' },
  { name: 'search', path: `/api/items/v1/search/?keyword=${encodeURIComponent('ㅇ')}` },
  { name: 'list', path: '/api/items/v1/list/?sorting=rating' },
];

const median = (values: number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

async function bench(): Promise<void> {
  const others = process.argv.slice(2);
  const servers = await Promise.all([
    startServer(own, 'this'),
    ...others.map((folder) => startServer(resolve(folder), folder)),
  ]);
  const constants = await startConstants();
  console.log(`${CONNECTIONS} connections, ${SLICES} slices of ${SLICE_MS} ms, medians\n`);
  console.log(['call', 'bytes', 'who', 'per second', 'of constant', 'p99 ms', 'failures'].join('\t'));
  for (const { name, path } of reads) {
    const { status, bytes } = await get(servers[0]!.url + path, servers[0]!.token);
    if (status !== 200) throw new Error(`${path}: ${status}`);
    const contestants = [
      { who: 'constant', url: `${constants.url}/${bytes}`, token: '' },
      ...servers.map((server) => ({ who: server.name, url: server.url + path, token: server.token })),
    ];
    const there = [];
    for (const one of contestants)
      if ((await get(one.url, one.token)).status === 200) there.push({ ...one, slices: [] as Slice[] });
    for (const { url, token } of there) await run(url, token, WARM_UP_MS);
    for (let turn = 0; turn < SLICES; turn += 1)
      for (const one of there) one.slices.push(await run(one.url, one.token, SLICE_MS));
    const constant = median(there[0]!.slices.map(({ perSecond }) => perSecond));
    for (const { who, slices } of there) {
      const perSecond = median(slices.map((slice) => slice.perSecond));
      const p99 = median(slices.map((slice) => slice.p99));
      const failures = slices.reduce((sum, slice) => sum + slice.failures, 0);
      const row = [perSecond.toFixed(0), (perSecond / constant).toFixed(2), p99.toFixed(0), failures];
      console.log([name, bytes, who, ...row].join('\t'));
    }
  }
  agent.destroy();
  await Promise.all([...servers, constants].map((one) => one.end()));
}

await (process.argv.includes('--constants') ? serveConstants() : bench());
