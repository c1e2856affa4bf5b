import { spawnSync } from 'node:child_process';
import { chmod, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openEmbedded } from '#server/db/embedded.ts';
import { bundleServer } from '#tests/support/server-bundle.ts';
import {
  anyEpisodeAt,
  newDataDir,
  openVideoAt,
  reportAt,
  signInToDemo,
  startProcess,
  type ServerProcess,
} from '#tests/support/server-process.ts';
import { startTestServer } from '#tests/support/server.ts';

let dataDir: string;
let started: ServerProcess[];
beforeEach(async () => {
  dataDir = await newDataDir();
  started = [];
});
afterEach(async () => {
  for (const { child, ended } of started) {
    child.kill('SIGKILL');
    await ended;
  }
  await rm(dataDir, { recursive: true, force: true });
});

let filled: string;
let bundle: Awaited<ReturnType<typeof bundleServer>>;
beforeAll(async () => {
  bundle = await bundleServer();
  const server = await startTestServer();
  filled = server.dataDir;
  await server.close();
});
afterAll(async () => {
  await bundle.remove();
  await rm(filled, { recursive: true, force: true });
});

/** Lets no file of a running process grow beyond so many bytes; false where the system has no tool for it. */
const limitFileSize = ({ child }: ServerProcess, bytes: number): boolean =>
  spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}`]).status === 0;

const keep = (server: ServerProcess) => {
  started.push(server);
  return server;
};
const start = (variables: Record<string, string> = {}) =>
  keep(startProcess({ DATA_DIR: dataDir, ...variables }, bundle.path));

/** A data folder that the server does not have to make first, which takes seconds. */
const fillDataDir = () => cp(filled, dataDir, { recursive: true });

/** What the folder holds after its server is gone: the newest play log of an episode, and the profile's place in it. */
async function readKept(episodeId: number): Promise<{ offset: number; total_play_time: number }> {
  const database = await openEmbedded(dataDir);
  const kept = await database.kysely
    .selectFrom('play_logs')
    .innerJoin('playback_offsets', (join) =>
      join
        .onRef('playback_offsets.profile_id', '=', 'play_logs.profile_id')
        .onRef('playback_offsets.episode_id', '=', 'play_logs.episode_id'),
    )
    .where('play_logs.episode_id', '=', episodeId)
    .where('play_logs.state', '=', 'active')
    .select(['offset', 'total_play_time'])
    .orderBy('opened_at', 'desc')
    .executeTakeFirstOrThrow();
  await database.close();
  return kept;
}

describe('a first start', () => {
  test('on an empty folder prints the address, then the demo accounts, and nothing else', async () => {
    // The sources, as `npm start` runs them.
    const server = keep(startProcess({ DATA_DIR: dataDir }));
    const url = await server.url;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
    await signInToDemo(url);
    expect(server.out).toEqual([
      `Bora: ${url}`,
      '  demo@bora.example / bora-demo-1 (premium)',
      '  free@bora.example / bora-demo-1 (free)',
    ]);
    expect(server.err()).toBe('');
    expect(await readdir(dataDir)).toEqual(['database']);
  }, 120_000);

  test('refuses to guess the mode where other machines can call', async () => {
    const server = start({ HOST: '0.0.0.0' });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^  NODE_ENV: must be set, because HOST is 0\.0\.0\.0/m);
    expect(await readdir(dataDir)).toEqual([]);
  }, 60_000);

  test('in production closes the demo accounts and the data folder of an earlier start', async () => {
    await fillDataDir();
    await chmod(dataDir, 0o755);
    const development = start();
    const token = await signInToDemo(await development.url);
    development.child.kill('SIGTERM');
    await development.ended;
    const production = start({ NODE_ENV: 'production', LOG_LEVEL: 'error' });
    const url = await production.url;
    await expect(signInToDemo(url)).rejects.toThrow('LOGIN_FAILED');
    const account = await fetch(`${url}/api/profiles/v1/my_account/`, { headers: { authorization: token } });
    expect(account.status).toBe(401);
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
  }, 120_000);

  test('in production makes no demo accounts', async () => {
    const server = start({ NODE_ENV: 'production', LOG_LEVEL: 'warn' });
    const url = await server.url;
    await expect(signInToDemo(url)).rejects.toThrow('LOGIN_FAILED');
    expect(server.out).toEqual([`Bora: ${url}`]);
  }, 120_000);
});

describe('a server that is told to end', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    'by %s answers what is under way and ends within 5 s',
    async (signal) => {
      await fillDataDir();
      const server = start();
      const url = await server.url;
      const token = await signInToDemo(url);
      const episodeId = await anyEpisodeAt(url, token);
      const { play_log_id: id } = await openVideoAt(url, token, episodeId);
      const report = { total_play_time: '00:00:20', play_end_offset: '00:00:20', is_player_exit: false };
      const answers = Array.from({ length: 10 }, () => reportAt(url, token, id, report));
      const [first] = await Promise.all(answers.slice(0, 1));
      const endedAt = performance.now();
      server.child.kill(signal);
      expect(first?.status).toBe(200);
      for (const answer of await Promise.allSettled(answers)) {
        if (answer.status === 'fulfilled') expect(answer.value.status).toBe(200);
      }
      expect(await server.ended).toBe(0);
      expect(performance.now() - endedAt).toBeLessThan(5000);
      expect((await readKept(episodeId)).offset).toBe(20);
    },
    120_000,
  );

  test('ends in time though a television holds its connection open', async () => {
    await fillDataDir();
    const server = start();
    const { hostname, port } = new URL(await server.url);
    const idle = connect(Number(port), hostname);
    const silent = connect(Number(port), hostname);
    idle.on('error', () => undefined);
    silent.on('error', () => undefined);
    await new Promise((resolve) => {
      idle.once('data', resolve);
      idle.write('GET /api/v1.0/status/ HTTP/1.1\r\nhost: x\r\n\r\n');
    });
    silent.write('GET /api/v1.0/status/ HTTP/1.1\r\n');
    const endedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5000);
    idle.destroy();
    silent.destroy();
  }, 120_000);
});

describe('a server whose disk takes no more', () => {
  test('acknowledges nothing, says why, ends, and has everything that it acknowledged when it starts again', async () => {
    await fillDataDir();
    const server = start();
    const url = await server.url;
    const token = await signInToDemo(url);
    const episodeId = await anyEpisodeAt(url, token);
    const { play_log_id: id } = await openVideoAt(url, token, episodeId);
    const report = (seconds: number) => {
      const time = `00:00:${seconds}`;
      return reportAt(url, token, id, { total_play_time: time, play_end_offset: time, is_player_exit: false });
    };
    expect((await report(20)).status).toBe(200);

    // A full disk of a test's own needs root to be mounted; a limit on the size of files fails writes as hard.
    if (limitFileSize(server, 4096)) {
      expect((await report(30)).status).toBe(503);
      expect(await server.ended).toBe(1);
      expect(server.err()).toContain('The embedded database stopped, and the server ends: could not write to ');
    } else {
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const again = start();
    expect((await openVideoAt(await again.url, token, episodeId)).resume_offset).toBe(20);
  }, 120_000);
});

describe('a second server on one data folder', () => {
  test('says so and ends; the first goes on', async () => {
    await fillDataDir();
    const first = start();
    const url = await first.url;
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(`Another Bora server has the data folder open: ${join(dataDir, 'database')}\n`);
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
  }, 120_000);

  test('may start when the first was killed', async () => {
    await fillDataDir();
    const first = start();
    await first.url;
    first.child.kill('SIGKILL');
    await first.ended;
    const second = start();
    expect((await fetch(`${await second.url}/api/v1.0/status/`)).status).toBe(200);
  }, 120_000);
});

describe('a configuration that does not fit', () => {
  test('is told variable by variable, before anything is touched', async () => {
    const server = start({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://localhost/bora',
      PUBLIC_URL: 'bora.example',
      NODE_ENV: 'staging',
      LOG_LEVEL: 'loud',
    });
    expect(await server.ended).toBe(1);
    for (const name of ['PORT', 'DATABASE_URL', 'PUBLIC_URL', 'NODE_ENV', 'LOG_LEVEL'])
      expect(server.err()).toMatch(new RegExp(`^  ${name}: .+`, 'm'));
    expect(server.err()).not.toContain('    at ');
    expect(await readdir(dataDir)).toEqual([]);
  }, 60_000);

  test('of a port that is taken says so', async () => {
    await fillDataDir();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const server = start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^The port is taken: /);
    other.close();
  }, 120_000);

  test('of a data folder that is a file says so', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'file'), '');
    const server = start({ DATA_DIR: join(dataDir, 'file') });
    expect(await server.ended).toBe(1);
    expect(server.err()).toContain(join(dataDir, 'file'));
    expect(server.err()).not.toContain('    at ');
  }, 60_000);
});
