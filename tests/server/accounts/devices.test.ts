import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { readMailbox } from '#tests/support/server/mail.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const television = { platform: 'webos', model: 'OLED55', name: '안방 TV' };
const authorize = async () => (await server.call(endpoints.authorizeDevice, { body: { device: television } })).reply;
const poll = (code: string) => server.call(endpoints.getDeviceToken, { body: { device_code: code } });
const look = (code: string, headers = {}) =>
  server.call(endpoints.getDeviceLink, { params: { user_code: code }, headers });
const answer = (code: string, token: string | undefined, approve: boolean) =>
  server.call(endpoints.answerDeviceLink, { params: { user_code: code }, token, body: { approve } });
const firstProfile = async (token: string) =>
  (await server.call(endpoints.listProfiles, { token })).reply.results[0]!.id;
const pollCode = async (code: string) => {
  const { status, error } = await poll(code);
  expect(status).toBe(400);
  return error.code;
};

describe('a television that requests sign-in', () => {
  test('gets a device code, and a user code and an address for its viewer', async () => {
    const reply = await authorize();
    expect(reply).toEqual({
      device_code: expect.stringMatching(/^[\w-]{43}$/),
      user_code: expect.stringMatching(/^[A-Z]{4}-\d{4}$/),
      verification_uri: 'http://bora.test/link',
      verification_uri_complete: `http://bora.test/link?code=${reply.user_code}`,
      expires_in: 900,
      interval: 5,
    });
  });

  test('is shown on the phone, approved, and signed in once', async () => {
    const { email, token, accountId } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    expect(await pollCode(deviceCode)).toBe('AUTHORIZATION_PENDING');
    const shown = (await look(userCode)).reply;
    expect(shown).toMatchObject({ user_code: userCode, device: television, state: 'pending' });
    expect((await answer(userCode, token, true)).reply.state).toBe('approved');

    const { status, reply } = await poll(deviceCode);
    expect([status, reply.account.id]).toEqual([200, accountId]);
    const { results } = (await server.call(endpoints.listDeviceSessions, { token: reply.token })).reply;
    expect(results.find((each) => each.is_current)?.device).toEqual(television);
    expect((await readMailbox(server.app, email)).some(({ text }) => text.includes('안방 TV (LG TV)'))).toBe(true);
    // The television has used its token, so the code is no longer valid.
    await server.call(endpoints.getProfileToken, {
      token: reply.token,
      params: { id: await firstProfile(reply.token) },
    });
    expect(await pollCode(deviceCode)).toBe('EXPIRED_TOKEN');
  });

  test('gets a replacement token within a minute when the answer was lost', async () => {
    const { email, token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    await answer(userCode, token, true);
    const lost = (await poll(deviceCode)).reply.token;
    server.clock.advance(5);
    const { status, reply } = await poll(deviceCode);
    expect(status).toBe(200);
    expect(reply.token).not.toBe(lost);
    expect((await server.call(endpoints.getMyAccount, { token: lost })).error.code).toBe('TOKEN_INVALID');
    const { results } = (await server.call(endpoints.listDeviceSessions, { token: reply.token })).reply;
    expect(results.filter(({ device }) => device.name === television.name)).toHaveLength(1);
    expect((await readMailbox(server.app, email)).filter(({ text }) => text.includes('안방 TV'))).toHaveLength(1);
    server.clock.advance(56);
    expect(await pollCode(deviceCode)).toBe('EXPIRED_TOKEN');
    expect((await server.call(endpoints.getMyAccount, { token: reply.token })).status).toBe(200);
  });

  test('a television that has been signed out gets no replacement', async () => {
    const { token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    await answer(userCode, token, true);
    const entered = (await poll(deviceCode)).reply.token;
    await server.call(endpoints.logout, { token: entered });
    expect(await pollCode(deviceCode)).toBe('EXPIRED_TOKEN');
  });

  test('is signed in by an approval in the code’s last second, for a minute', async () => {
    const { token } = await server.buildViewer();
    const [one, other] = [await authorize(), await authorize()];
    server.clock.advance(899);
    await answer(one.user_code, token, true);
    await answer(other.user_code, token, true);
    server.clock.advance(60);
    expect((await poll(one.device_code)).status).toBe(200);
    server.clock.advance(1);
    expect(await pollCode(other.device_code)).toBe('EXPIRED_TOKEN');
  });

  test('is signed in once by concurrent polls: one device, one valid token', async () => {
    const { token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    await answer(userCode, token, true);
    const answers = await Promise.all(Array.from({ length: 5 }, () => poll(deviceCode)));
    const checks = await Promise.all(
      answers.map(({ reply }) => server.call(endpoints.listDeviceSessions, { token: reply.token })),
    );
    expect(checks.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401]);
    const { results } = checks.find(({ status }) => status === 200)!.reply;
    expect(results.filter(({ device }) => device.name === television.name)).toHaveLength(1);
  });

  test('is not signed in by a device that a concurrent new password signs out', async () => {
    for (let round = 0; round < 5; round += 1) {
      const here = await server.buildViewer();
      const there = await server.signIn(here.email);
      const { device_code: deviceCode, user_code: userCode } = await authorize();
      const [changed, answered] = await Promise.all([
        server.call(endpoints.changePassword, {
          token: here.token,
          body: { old_password: PASSWORD, new_password: 'bora-new-22' },
        }),
        answer(userCode, there.token, true),
      ]);
      expect(changed.status).toBe(204);
      expect([200, 401]).toContain(answered.status);
      expect(['AUTHORIZATION_PENDING', 'ACCESS_DENIED']).toContain(await pollCode(deviceCode));
    }
  });

  test('causes no failed call while its account signs out, changes its password and signs in', async () => {
    const here = await server.buildViewer();
    const others = await Promise.all([1, 2, 3].map(() => server.signIn(here.email)));
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    await answer(userCode, here.token, true);
    const answers = await Promise.all([
      ...others.map(({ token }) => server.call(endpoints.logout, { token })),
      server.call(endpoints.changePassword, {
        token: here.token,
        body: { old_password: PASSWORD, new_password: 'bora-new-22' },
      }),
      poll(deviceCode),
      server.call(endpoints.login, {
        body: { email: here.email, password: PASSWORD, device: { platform: 'web' } },
      }),
    ]);
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([]);
  });

  test('learns that the phone denied it', async () => {
    const { token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    expect((await answer(userCode, token, false)).reply.state).toBe('denied');
    expect(await pollCode(deviceCode)).toBe('ACCESS_DENIED');
  });

  test('has fifteen minutes', async () => {
    const { token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    server.clock.advance(899);
    expect(await pollCode(deviceCode)).toBe('AUTHORIZATION_PENDING');
    server.clock.advance(1);
    expect(await pollCode(deviceCode)).toBe('EXPIRED_TOKEN');
    expect((await look(userCode)).error.code).toBe('EXPIRED_TOKEN');
    expect((await answer(userCode, token, true)).error.code).toBe('EXPIRED_TOKEN');
  });

  test('is told to slow down by five seconds each time it polls too early', async () => {
    const { device_code: deviceCode } = await authorize();
    expect(await pollCode(deviceCode)).toBe('AUTHORIZATION_PENDING');
    server.clock.advance(2);
    expect(await pollCode(deviceCode)).toBe('SLOW_DOWN');
    server.clock.advance(5);
    expect(await pollCode(deviceCode)).toBe('SLOW_DOWN');
    server.clock.advance(15);
    expect(await pollCode(deviceCode)).toBe('AUTHORIZATION_PENDING');
  });

  test('is never told to slow down when it keeps the interval', async () => {
    const { device_code: deviceCode } = await authorize();
    for (let times = 0; times < 10; times += 1) {
      expect(await pollCode(deviceCode)).toBe('AUTHORIZATION_PENDING');
      server.clock.advance(5);
    }
  });

  test('is refused with an unknown code, and with the viewer’s', async () => {
    const { token } = await server.buildViewer();
    const { user_code: userCode } = await authorize();
    await answer(userCode, token, true);
    for (const code of ['', 'a'.repeat(43), userCode, userCode.replace('-', '')])
      expect(await pollCode(code)).toBe('EXPIRED_TOKEN');
  });

  test.each([undefined, {}, { device: null }, { device: { platform: 'fridge' } }])(
    'a request for sign-in as %j is refused',
    async (body) => {
      const { status, error } = await server.call(endpoints.authorizeDevice, { body });
      expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('is refused after a new password has revoked the approval', async () => {
    const { token } = await server.buildViewer();
    const { device_code: deviceCode, user_code: userCode } = await authorize();
    await answer(userCode, token, true);
    const entered = await authorize();
    await answer(entered.user_code, token, true);
    expect((await poll(entered.device_code)).status).toBe(200);
    await server.call(endpoints.changePassword, {
      token,
      body: { old_password: 'bora-test-1', new_password: 'bora-new-22' },
    });
    expect(await pollCode(deviceCode)).toBe('ACCESS_DENIED');
    // The change denies only codes that no television has used.
    expect((await look(entered.user_code)).reply.state).toBe('approved');
  });

  test('has its network deleted after the code’s end', async () => {
    const [early, late] = [await authorize(), await authorize()];
    const codeOf = ({ user_code: code }: { user_code: string }) => code.replace('-', '');
    const originOf = async (code: string) =>
      (
        await server.db
          .selectFrom('device_authorizations')
          .select('requested_from')
          .where('user_code', '=', code)
          .executeTakeFirstOrThrow()
      ).requested_from;
    const expiry = new Date(server.clock.now().getTime() + 900_000);
    await server.db
      .updateTable('device_authorizations')
      .set({ expires_at: new Date(expiry.getTime() + 1) })
      .where('user_code', '=', codeOf(late))
      .execute();
    const { remove } = RETENTION.find(({ lifetime }) => lifetime === 'network: until expiry')!;
    await remove(server.db, expiry, 500);
    expect([await originOf(codeOf(early)), await originOf(codeOf(late))]).toEqual([null, '127.0.0.*']);
  });

  test('has its secret stored only as a hash', async () => {
    const { device_code: deviceCode } = await authorize();
    expect(JSON.stringify(await server.db.selectFrom('device_authorizations').selectAll().execute())).not.toContain(
      deviceCode,
    );
  });
});

describe('the phone', () => {
  test('accepts the code in any spelling', async () => {
    const { user_code: userCode } = await authorize();
    for (const typed of [userCode.toLowerCase(), userCode.replace('-', ''), ` ${userCode.replace('-', ' ')} `])
      expect((await look(typed)).reply.user_code).toBe(userCode);
  });

  test('may repeat its answer, which is final and cannot be given by another account', async () => {
    const { token } = await server.buildViewer();
    const { user_code: userCode } = await authorize();
    expect((await answer(userCode, token, true)).reply.state).toBe('approved');
    expect((await answer(userCode, token, true)).reply.state).toBe('approved');
    expect((await answer(userCode, token, false)).reply.state).toBe('approved');
    const other = await answer(userCode, (await server.buildViewer()).token, true);
    expect([other.status, other.error.code]).toEqual([404, 'NOT_FOUND']);
  });

  test('must be signed in to answer', async () => {
    const { user_code: userCode } = await authorize();
    const { status, error } = await answer(userCode, undefined, true);
    expect([status, error.code]).toEqual([401, 'TOKEN_INVALID']);
    expect((await look(userCode)).reply.state).toBe('pending');
  });

  test.each([undefined, {}, { approve: 'yes' }])('cannot answer with %j', async (body) => {
    const { token } = await server.buildViewer();
    const { user_code: userCode } = await authorize();
    const { error } = await server.call(endpoints.answerDeviceLink, { params: { user_code: userCode }, token, body });
    expect(error.code).toBe('VALIDATION_FAILED');
  });

  test('signs in two televisions concurrently, each by its own code', async () => {
    const { token } = await server.buildViewer();
    const [one, other] = [await authorize(), await authorize()];
    await answer(one.user_code, token, true);
    expect((await poll(one.device_code)).status).toBe(200);
    expect(await pollCode(other.device_code)).toBe('AUTHORIZATION_PENDING');
  });

  test('looks at a right code as often as it likes', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.41' };
    const { user_code: userCode } = await authorize();
    for (let looks = 0; looks < 61; looks += 1) expect((await look(userCode, headers)).status).toBe(200);
  });

  test('cannot guess codes', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.40' };
    for (let tries = 0; tries < 60; tries += 1)
      expect((await look(`BBBB${1000 + tries}`, headers)).error.code).toBe('NOT_FOUND');
    const { user_code: userCode } = await authorize();
    expect((await look(userCode, headers)).status).toBe(429);
    expect((await look(userCode)).status).toBe(200);
  });
});
