import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { createLimits, type Limit, type Limits } from '#server/accounts/limits/limits.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

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
const all = (keys: readonly string[], count = 3): Limit[] => keys.map((key) => ({ key, count, windowSeconds: 60 }));
const refusal = (taken: Promise<unknown>) =>
  taken.then(
    () => undefined,
    (error: { code: string; retryAfterSeconds: number }) => `${error.code} ${error.retryAfterSeconds}`,
  );

describe('limits', () => {
  test('admit exactly their number of concurrent calls', async () => {
    const refused = await Promise.all(
      Array.from({ length: 20 }, () => refusal(limits.take(all(['race-a', 'race-b'])))),
    );
    expect(refused.filter((each) => each === undefined)).toHaveLength(3);
    expect(await Promise.all(['race-a', 'race-b'].map(countOf))).toEqual([3, 3]);
  });

  test('the limits after the refusing one consume nothing', async () => {
    for (let times = 0; times < 5; times += 1) await refusal(limits.take(all(['first', `second-${times}`])));
    expect(await Promise.all([0, 1, 2, 3, 4].map((times) => countOf(`second-${times}`)))).toEqual([1, 1, 1, 0, 0]);
    expect(await countOf('first')).toBe(3);
  });

  test('reset when their window ends, however many calls were refused', async () => {
    for (let times = 0; times < 3; times += 1) await limits.take(all(['window']));
    server.clock.advance(59);
    for (let times = 0; times < 5; times += 1)
      expect(await refusal(limits.take(all(['window'])))).toBe('TOO_MANY_REQUESTS 1');
    server.clock.advance(1);
    expect(await refusal(limits.take(all(['window'])))).toBeUndefined();
  });

  test('refund consumed units, only to the window they came from', async () => {
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
  test('consumes nothing of the accounts that it tries', async () => {
    const { email } = await server.buildAccount();
    const blocked = '198.51.100.7';
    const others = await Promise.all(Array.from({ length: 14 }, () => server.buildAccount()));
    await Promise.all(Array.from({ length: 200 }, (_, index) => login(others[index % 14]!.email, 'wrong', blocked)));
    const before = await server.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, 'wrong', blocked)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]));
    const after = await server.db.selectFrom('rate_limits').selectAll().orderBy('key').execute();
    const moved = after.filter(({ key, count }) => before.find((row) => row.key === key)?.count !== count);
    expect(moved.map(({ key }) => key).filter((key) => !key.endsWith(blocked))).toEqual([]);
    expect((await login(email)).status).toBe(200);
  });

  test('gets the usual answer to reset requests, and nothing is written or sent', async () => {
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
  test('do not reset the count of wrong ones', async () => {
    const { email } = await server.buildAccount();
    for (let round = 0; round < 3; round += 1) {
      for (let tries = 0; tries < 5; tries += 1) expect((await login(email, 'wrong')).status).toBe(401);
      expect((await login(email)).status).toBe(200);
    }
  });
});

describe('an owner who is signed in', () => {
  test('changes the password despite strangers’ tries', async () => {
    const { email, token } = await server.buildViewer();
    for (let tries = 0; tries < 21; tries += 1) await login(email, 'wrong');
    expect((await login(email)).status).toBe(429);
    const body = { old_password: PASSWORD, new_password: 'bora-new-22' };
    expect((await server.call(endpoints.changePassword, { token, body })).status).toBe(204);
  });

  test('signs in after a reset by mail despite strangers’ tries', async () => {
    const { email } = await server.buildAccount();
    for (let tries = 0; tries < 130; tries += 1) await login(email, 'wrong');
    expect((await login(email)).status).toBe(429);
    await server.call(endpoints.requestPasswordReset, { body: { email } });
    const query = { auth_code: await readCode(server.app, email) };
    await server.call(endpoints.resetPassword, { query, body: { new_password: 'bora-new-22' } });
    expect((await login(email, 'bora-new-22')).status).toBe(200);
  });

  test('consumes no sign-ins by wrong password changes', async () => {
    const { email, token } = await server.buildViewer();
    const body = { old_password: 'wrong', new_password: 'bora-new-22' };
    for (let tries = 0; tries < 20; tries += 1) await server.call(endpoints.changePassword, { token, body });
    expect((await server.call(endpoints.changePassword, { token, body })).status).toBe(429);
    expect((await login(email)).status).toBe(200);
  });

  test('approves a television while strangers behind the same address guess codes', async () => {
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

  test('confirms the e-mail while strangers guess its codes', async () => {
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

  describe('the e-mail code of a signed-in owner', () => {
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const request = (email: string, address: string, token?: string) =>
      server.call(endpoints.requestEmailCode, { body: { email }, token, headers: from(address) });
    const confirm = (email: string, code: string, address: string, token?: string) =>
      server.call(endpoints.confirmEmail, { body: { email, auth_code: code }, token, headers: from(address) });
    const other = (code: string) => (code === '000000' ? '000001' : '000000');

    test('strangers cannot block, replace or invalidate the code of a signed-in owner', async () => {
      const { email, token, profileToken } = await server.buildViewer({ is_email_confirmed: false });
      for (let hour = 0; hour < 10; hour += 1) {
        await request(email, '198.51.100.40');
        server.clock.advance(60);
      }
      expect((await request(email, '198.51.100.40')).status).toBe(429);
      expect((await request(email, '198.51.100.41', token)).status).toBe(202);
      const code = await readCode(server.app, email);
      server.clock.advance(3600 - 10 * 60);
      expect((await request(email, '198.51.100.41', profileToken)).status).toBe(202);
      const own = await readCode(server.app, email);
      expect((await request(email, '198.51.100.40')).status).toBe(202);
      for (let tries = 0; tries < 6; tries += 1) await confirm(email, other(own), '198.51.100.40');
      if (code !== own)
        expect((await confirm(email, code, '198.51.100.41', token)).error.code).toBe('AUTH_CODE_INVALID');
      expect((await confirm(email, own, '198.51.100.41', token)).reply).toEqual({ is_confirmed: true });
      expect((await server.call(endpoints.getMyAccount, { token })).reply.is_email_confirmed).toBe(true);
    });

    test('the code of a signed-in owner is valid only with the account’s token', async () => {
      const { email, token } = await server.buildViewer();
      await request(email, '198.51.100.42', token);
      const own = await readCode(server.app, email);
      expect((await confirm(email, own, '198.51.100.42')).error.code).toBe('AUTH_CODE_INVALID');
      expect((await confirm(email, own, '198.51.100.42', token)).status).toBe(200);
    });

    test('the code of a signed-in owner ends after five wrong tries, and is sent once a minute and ten times an hour', async () => {
      const { email, token } = await server.buildViewer();
      const address = '198.51.100.43';
      expect((await request(email, address, token)).status).toBe(202);
      const again = await request(email, address, token);
      expect([again.status, again.headers['retry-after']]).toEqual([429, '60']);
      const own = await readCode(server.app, email);
      for (let tries = 0; tries < 5; tries += 1)
        expect((await confirm(email, other(own), address, token)).error.code).toBe('AUTH_CODE_INVALID');
      expect((await confirm(email, own, address, token)).error.code).toBe('AUTH_CODE_EXPIRED');
      for (let times = 1; times < 10; times += 1) {
        server.clock.advance(60);
        expect((await request(email, address, token)).status).toBe(202);
      }
      server.clock.advance(60);
      expect((await request(email, address, token)).status).toBe(429);
    });

    test('a foreign, limited or missing token gets a code of the anonymous kind', async () => {
      const { email, token } = await server.buildViewer({ profiles: [{}, { maxRating: '12' }] });
      const child = await server.signIn(email, 1);
      const stranger = await server.buildViewer();
      expect((await request(email, '198.51.100.44', stranger.token)).status).toBe(202);
      for (const other of ['a'.repeat(43), child.profileToken])
        expect((await request(email, '198.51.100.44', other)).status).toBe(429);
      expect((await confirm(email, await readCode(server.app, email), '198.51.100.44', token)).status).toBe(200);
    });
  });

  test('learns of the profile limit before a PIN is hashed', async () => {
    const { token, accountId } = await server.buildViewer({ profiles: [{}, {}, {}, {}, {}] });
    const body = { name: '하늘이', default_image_id: 1, pin: '1111' };
    for (let times = 0; times < 40; times += 1)
      expect((await server.call(endpoints.createProfile, { token, body })).error.code).toBe('PROFILE_LIMIT');
    expect(await countOf(`pin-change:${accountId}`)).toBe(0);
  });
});

describe('tries of a password by who is signed in', () => {
  const wrong = 'bora-wrong-1';
  test.each<[EndpointName, most: number, object, 'owner of a PIN'?]>([
    ['changePassword', 20, { old_password: wrong, new_password: 'bora-new-22' }],
    ['leaveAccount', 20, { password: wrong }],
    ['beginSecondFactor', 10, { password: wrong, method: 'mail' }],
    ['endSecondFactor', 10, { password: wrong }],
    ['updateProfile', 10, { pin: null, password: wrong }, 'owner of a PIN'],
    ['addWatchTime', 10, { password: wrong }],
  ])(
    '%s counts %i of all devices of an account together, and none of another account',
    async (name, most, body, who) => {
      const has = who && { profiles: [{ hasPin: true }] };
      const [first, other] = [await server.buildViewer(has), await server.buildViewer(has)];
      const second = await server.signIn(first.email);
      const trial = (viewer: Viewer, from: string) =>
        server.call(endpoints[name] as Endpoint, {
          token: viewer.profileToken,
          params: { id: viewer.profileId },
          body,
          headers: { 'x-forwarded-for': from },
        });
      const statuses: number[] = [];
      // Each try comes from another address.
      for (let tries = 0; tries < 40 && statuses.at(-1) !== 429; tries += 1)
        statuses.push((await trial(tries % 2 === 0 ? first : second, `203.0.113.${tries}`)).status);
      expect([statuses.length, statuses.at(-1)]).toEqual([most + 1, 429]);
      for (const viewer of [first, second]) expect((await trial(viewer, '203.0.113.99')).status).toBe(429);
      expect((await trial(other, '203.0.113.99')).status).toBe(statuses[0]);
    },
  );
});
