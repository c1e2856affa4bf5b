import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createLimits, type Limit, type Limits } from '#server/limits/limits.ts';
import { readCode, readMailbox } from '#tests/support/mail.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server-fixture.ts';

let server: ServerFixture;
let limits: Limits;
beforeAll(async () => {
  server = await createServerFixture();
  limits = createLimits(server.db, server.clock);
});
afterAll(() => server.close());

const login = (email: string, password = PASSWORD, address = '198.51.100.1') =>
  server.call(endpoints.login, {
    body: { email, password, device: { platform: 'web' } },
    headers: { 'x-forwarded-for': address },
  });
const countOf = async (key: string) =>
  (await server.db.selectFrom('rate_limits').select('count').where('key', '=', key).executeTakeFirst())?.count ?? 0;
const all = (keys: readonly string[], count = 3): Limit[] => keys.map((key) => ({ key, count, withinSeconds: 60 }));
const refusal = (taken: Promise<unknown>) =>
  taken.then(
    () => undefined,
    (error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`,
  );

describe('limits', () => {
  test('let exactly their number pass when many calls come at once', async () => {
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => refusal(limits.take(all(['race-a', 'race-b'])))),
    );
    expect(refused.filter((each) => each === undefined)).toHaveLength(3);
    expect(await Promise.all(['race-a', 'race-b'].map(countOf))).toEqual([3, 3]);
  });

  test('touch none after the one that refuses', async () => {
    for (let times = 0; times < 5; times += 1) await refusal(limits.take(all(['first', `second-${times}`])));
    expect(await Promise.all([0, 1, 2, 3, 4].map((times) => countOf(`second-${times}`)))).toEqual([1, 1, 1, 0, 0]);
    expect(await countOf('first')).toBe(3);
  });

  test('end when their window ends, however often a call was refused in it', async () => {
    for (let times = 0; times < 3; times += 1) await limits.take(all(['window']));
    server.clock.advance(59);
    for (let times = 0; times < 5; times += 1)
      expect(await refusal(limits.take(all(['window'])))).toBe('TOO_MANY_REQUESTS 1');
    server.clock.advance(1);
    expect(await refusal(limits.take(all(['window'])))).toBeUndefined();
  });

  test('take back what was taken, and only from the window it was taken in', async () => {
    const early = await limits.take(all(['back']));
    server.clock.advance(60);
    const late = await limits.take(all(['back']));
    await early.giveBack();
    expect(await countOf('back')).toBe(1);
    await late.giveBack();
    expect(await countOf('back')).toBe(0);
  });
});

describe('a blocked address', () => {
  test('costs the accounts that it tries nothing', async () => {
    const { email } = await server.buildAccount();
    const blocked = '198.51.100.7';
    for (let tries = 0; tries < 200; tries += 1) await login(`spray-${tries}@bora.example`, 'wrong', blocked);
    const before = await server.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, 'wrong', blocked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    const after = await server.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    const moved = after.filter(({ key, count }) => before.find((row) => row.key === key)?.count !== count);
    expect(moved.map(({ key }) => key).filter((key) => !key.endsWith(blocked))).toEqual([]);
    expect((await login(email)).status).toBe(200);
  }, 120_000);

  test('that asks for resets gets the same answer as before, and nothing is written or sent', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.8' };
    const request = (email: string) => server.call(endpoints.requestPasswordReset, { body: { email }, headers });
    for (let times = 0; times < 60; times += 1) expect((await request(`many-${times}@bora.example`)).status).toBe(202);
    const { email } = await server.buildAccount();
    const { status, reply } = await request(email);
    expect([status, reply]).toEqual([202, { expires_in: 900 }]);
    expect(await readMailbox(server.app, email)).toEqual([]);
    const own = { 'x-forwarded-for': '198.51.100.9' };
    await server.call(endpoints.requestPasswordReset, { body: { email }, headers: own });
    expect(await readMailbox(server.app, email)).toHaveLength(1);
  });
});

describe('right sign-ins', () => {
  test('are limited for each account, and an evening of them is far below', async () => {
    const { email } = await server.buildAccount();
    for (let times = 0; times < 100; times += 1) expect((await login(email)).status).toBe(200);
    const { status, error, headers } = await login(email);
    expect([status, error.code, headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '600']);
    server.clock.advance(600);
    expect((await login(email)).status).toBe(200);
  }, 120_000);

  test('leave the wrong ones uncounted', async () => {
    const { email } = await server.buildAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 5; tries += 1) expect((await login(email, 'wrong')).status).toBe(401);
      expect((await login(email)).status).toBe(200);
    }
  });
});

describe('an owner who is signed in', () => {
  test('changes the password while strangers try theirs', async () => {
    const { email, token } = await server.buildViewer();
    for (let tries = 0; tries < 21; tries += 1) await login(email, 'wrong');
    expect((await login(email)).status).toBe(429);
    const body = { old_password: PASSWORD, new_password: 'bora-new-22' };
    expect((await server.call(endpoints.changePassword, { token, body })).status).toBe(204);
  });

  test('signs in after a reset by mail, whatever strangers tried', async () => {
    const { email } = await server.buildAccount();
    for (let tries = 0; tries < 130; tries += 1) await login(email, 'wrong');
    expect((await login(email)).status).toBe(429);
    await server.call(endpoints.requestPasswordReset, { body: { email } });
    const query = { auth_code: await readCode(server.app, email) };
    await server.call(endpoints.resetPassword, { query, body: { new_password: 'bora-new-22' } });
    expect((await login(email, 'bora-new-22')).status).toBe(200);
  });

  test('uses up no sign-ins by wrong changes of the password', async () => {
    const { email, token } = await server.buildViewer();
    const body = { old_password: 'wrong', new_password: 'bora-new-22' };
    for (let tries = 0; tries < 20; tries += 1) await server.call(endpoints.changePassword, { token, body });
    expect((await server.call(endpoints.changePassword, { token, body })).status).toBe(429);
    expect((await login(email)).status).toBe(200);
  });

  test('lets a television in while strangers behind the same address guess codes', async () => {
    const { token } = await server.buildViewer();
    const headers = { 'x-forwarded-for': '198.51.100.20' };
    const look = (code: string) => server.call(endpoints.getDeviceLink, { params: { user_code: code }, headers });
    for (let tries = 0; tries < 61; tries += 1) await look('ZZZZ-0000');
    const { reply } = await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'webos' } } });
    expect((await look(reply.user_code)).status).toBe(429);
    const params = { user_code: reply.user_code };
    const answer = await server.call(endpoints.answerDeviceLink, { params, token, headers, body: { approve: true } });
    expect(answer.reply.state).toBe('approved');
  });

  test('confirms the e-mail while strangers guess codes for it', async () => {
    const { email, token } = await server.buildViewer();
    const confirm = (code: string, own?: string) =>
      server.call(endpoints.confirmEmail, {
        body: { email, auth_code: code },
        token: own,
        headers: { 'x-forwarded-for': own === undefined ? '198.51.100.30' : '198.51.100.31' },
      });
    for (let tries = 0; tries < 31; tries += 1) await confirm('000000');
    expect((await confirm('000000')).status).toBe(429);
    await server.call(endpoints.requestEmailCode, { body: { email } });
    expect((await confirm(await readCode(server.app, email), token)).reply).toEqual({ is_confirmed: true });
  });

  test('changes a PIN thirty times in ten minutes and no more', async () => {
    const { token, profileId } = await server.buildViewer();
    const set = (pin: string | null, own?: string) =>
      server.call(endpoints.updateProfile, {
        token,
        params: { id: profileId },
        body: { pin },
        headers: own === undefined ? {} : { 'x-profile-pin': own },
      });
    for (let times = 0; times < 30; times += 1) {
      expect((await set('1111')).status).toBe(200);
      expect((await set(null, '1111')).status).toBe(200);
    }
    expect((await set('1111')).error.code).toBe('TOO_MANY_REQUESTS');
    server.clock.advance(600);
    expect((await set('1111')).status).toBe(200);
  });

  test('is told of the limit of profiles before a PIN is hashed', async () => {
    const { token, accountId } = await server.buildViewer({ profiles: [{}, {}, {}, {}, {}] });
    const body = { name: '하늘이', default_image_id: 1, pin: '1111' };
    for (let times = 0; times < 40; times += 1)
      expect((await server.call(endpoints.createProfile, { token, body })).error.code).toBe('PROFILE_LIMIT');
    expect(await countOf(`pin-change:${accountId}`)).toBe(0);
  });
});
