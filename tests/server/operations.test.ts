import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { checkMigrated, migrate, migrations, NotMigratedError } from '#server/db/migrate.ts';
import { openInMemory } from '#server/db/embedded.ts';
import { createOrders, leaveOrder } from '#server/status/orders-folder.ts';
import { carryOut } from '#server/status/service-state.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';

describe('an operator', () => {
  let server: ServerFixture;
  beforeEach(async () => {
    server = await createServerFixture();
  });
  afterEach(() => server.close());

  const status = async () => (await server.call(endpoints.getStatus)).reply;
  const afterTwoSeconds = () => server.clock.advance(2);

  test('closes the service for maintenance and opens it again, without a restart', async () => {
    const { token } = await server.buildViewer();
    expect((await status()).status).toBe('ok');
    await carryOut(server.db, { set: 'maintenance', message: '새벽 4시까지 점검해요.' });
    afterTwoSeconds();

    expect(await status()).toMatchObject({ status: 'maintenance', message: '새벽 4시까지 점검해요.' });
    const refused = await server.call(endpoints.getMyAccount, { token });
    expect([refused.status, refused.error.code]).toEqual([503, 'MAINTENANCE']);
    expect(refused.error.message).toBe('새벽 4시까지 점검해요.');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);

    await carryOut(server.db, { set: 'maintenance', message: null });
    afterTwoSeconds();
    expect(await status()).toMatchObject({ status: 'ok', message: '' });
    expect((await server.call(endpoints.getMyAccount, { token })).status).toBe(200);
  });

  test('closes every call but the status, and what supervisors ask', async () => {
    await carryOut(server.db, { set: 'maintenance', message: '점검 중' });
    for (const endpoint of Object.values(endpoints)) {
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, '1']));
      const { status: code } = await server.call(endpoint, { params });
      expect([endpoint.summary, code]).toEqual([endpoint.summary, endpoint === endpoints.getStatus ? 200 : 503]);
    }
    expect((await server.app.inject('/healthz')).statusCode).toBe(200);
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
    // A packaged app must be able to read why.
    const { headers } = await server.call(endpoints.getMyAccount, { headers: { origin: 'null' } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('says which apps are too old, by platform', async () => {
    await carryOut(server.db, { set: 'min-version', platform: 'tizen', version: '1.2.0' });
    expect((await status()).min_version).toEqual({ tizen: '1.2.0', webos: '0.1.0', web: '0.1.0' });
    await carryOut(server.db, { set: 'min-version', platform: 'tizen', version: null });
    afterTwoSeconds();
    expect((await status()).min_version.tizen).toBe('0.1.0');
  });
});

describe('orders in the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bora-orders-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  test('are taken once, and nobody minds that there are none', async () => {
    const orders = createOrders(folder);
    expect(await orders.take()).toEqual([]);
    await leaveOrder(folder, { set: 'min-version', platform: 'web', version: '2.0.0' });
    expect(await orders.take()).toEqual([{ set: 'min-version', platform: 'web', version: '2.0.0' }]);
    expect(await orders.take()).toEqual([]);
  });

  test('that are none are thrown away', async () => {
    await leaveOrder(folder, { set: 'maintenance', message: null });
    await writeFile(join(folder, 'orders', '1.json'), '{"set":"maintenance","message":""}');
    await writeFile(join(folder, 'orders', '2.json'), '{');
    expect(await createOrders(folder).take()).toEqual([{ set: 'maintenance', message: null }]);
    expect(await readdir(join(folder, 'orders'))).toEqual([]);
  });
});

describe('a supervisor', () => {
  test('is told that the server is ready, and why it is not', async () => {
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
    // An answer holds for a second.
    server.clock.advance(1);
    const older = await server.app.inject('/readyz');
    expect([older.statusCode, older.json()]).toEqual([
      503,
      { status: 'not ready', database: 'answers', missing_migrations: [newest] },
    ]);

    await server.database.close();
    // An answer of the past holds no longer when the clock was set back.
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
  test('says what is missing, runs it without one large transaction too, and then nothing is missing', async () => {
    const database = await openInMemory();
    await expect(checkMigrated(database.kysely)).rejects.toThrow(NotMigratedError);
    expect(await migrate(database.kysely, { transaction: 'none' })).toEqual(Object.keys(migrations));
    await checkMigrated(database.kysely);
    expect(await migrate(database.kysely)).toEqual([]);
    await database.close();
  });
});

describe('the figures', () => {
  let server: ServerFixture;
  beforeAll(async () => {
    server = await createServerFixture();
  });
  afterAll(() => server.close());

  const read = async () => (await server.app.inject('/metrics')).body;

  test('are those that an operator watches', async () => {
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
    expect(text).toMatch(/nodejs_eventloop_lag_p99_seconds/);
    // An id or an e-mail in a label would tell of a viewer, and make a series of its own.
    expect(text).not.toContain(id);
    expect(text).not.toContain(viewer.email);
  });

  test.each([
    ['another machine', { remoteAddress: '203.0.113.7' }],
    ['a proxy on this machine', { headers: { 'x-forwarded-for': '203.0.113.7' } }],
    ['such a proxy that says it the new way', { headers: { forwarded: 'for=203.0.113.7' } }],
  ])('are not told to %s', async (_name, request) => {
    const answer = await server.app.inject({ url: '/metrics', ...request });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  test('are told to who has the token, where there is one, and to nobody else', async () => {
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
