import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openPostgres } from '#server/db/postgres.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';
import { openAnyVideoAt, reportAt } from '#tests/support/calls-at.ts';
import { startProcess, type ServerProcess } from '#tests/support/server/server-process.ts';
import { startDatabaseProxy } from '#tests/support/tcp-proxy.ts';

let bundle: Awaited<ReturnType<typeof bundleServer>>;
let own: OwnDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let server: ServerProcess | undefined;
beforeAll(async () => {
  [bundle, own] = await Promise.all([bundleServer(), createOwnDatabase()]);
  proxy = await startDatabaseProxy(own.url);
});
afterEach(async () => {
  server?.child.kill('SIGKILL');
  await server?.ended;
  proxy.set({ kind: 'clear' });
  proxy.cut();
});
afterAll(async () => {
  await proxy.close();
  await own.drop();
  await bundle.remove();
});

const start = (url: string) => (server = startProcess({ DATABASE_URL: url }, bundle.path));

describe('a process that receives a signal', () => {
  test.each([
    ['that answers nothing', { kind: 'black-hole' }],
    ['that refuses connections', { kind: 'refuse' }],
    ['that is slow', { kind: 'slow', delayMs: 1000 }],
  ] as const)(
    'ends within 5 s with a database %s, and keeps acknowledged writes',
    async (_name, weather) => {
      const { child, ended, url: listening, err } = start(proxy.url);
      const url = await listening;
      const {
        token,
        video: { play_log_id: id },
      } = await openAnyVideoAt(url);
      const said = { total_play_time: '00:00:20', play_end_offset: '00:00:20', is_player_exit: false };
      expect((await reportAt(url, token, id, said)).status).toBe(200);

      proxy.set(weather);
      if (weather.kind === 'refuse') proxy.cut();
      const more = { ...said, total_play_time: '00:00:30', play_end_offset: '00:00:30' };
      const waiting = Promise.allSettled(Array.from({ length: 20 }, () => reportAt(url, token, id, more)));
      // The process answers this without the database, after it has read the reports.
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
      child.kill('SIGTERM');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
      expect(err()).not.toContain('was ended');
      const answers = await waiting;
      const accepted = answers.some((answer) => answer.status === 'fulfilled' && answer.value.status === 200);

      const database = await openPostgres(own.url);
      const { rows } = await sql<{ time: number }>`
        select total_play_time as time from play_logs where id = ${id}`.execute(database.kysely);
      await database.close();
      expect(rows[0]!.time).toBeGreaterThanOrEqual(accepted ? 30 : 20);
    },
    120_000,
  );

  test('ends while it waits for its database’s first answer', async () => {
    proxy.set({ kind: 'black-hole' });
    const { child, ended } = start(proxy.url);
    await expect.poll(() => proxy.count()).toBeGreaterThan(0);
    child.kill('SIGTERM');
    expect(await ended).toBe('SIGTERM');
  });
});

describe('a process that cannot reach its database', () => {
  test('says so in one line and ends', async () => {
    proxy.set({ kind: 'refuse' });
    const { ended, err } = start(proxy.url);
    expect(await ended).toBe(1);
    expect(err()).toMatch(/^The database is unavailable: no connection to the database: .+\n$/);
  });

  test('sends no data to a server without encryption when encryption is required', async () => {
    const heard: Buffer[] = [];
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        heard.push(chunk);
        socket.write('N');
      });
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    const { ended, err } = start(`postgres://bora:secret@127.0.0.1:${port}/bora?sslmode=require`);
    expect(await ended).toBe(1);
    expect(err()).toContain('does not support SSL');
    // The SSLRequest message alone: eight bytes.
    expect(Buffer.concat(heard).toString('hex')).toBe('0000000804d2162f');
    plain.close();
  });
});
