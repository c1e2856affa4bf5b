import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { chmod, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openEmbedded } from '#server/db/embedded.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { callAt, openAnyVideoAt, openVideoAt, reportAt, signInAt } from '#tests/support/calls-at.ts';
import { newDataDir, startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { takeFurnished } from '#tests/support/server/server.ts';

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

let filled: Awaited<ReturnType<typeof takeFurnished>>;
let bundle: Awaited<ReturnType<typeof bundleServer>>;
beforeAll(async () => {
  bundle = await bundleServer();
  filled = await takeFurnished();
});
afterAll(async () => {
  await bundle.remove();
  await filled.remove();
});

/** Limits the file size of a running process; false when the system has no tool for it. */
const limitFileSize = ({ child }: ServerProcess, bytes: number): boolean =>
  spawnSync('prlimit', ['--pid', String(child.pid), `--fsize=${bytes}`]).status === 0;

const track = (server: ServerProcess) => {
  started.push(server);
  return server;
};
const start = (variables: Record<string, string> = {}) =>
  track(startProcess({ DATA_DIR: dataDir, ...variables }, bundle.path));

/** A filled data folder, because creating one takes seconds; synchronous, which is much faster for many files. */
const fillDataDir = () => cpSync(filled.dataDir, dataDir, { recursive: true });

/** Data in the folder after its server ended: the newest play log of an episode, and the profile's offset. */
async function readPlayback(episodeId: number): Promise<{ offset: number; total_play_time: number }> {
  const database = await openEmbedded(dataDir);
  const playback = await database.kysely
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
  return playback;
}

describe('a first start', () => {
  test('a first start on an empty folder prints only the addresses, the demo accounts and the demo owner', async () => {
    // From the sources, as `npm start` runs them.
    const server = track(startProcess({ DATA_DIR: dataDir }));
    const url = await server.url;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
    await signInAt(url);
    expect(server.out).toEqual([
      `Bora: ${url}`,
      '  demo@bora.example / bora-demo-1 (premium)',
      '  free@bora.example / bora-demo-1 (free)',
      `Console: ${url}/console/`,
      '  owner@bora.example / bora-owner-1 (owner, without a code)',
    ]);
    expect(server.err()).toBe('');
    expect((await readdir(dataDir)).sort()).toEqual(['database', 'database.lock', 'media', 'operator.sock']);
  });

  test('a first start in production revokes the demo accounts and restricts the data folder of an earlier start', async () => {
    fillDataDir();
    await chmod(dataDir, 0o755);
    const development = start();
    const { token } = (await signInAt(await development.url)).profile;
    development.child.kill('SIGTERM');
    await development.ended;
    const production = start({ NODE_ENV: 'production', LOG_LEVEL: 'error' });
    const url = await production.url;
    await expect(signInAt(url)).rejects.toThrow('LOGIN_FAILED');
    expect(production.out).toEqual([`Bora: ${url}`]);
    const account = await callAt(url)(endpoints.getMyAccount, { token });
    expect(account.status).toBe(401);
    expect((await stat(dataDir)).mode & 0o077).toBe(0);
  });

  test('a first start in production without a catalogue creates no demo accounts, and says how to fill it', async () => {
    // CATALOGUE_DIR turns off the demo's catalogue, production its accounts.
    const catalogueFolder = join(dataDir, 'files');
    const server = start({ CATALOGUE_DIR: catalogueFolder, NODE_ENV: 'production', LOG_LEVEL: 'error' });
    const url = await server.url;
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
    await expect(signInAt(url)).rejects.toThrow('LOGIN_FAILED');
    expect(server.out).toEqual([
      `Bora: ${url}`,
      'The catalogue is empty. Fill it with: bora catalogue import <folder or .jsonl file>',
      `  (on the embedded database stop the server first; files of the catalogue go into ${catalogueFolder})`,
    ]);
  });
});

test('what is configured besides is among the jobs', async () => {
  fillDataDir();
  const server = start({
    BACKUP_DIR: join(dataDir, 'backups'),
    MEDIA_WATCH: join(dataDir, 'videos'),
    MEDIA_EDGE: `nginx:http://127.0.0.1:9?secret=${'1'.repeat(32)}&tell=127.0.0.1:9`,
  });
  const url = await server.url;
  const jobs = async () => (await (await fetch(`${url}/metrics`)).text()).match(/(?<=^bora_job_info\{name=")[^"]+/gm);
  await expect
    .poll(jobs)
    .toEqual(expect.arrayContaining(['making backups', 'looking at the watched folder', 'telling edges']));
});

describe('a server that receives a signal', () => {
  test('completes running requests and ends within 5 s', async () => {
    fillDataDir();
    const server = start();
    const url = await server.url;
    const { token, episodeId, video } = await openAnyVideoAt(url);
    const report = { total_play_time: '00:00:20', play_end_offset: '00:00:20', is_player_exit: false };
    const answers = Array.from({ length: 10 }, () => reportAt(url, token, video.play_log_id, report));
    const [first] = await Promise.all(answers.slice(0, 1));
    const endedAt = performance.now();
    server.child.kill('SIGTERM');
    expect(first?.status).toBe(200);
    for (const answer of await Promise.allSettled(answers)) {
      if (answer.status === 'fulfilled') expect(answer.value.status).toBe(200);
    }
    expect(await server.ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5000);
    expect((await readPlayback(episodeId)).offset).toBe(20);
  });

  test('ends in time although a television holds its connection open', async () => {
    fillDataDir();
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
    server.child.kill('SIGINT');
    expect(await server.ended).toBe(0);
    expect(performance.now() - endedAt).toBeLessThan(5000);
    idle.destroy();
    silent.destroy();
  });
});

/** `npm start` and its supervisor read the exit code. */
describe('a process whose shutdown', () => {
  const closing = async (how: 'done' | 'failed' | 'never') => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'tests/support/server/closing-process.ts', how]);
    let out = '';
    let err = '';
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    child.stdout.on('data', (part: Buffer) => {
      out += part.toString();
      // Twice: a second signal neither restarts the shutdown nor cuts it short.
      if (out === 'waits\n') for (const signal of ['SIGTERM', 'SIGTERM'] as const) child.kill(signal);
    });
    const [code] = (await once(child, 'close')) as [number | null];
    return { code, err, afterMs: Number(/^ended after (\d+)$/m.exec(out)?.[1]) };
  };

  test('succeeds, exits with code 0', async () => {
    expect(await closing('done')).toMatchObject({ code: 0, err: '' });
  });

  test('fails, prints the reason and exits with code 1', async () => {
    expect(await closing('failed')).toMatchObject({ code: 1, err: 'not closed: Error: the database is gone\n' });
  });

  test('hangs, is ended within 5 s with code 1 and a message', async () => {
    const { code, err, afterMs } = await closing('never');
    expect(code).toBe(1);
    expect(err).toBe('The server did not close in time: it is ended, and calls under way are lost.\n');
    expect(afterMs).toBeGreaterThan(4000);
    expect(afterMs).toBeLessThan(5000);
  });
});

describe('a server whose disk is full', () => {
  test('acknowledges nothing, prints the reason, ends, and keeps its acknowledged writes', async () => {
    fillDataDir();
    const server = start();
    const url = await server.url;
    const { token, episodeId, video } = await openAnyVideoAt(url);
    const report = (seconds: number) => {
      const time = `00:00:${seconds}`;
      return reportAt(url, token, video.play_log_id, {
        total_play_time: time,
        play_end_offset: time,
        is_player_exit: false,
      });
    };
    expect((await report(20)).status).toBe(200);

    // Mounting a full disk needs root; a file size limit fails writes in the same way.
    if (limitFileSize(server, 4096)) {
      // A job of the server may meet the full disk before the call does. Then the server no longer answers it.
      const answer = await report(30).then(
        ({ status }) => status,
        () => 'no answer',
      );
      expect([503, 'no answer']).toContain(answer);
      expect(await server.ended).toBe(1);
      expect(server.err()).toContain('The embedded database stopped, and the server ends: could not write to ');
    } else {
      server.child.kill('SIGKILL');
      await server.ended;
    }
    const again = start();
    expect((await openVideoAt(await again.url, token, episodeId)).resume_offset).toBe(20);
  });
});

describe('a second server on one data folder', () => {
  test('prints the reason and ends while the first continues, and starts once the first was killed', async () => {
    fillDataDir();
    const first = start();
    const url = await first.url;
    const second = start();
    expect(await second.ended).toBe(1);
    expect(second.err()).toBe(`Another Bora server has the data folder open: ${join(dataDir, 'database')}\n`);
    expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
    first.child.kill('SIGKILL');
    await first.ended;
    const third = start();
    expect((await fetch(`${await third.url}/api/v1.0/status/`)).status).toBe(200);
  });
});

describe('an invalid configuration', () => {
  test('is reported variable by variable, without side effects', async () => {
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
  });

  // Other reasons: tests/unit/server/start/env.test.ts.
  test('a configuration of variables that do not fit together is reported as well', async () => {
    const server = start({ HOST: '0.0.0.0' });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^  NODE_ENV: must be set, because HOST is 0\.0\.0\.0/m);
    expect(await readdir(dataDir)).toEqual([]);
  });

  test('a port in use is reported', async () => {
    fillDataDir();
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const server = start({ PORT: String(port) });
    expect(await server.ended).toBe(1);
    expect(server.err()).toMatch(/^The port is in use: /);
    other.close();
  });

  test('a data folder that is a file is reported', async () => {
    await mkdir(dataDir, { recursive: true });
    await writeFile(join(dataDir, 'file'), '');
    const server = start({ DATA_DIR: join(dataDir, 'file') });
    expect(await server.ended).toBe(1);
    expect(server.err()).toContain(join(dataDir, 'file'));
    expect(server.err()).not.toContain('    at ');
  });
});
