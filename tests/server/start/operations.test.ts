import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { checkMigrated, migrate, migrations, NotMigratedError } from '#server/db/migrate.ts';
import { openInMemory } from '#server/db/embedded.ts';
import { createServiceSwitches, leaveSwitch } from '#server/monitoring/status/switches-folder.ts';
import { createTransact } from '#server/db/open.ts';
import { carryOut } from '#server/monitoring/status/service-state.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';

describe('an operator', () => {
  let server: ServerFixture;
  beforeEach(async () => {
    server = await createServerFixture();
  });
  afterEach(() => server.close());

  const status = async () => (await server.call(endpoints.getStatus)).reply;
  const afterTwoSeconds = () => server.clock.advance(2);

  test('closes the service for maintenance and reopens it, without a restart', async () => {
    const { token } = await server.buildViewer();
    expect((await status()).status).toBe('ok');
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'maintenance', message: '새벽 4시까지 점검해요.' },
    );
    afterTwoSeconds();

    expect(await status()).toMatchObject({ status: 'maintenance', message: '새벽 4시까지 점검해요.' });
    const refused = await server.call(endpoints.getMyAccount, { token });
    expect([refused.status, refused.error.code]).toEqual([503, 'MAINTENANCE']);
    expect(refused.error.message).toBe('새벽 4시까지 점검해요.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'maintenance', message: null },
    );
    afterTwoSeconds();
    expect(await status()).toMatchObject({ status: 'ok', message: '' });
    expect((await server.call(endpoints.getMyAccount, { token })).status).toBe(200);
  });

  test('closes every call except the status and the supervisors’ ones', async () => {
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'maintenance', message: '점검 중' },
    );
    for (const endpoint of Object.values(endpoints)) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));
      const { status: code } = await server.call(endpoint, { params });
      expect([endpoint.summary, code]).toEqual([endpoint.summary, endpoint === endpoints.getStatus ? 200 : 503]);
    }
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
    // A packaged app must be able to read the reason.
    const { headers } = await server.call(endpoints.getMyAccount, { headers: { origin: 'null' } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('sets the minimum app version by platform', async () => {
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'min-version', platform: 'tizen', version: '1.2.0' },
    );
    expect((await status()).min_version).toEqual({ tizen: '1.2.0', webos: '0.1.0', web: '0.1.0' });
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'min-version', platform: 'tizen', version: null },
    );
    afterTwoSeconds();
    expect((await status()).min_version.tizen).toBe('0.1.0');
  });
});

describe('switches in the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bora-switches-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('are read once, and may be missing', async () => {
    const switches = createServiceSwitches(folder);
    expect(await switches.take()).toEqual([]);
    await leaveSwitch(folder, { set: 'min-version', platform: 'web', version: '2.0.0' });
    expect(await switches.take()).toEqual([{ set: 'min-version', platform: 'web', version: '2.0.0' }]);
    expect(await switches.take()).toEqual([]);
  });

  test('malformed switches are deleted', async () => {
    await leaveSwitch(folder, { set: 'maintenance', message: null });
    await writeFile(join(folder, 'orders', '1.json'), '{"set":"maintenance","message":""}');
    await writeFile(join(folder, 'orders', '2.json'), '{');
    expect(await createServiceSwitches(folder).take()).toEqual([{ set: 'maintenance', message: null }]);
    expect(await readdir(join(folder, 'orders'))).toEqual([]);
  });
});

describe('a supervisor', () => {
  test('learns that the server is ready, or why not', async () => {
    const server = await createServerFixture();
    const ready = await server.app.inject('/readyz');
    expect([ready.statusCode, ready.json()]).toEqual([
      200,
      { status: 'ready', database: 'answers', missing_migrations: [] },
    ]);

    const newest = Object.keys(migrations).at(-1)!;
    await server.db
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', newest as never)
      .execute();
    // A readiness answer is cached for a second.
    server.clock.advance(1);
    const older = await server.app.inject('/readyz');
    expect([older.statusCode, older.json()]).toEqual([
      503,
      { status: 'not ready', database: 'answers', missing_migrations: [newest] },
    ]);

    await server.db.destroy();
    await server.database.close();
    // A cached answer is dropped when the clock was set back.
    server.clock.advance(-3600);
    const alone = await server.app.inject('/readyz');
    expect([alone.statusCode, alone.json()]).toEqual([
      503,
      { status: 'not ready', database: 'no answer', missing_migrations: [] },
    ]);
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
    await server.app.close();
  });
});

describe('migrating as a step of a release', () => {
  test('reports missing migrations, runs them also without one large transaction, and then reports none', async () => {
    const database = await openInMemory();
    await expect(checkMigrated(database.kysely)).rejects.toThrow(NotMigratedError);
    expect(await migrate(database.kysely, { transaction: 'none' })).toEqual(Object.keys(migrations));
    await checkMigrated(database.kysely);
    expect(await migrate(database.kysely)).toEqual([]);
    await database.close();
    // All migrations on a database of its own, beside other tests.
  });
});

describe('the metrics', () => {
  let server: ServerFixture;
  beforeAll(async () => {
    server = await createServerFixture();
  });
  afterAll(() => server.close());

  const read = async () => (await server.app.inject('/metrics')).body;

  test('include those that an operator watches', async () => {
    const viewer = await server.buildViewer();
    const { play_log_id: id } = await server.openVideo(viewer);
    const report = { total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: false };
    await server.call(endpoints.updatePlayLog, { token: viewer.profileToken, params: { id }, body: report });

    const text = await read();
    expect(text).toMatch(
      /bora_http_request_duration_seconds_count\{method="PATCH",route="\/api\/play_logs\/:id\/",status="200"\} 1/,
    );
    expect(text).toMatch(/bora_play_log_report_batch_size_sum 1/);
    expect(text).toMatch(/bora_play_logs_active 1\n/);
    expect(text).toMatch(/bora_outbox_waiting \d/);
    expect(text).toMatch(/bora_maintenance 0/);
    const ahead = Number(/^bora_clock_ahead_seconds (\S+)$/m.exec(text)![1]);
    expect(Math.abs(ahead - (server.clock.now().getTime() - Date.now()) / 1000)).toBeLessThan(60);
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
    // An id or an e-mail in a label would identify a viewer, and create a series of its own.
    expect(text).not.toContain(id);
    expect(text).not.toContain(viewer.email);
  });

  test.each([
    ['another machine', { remoteAddress: '203.0.113.7' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['such a proxy that says it the new way', { headers: { forwarded: 'for=203.0.113.7' } }],
  ])('are hidden from %s', async (_name, request) => {
    const answer = await server.app.inject({ url: '/metrics', ...request });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('are readable only with the token if one is configured', async () => {
    const guarded = await createServerFixture({ metricsToken: 'a-token-for-prometheus' });
    const from = (authorization?: string) =>
      guarded.app.inject({
        url: '/metrics',
        remoteAddress: '203.0.113.7',
        headers: authorization === undefined ? {} : { authorization },
      });
    expect((await from('Bearer a-token-for-prometheus')).statusCode).toBe(200);
    expect((await from('Bearer a-token-for-prometheuz')).statusCode).toBe(404);
    expect((await from()).statusCode).toBe(404);
    expect((await guarded.app.inject('/metrics')).statusCode).toBe(404);
    await guarded.close();
  });
});
