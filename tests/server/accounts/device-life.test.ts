import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { idleSince } from '#server/accounts/sessions.ts';
import { readMailbox } from '#tests/support/server/mail.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const DAY = 24 * 3600;
const login = async (email: string, name: string) =>
  (
    await server.call(endpoints.login, {
      body: { email, password: PASSWORD, device: { platform: 'tizen', name } },
    })
  ).reply.token;
const statusOf = async (token: string) => (await server.call(endpoints.getMyAccount, { token })).status;
const devicesOf = async (token: string) => (await server.call(endpoints.listDeviceSessions, { token })).reply.results;

describe('a device that nobody uses', () => {
  test('is signed out and unlisted after 180 days', async () => {
    const { email, token, profileToken } = await server.buildViewer();
    server.clock.advance(180 * DAY - 1);
    const other = await login(email, '거실');
    expect(await devicesOf(other)).toHaveLength(2);
    server.clock.advance(1);
    expect(await Promise.all([token, profileToken].map(statusOf))).toEqual([401, 401]);
    expect((await server.call(endpoints.getMyAccount, { token })).error.code).toBe('TOKEN_INVALID');
    expect((await devicesOf(other)).map(({ device }) => device.name)).toEqual(['거실']);
  });

  test('stays signed in when any of its tokens is used within that time', async () => {
    const { token, profileToken } = await server.buildViewer();
    for (let times = 0; times < 4; times += 1) {
      server.clock.advance(120 * DAY);
      expect(await statusOf(profileToken)).toBe(200);
    }
    expect(await statusOf(token)).toBe(200);
  });

  test('is not kept by the use of another device of the account', async () => {
    const used = await server.buildViewer();
    const unused = await login(used.email, '안방');
    for (let times = 0; times < 2; times += 1) {
      server.clock.advance(120 * DAY);
      expect(await statusOf(used.profileToken)).toBe(200);
      await server.selectProfile(used, 0);
    }
    expect(await statusOf(unused)).toBe(401);
  });

  test('is recorded once a day, however often it calls', async () => {
    const { token } = await server.buildViewer();
    const signedInAt = server.clock.now().toISOString();
    const lastSeenAt = async () => (await devicesOf(token))[0]!.last_seen_at;
    server.clock.advance(DAY - 1);
    expect(await lastSeenAt()).toBe(signedInAt);
    server.clock.advance(1);
    const dayLater = server.clock.now().toISOString();
    expect(await lastSeenAt()).toBe(dayLater);
    server.clock.advance(3600);
    expect(await lastSeenAt()).toBe(dayLater);
  });

  test('is deleted with its tokens, in batches', async () => {
    const { email, accountId } = await server.buildViewer();
    await login(email, '안방');
    await login(email, '부엌');
    server.clock.advance(180 * DAY);
    const remains = await login(email, '거실');
    const before = idleSince(server.clock.now());
    const { remove } = RETENTION.find(({ lifetime }) => lifetime === '180 days after the last use')!;
    const removed: number[] = [];
    do removed.push(await remove(server.db, before, 2));
    while (removed.at(-1) === 2);
    expect(removed.reduce((sum, each) => sum + each)).toBeGreaterThanOrEqual(3);
    const ofAccount = (table: 'device_sessions' | 'tokens') =>
      server.db.selectFrom(table).select('account_id').where('account_id', '=', accountId).execute();
    expect([(await ofAccount('device_sessions')).length, (await ofAccount('tokens')).length]).toEqual([1, 1]);
    expect(await statusOf(remains)).toBe(200);
  });
});

describe('an account on more than fifty devices', () => {
  test('loses those without a chosen profile first, then the least recently used', async () => {
    const inUse = await server.buildViewer();
    const unused: string[] = [];
    for (let devices = 0; devices < 49; devices += 1) {
      server.clock.advance(1);
      unused.push(await login(inUse.email, `기기 ${devices}`));
    }
    expect(await devicesOf(inUse.token)).toHaveLength(50);
    server.clock.advance(1);
    const newest = await login(inUse.email, '새 기기');
    expect(await Promise.all([inUse.token, unused[0]!, unused[1]!, newest].map(statusOf))).toEqual([
      200, 401, 200, 200,
    ]);
    expect(await devicesOf(newest)).toHaveLength(50);
  });

  test('stops playback on the devices that it loses', async () => {
    const first = await server.buildViewer();
    const { play_log_id: playLogId } = await server.openVideo(first);
    const [session] = await devicesOf(first.token);
    await server.db
      .insertInto('device_sessions')
      .values(
        Array.from({ length: 50 }, (_, index) => ({
          account_id: first.accountId,
          id: crypto.randomUUID(),
          platform: 'tizen' as const,
          model: null,
          name: `기기 ${index}`,
          created_at: server.clock.now(),
          last_seen_at: new Date(server.clock.now().getTime() + 1000),
          revoked_at: null,
        })),
      )
      .execute();
    await server.db
      .deleteFrom('tokens')
      .where('device_session_id', '=', session!.id)
      .where('profile_id', 'is not', null)
      .execute();
    await login(first.email, '새 기기');
    expect(await statusOf(first.token)).toBe(401);
    const { state } = await server.db
      .selectFrom('play_logs')
      .select('state')
      .where('id', '=', playLogId)
      .executeTakeFirstOrThrow();
    expect(state).toBe('deactivated');
  });
});

describe('notices of sign-ins', () => {
  const notices = async (email: string) =>
    (await readMailbox(server.app, email)).filter(({ subject }) => subject.includes('로그인했어요'));

  test('are sent immediately for the first three sign-ins, then in one mail with their number', async () => {
    const { email } = await server.buildAccount();
    for (let devices = 1; devices <= 20; devices += 1) await login(email, `기기 ${devices}`);
    expect(await notices(email)).toHaveLength(3);
    // A scheduled mail does not count as late.
    expect((await server.app.inject('/metrics')).body).toMatch(/^bora_outbox_waiting 0$/m);
    server.clock.advance(600);
    const mails = await notices(email);
    expect(mails).toHaveLength(4);
    const shared = mails.find(({ subject }) => subject === '[보라] 새 기기 17대에서 로그인했어요');
    expect(shared?.text).toContain('기기: 기기 20 (삼성 TV)');
    await login(email, '나중 기기');
    expect(await notices(email)).toHaveLength(5);
  });

  test('share one mail also for concurrent sign-ins', async () => {
    const { email } = await server.buildAccount();
    await Promise.all(Array.from({ length: 12 }, (_, index) => login(email, `기기 ${index}`)));
    server.clock.advance(600);
    const subjects = (await notices(email)).map(({ subject }) => subject);
    expect(subjects.filter((subject) => subject === '[보라] 새 기기에서 로그인했어요')).toHaveLength(3);
    expect(subjects.filter((subject) => subject === '[보라] 새 기기 9대에서 로그인했어요')).toHaveLength(1);
  });
});
