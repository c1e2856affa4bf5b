import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { loggerOptions } from '#server/http/logger.ts';
import { DatabaseBusyError } from '#server/lib/database-errors.ts';
import { createMigratedDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { startDatabaseProxy } from '#tests/support/tcp-proxy.ts';

/** Short, so that the tests are fast; long enough for a busy machine. */
const LIMITS = {
  connections: 3,
  waiters: 4,
  waitMs: 1000,
  connectMs: 1000,
  statementMs: 1500,
  answerMs: 2000,
  lockMs: 500,
};

let own: OwnDatabase;
let proxy: Awaited<ReturnType<typeof startDatabaseProxy>>;
let database: Database;
let server: ServerFixture;
let viewer: Viewer;
let lines: string;
beforeEach(async () => {
  lines = '';
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines += line.toString();
      done();
    },
  });
  own = await createMigratedDatabase();
  proxy = await startDatabaseProxy(own.url);
  database = await openPostgres(proxy.url, { calls: LIMITS });
  server = await createServerFixture({ database, logger: loggerOptions({ logLevel: 'warn' }, stream) });
  viewer = await server.buildViewer();
});
afterEach(async () => {
  await server.close();
  await proxy.close();
  await own.drop();
});

const report = (id: string, seconds: number) => {
  const time = `00:00:${seconds}`;
  const body = { total_play_time: time, play_end_offset: time, is_player_exit: false };
  return server.call(endpoints.updatePlayLog, { token: viewer.profileToken, params: { id }, body });
};
const rate = (score: number) =>
  server.call(endpoints.rateItem, { token: viewer.profileToken, params: { id: 1 }, body: { score } });
const account = () => server.call(endpoints.getMyAccount, { token: viewer.token });
const look = async (url: string) => (await server.app.inject(url)).statusCode;
const messages = () =>
  lines
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

/** Opens transactions until the pool is exhausted; each holds its connection until released. */
function holdConnections(count: number) {
  let free: () => void;
  const released = new Promise<void>((resolve) => (free = resolve));
  let holding = 0;
  let allHold: () => void;
  const held = new Promise<void>((resolve) => (allHold = resolve));
  const done = Promise.all(
    Array.from({ length: count }, () =>
      database.kysely.transaction().execute(async (tx) => {
        await sql`select 1`.execute(tx);
        holding += 1;
        if (holding === count) allHold();
        await released;
      }),
    ),
  );
  return {
    held,
    release: async () => {
      free();
      await done;
    },
  };
}

describe.each(['black-hole', 'refuse'] as const)('a database that is gone (%s)', (kind) => {
  test('fails every call in time with a retry time, is logged once, and recovers', async () => {
    const { play_log_id: id } = await server.openVideo(viewer);
    server.clock.advance(600);
    expect((await report(id, 20)).status).toBe(200);

    proxy.set({ kind });
    if (kind === 'refuse') proxy.cut();
    const calls = await Promise.all([
      ...Array.from({ length: 4 }, (_, index) => report(id, 30 + index)),
      ...Array.from({ length: 10 }, account),
      ...Array.from({ length: 3 }, () => rate(4)),
    ]);
    for (const { status, error, headers } of calls)
      expect([status, error.code, headers['retry-after']]).toEqual([503, 'OVERLOADED', '3']);
    const asked = await Promise.all(Array.from({ length: 50 }, () => look('/readyz')));
    expect(new Set(asked)).toEqual(new Set([503]));
    expect(await look('/healthz')).toBe(200);
    expect(await look('/metrics')).toBe(200);
    expect(proxy.count()).toBeLessThanOrEqual(LIMITS.connections + 1);
    expect(messages().filter((message) => message === 'database failed')).toHaveLength(1);
    expect(messages()).not.toContain('request failed');
    expect(lines).not.toContain(viewer.email);

    proxy.set({ kind: 'clear' });
    server.clock.advance(2);
    expect((await report(id, 50)).status).toBe(200);
    expect(await look('/readyz')).toBe(200);
    expect((await server.openVideo(viewer)).resume_offset).toBe(50);
    server.clock.advance(60);
    expect((await account()).status).toBe(200);
    expect(messages().filter((message) => message.startsWith('database recovered'))).toHaveLength(1);
  });
});

describe('a database whose connections others have taken', () => {
  test('answers through the one that the process has', async () => {
    const role = `limited_${process.pid}`;
    const admin = await openPostgres(own.url);
    await sql.raw(`create role ${role} login password 'limited' connection limit 1`).execute(admin.kysely);
    const url = new URL(own.url);
    [url.username, url.password] = [role, 'limited'];
    const limited = await openPostgres(url.href, { calls: { ...LIMITS, waiters: 50 } });
    await sql`select 1`.execute(limited.kysely);
    const asked = Array.from({ length: 20 }, () => sql`select pg_sleep(0.005)`.execute(limited.kysely));
    expect((await Promise.allSettled(asked)).filter(({ status }) => status === 'rejected')).toEqual([]);
    await limited.close();
    await sql.raw(`drop role ${role}`).execute(admin.kysely);
    await admin.close();
  });
});

describe('a database that restarts', () => {
  test('ends idle sessions and transactions, and the server opens others', async () => {
    const { held, release } = holdConnections(1);
    await held;
    await Promise.all([account(), account()]);
    const admin = await openPostgres(own.url);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(admin.kysely);
    await admin.close();
    await expect(release()).rejects.toThrow();
    await expect.poll(async () => (await account()).status).toBe(200);
  });

  test('loses no acknowledged call', async () => {
    const { play_log_id: id } = await server.openVideo(viewer);
    server.clock.advance(600);
    let accepted = 0;
    for (let seconds = 10; seconds < 40; seconds += 1) {
      const answer = report(id, seconds);
      if (seconds % 10 === 5) setImmediate(() => proxy.cut());
      const { status } = await answer;
      expect([200, 503]).toContain(status);
      if (status === 200) accepted = seconds;
    }
    expect((await report(id, 50)).status).toBe(200);
    const less = await report(id, accepted);
    expect(less.error.code).toBe('TOTAL_PLAY_TIME_INVALID');
    expect((await server.openVideo(viewer)).resume_offset).toBe(50);
  });
});

describe('a database that is slow', () => {
  test('answers late, and no call fails while each statement ends in time', async () => {
    proxy.set({ kind: 'slow', delayMs: 200 });
    const calls = await Promise.all([account(), rate(3), account()]);
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  test('cancels a statement that takes too long, and its connection serves the next one', async () => {
    await expect(sql`select pg_sleep(20)`.execute(database.kysely)).rejects.toThrow(DatabaseBusyError);
    expect((await account()).status).toBe(200);
  });

  test('fails calls that wait too long for a row, while other calls continue', async () => {
    // The row of figures exists from the first rating on.
    await rate(4);
    let free: () => void;
    const released = new Promise<void>((resolve) => (free = resolve));
    let isHeld: () => void;
    const held = new Promise<void>((resolve) => (isHeld = resolve));
    const holder = database.longWork.transaction().execute(async (tx) => {
      await sql`select 1 from item_figures where item_id = 1 for update`.execute(tx);
      isHeld();
      await released;
    });
    await held;
    const [refused, other] = await Promise.all([rate(5), account()]);
    expect([refused.status, refused.error.code, other.status]).toEqual([503, 'OVERLOADED', 200]);
    free!();
    await holder;
    expect((await rate(5)).status).toBe(200);
  });
});

describe('a pool without a free connection', () => {
  test('lets few callers wait, refuses the others immediately, and does not look like a dead database', async () => {
    // Warms the process's caches, so that only the rating needs a connection.
    await account();
    const { held, release } = holdConnections(LIMITS.connections);
    await held;
    const refused = await Promise.all(Array.from({ length: 12 }, () => rate(2)));
    for (const { status, error } of refused) expect([status, error.code]).toEqual([503, 'OVERLOADED']);
    server.clock.advance(2);
    expect(await look('/readyz')).toBe(200);
    await release();
    expect((await rate(2)).status).toBe(200);
    expect(messages().filter((message) => message === 'database load failed')).toHaveLength(1);
  });
});
