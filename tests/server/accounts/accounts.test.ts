import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { hashPassword } from '#server/accounts/passwords.ts';
import { processorMsDuring } from '#tests/support/processor-time.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const signInBody = (email: string, password = PASSWORD) => ({ email, password, device: { platform: 'tizen' } });
const login = (email: string, password?: string, headers: Record<string, string> = {}) =>
  server.call(endpoints.login, { body: signInBody(email, password), headers });

describe('signing in', () => {
  test('gives a token and the account', async () => {
    const account = await server.buildAccount({ plan: 'basic' });
    const { status, reply } = await login(account.email);
    expect(status).toBe(200);
    expect(reply.token).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    expect(reply.account).toEqual({
      id: account.id,
      email: account.email,
      is_email_confirmed: true,
      created_at: '2026-11-20T03:00:00.000Z',
      membership: { plan: 'basic', max_streams: 1, expires_at: null },
    });
  });

  test('two sign-ins give two tokens that both work', async () => {
    const { email } = await server.buildAccount();
    const one = (await login(email)).reply.token;
    const other = (await login(email)).reply.token;
    expect(one).not.toBe(other);
    for (const token of [one, other])
      expect((await server.call(endpoints.getMyAccount, { token })).reply.email).toBe(email);
  });

  test('keeps neither the token nor the password in the database', async () => {
    const { email } = await server.buildAccount();
    const { token } = (await login(email)).reply;
    const tokens = await server.db.selectFrom('tokens').selectAll().execute();
    const accounts = await server.db.selectFrom('accounts').selectAll().execute();
    expect(JSON.stringify([tokens, accounts])).not.toContain(token);
    expect(JSON.stringify([tokens, accounts])).not.toContain(PASSWORD);
  });

  test('answers a wrong password and an unknown e-mail alike', async () => {
    const { email } = await server.buildAccount();
    const wrong = await login(email, 'bora-test-2');
    const unknown = await login('nobody@bora.example');
    expect(wrong.status).toBe(401);
    expect(wrong.error).toEqual({ code: 'LOGIN_FAILED', message: '이메일 또는 비밀번호가 맞지 않아요.' });
    expect(unknown.status).toBe(401);
    expect(unknown.error).toEqual(wrong.error);
  });

  test('takes as long for an unknown e-mail as for a wrong password', async () => {
    const { email } = await server.buildAccount({ password_hash: await hashPassword(PASSWORD) });
    const known: number[] = [];
    const unknown: number[] = [];
    const measure = (of: string) =>
      processorMsDuring(() => login(of, 'bora-test-2', { 'x-forwarded-for': '203.0.113.1' }));
    for (let round = 0; round < 15; round += 1) {
      known.push(await measure(email));
      unknown.push(await measure('nobody-else@bora.example'));
    }
    // The fastest of each: what else the process does does not count. Without the stand-in hash it is below a tenth.
    const ratio = Math.min(...unknown) / Math.min(...known);
    expect(ratio).toBeGreaterThan(0.5);
    expect(ratio).toBeLessThan(2);
  });

  test.each([
    ['no body', undefined, 'body'],
    ['no e-mail', { password: PASSWORD, device: { platform: 'web' } }, 'email'],
    ['an e-mail in upper case', signInBody('Demo@bora.example'), 'email'],
    ['an e-mail with NUL', signInBody('a\0@bora.example'), 'email'],
    ['no password', signInBody('a@bora.example', ''), 'password'],
    ['a password with NUL', signInBody('a@bora.example', 'abc\0defg1'), 'password'],
    ['a password that is a number', { ...signInBody('a@bora.example'), password: 12345678 }, 'password'],
    ['no device', { email: 'a@bora.example', password: PASSWORD }, 'device'],
    ['an unknown platform', { ...signInBody('a@bora.example'), device: { platform: 'fridge' } }, 'device.platform'],
    [
      'a device name that is too long',
      { ...signInBody('a@bora.example'), device: { platform: 'web', name: 'n'.repeat(81) } },
      'device.name',
    ],
  ])('a sign-in with %s is refused with the name of the field', async (_name, body, field) => {
    const { status, error } = await server.call(endpoints.login, { body });
    expect(status).toBe(400);
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(Object.keys(error.fields ?? {})).toEqual([field]);
  });
});

test('does not block file reads during a flood of sign-ins', async () => {
  const picture = () => server.app.inject('/art/pictures/poster.webp');
  expect((await picture()).statusCode).toBe(200);

  const FLOOD = 60;
  let answered = 0;
  let tellFirst: () => void;
  const first = new Promise<void>((resolve) => (tellFirst = resolve));
  const flood = Array.from({ length: FLOOD }, async (_, index) => {
    await login(`flood-${index}@bora.example`, 'wrong', { 'x-forwarded-for': `198.51.100.${index}` });
    answered += 1;
    tellFirst();
  });
  await first;
  expect((await picture()).statusCode).toBe(200);
  // If hashes took every thread, the picture would have to wait for all of them.
  expect(answered).toBeLessThan(FLOOD / 2);
  await Promise.all(flood);
});

describe('wrong passwords', () => {
  test('ten wrong passwords in a minute still let the viewer sign in', async () => {
    const { email } = await server.buildAccount();
    for (let tries = 0; tries < 10; tries += 1) expect((await login(email, 'wrong')).error.code).toBe('LOGIN_FAILED');
    expect((await login(email)).status).toBe(200);
  });

  test('block an account for a while after twenty, even for the right password', async () => {
    const { email } = await server.buildAccount();
    for (let tries = 0; tries < 20; tries += 1) expect((await login(email, 'wrong')).error.code).toBe('LOGIN_FAILED');
    server.clock.advance(100);
    const stopped = await login(email);
    expect(stopped.status).toBe(429);
    expect(stopped.error.code).toBe('TOO_MANY_REQUESTS');
    expect(stopped.headers['retry-after']).toBe('500');
    server.clock.advance(500);
    expect((await login(email)).status).toBe(200);
  });

  test('count in the same way for an e-mail without an account', async () => {
    for (let tries = 0; tries < 20; tries += 1) await login('ghost@bora.example');
    expect((await login('ghost@bora.example')).status).toBe(429);
  });

  test('count each, even when they arrive concurrently', async () => {
    const { email } = await server.buildAccount();
    const answers = await Promise.all(Array.from({ length: 30 }, () => login(email, 'wrong')));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  test('wrong passwords from one address for many accounts block only that address', async () => {
    const { email } = await server.buildAccount();
    const from = { 'x-forwarded-for': '203.0.113.9' };
    const others = await Promise.all(Array.from({ length: 14 }, () => server.buildAccount()));
    await Promise.all(Array.from({ length: 200 }, (_, index) => login(others[index % 14]!.email, 'wrong', from)));
    expect((await login(email, PASSWORD, from)).status).toBe(429);
    expect((await login(email)).status).toBe(200);
  });

  test('are refunded when the password was right: forty sign-ins from one address succeed', async () => {
    const { email } = await server.buildAccount();
    for (let tries = 0; tries < 40; tries += 1) expect((await login(email)).status).toBe(200);
  });
});

describe('signing out', () => {
  test('revokes the account token and the profile tokens of this device only', async () => {
    const here = await server.buildViewer();
    const there = await server.signIn(here.email);
    const { status } = await server.call(endpoints.logout, { token: here.profileToken });
    expect(status).toBe(204);
    for (const token of [here.token, here.profileToken]) {
      const { status: after, error } = await server.call(endpoints.getMyAccount, { token });
      expect([after, error.code]).toEqual([401, 'TOKEN_INVALID']);
    }
    expect((await server.call(endpoints.getMyAccount, { token: there.token })).status).toBe(200);
  });

  test('a second sign-out answers TOKEN_INVALID, as any call with a revoked token does', async () => {
    const { token } = await server.buildViewer();
    expect((await server.call(endpoints.logout, { token })).status).toBe(204);
    expect((await server.call(endpoints.logout, { token })).error.code).toBe('TOKEN_INVALID');
  });

  test('frees the device’s playback slot', async () => {
    const first = await server.buildViewer({ plan: 'basic' });
    const { play_log_id: id } = await server.openVideo(first);
    await server.call(endpoints.logout, { token: first.token });
    const { state } = await server.db
      .selectFrom('play_logs')
      .select('state')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(state).toBe('superseded');
  });
});

describe('a token', () => {
  test.each([
    ['Token x', (token: string) => `Token ${token}`],
    ['Bearer x', (token: string) => `Bearer ${token}`],
    ['bearer x', (token: string) => `bearer ${token}`],
    ['the bare token', (token: string) => token],
  ])('may be sent as %s', async (_name, write) => {
    const { token, email } = await server.buildViewer();
    const { reply } = await server.call(endpoints.getMyAccount, { headers: { authorization: write(token) } });
    expect(reply.email).toBe(email);
  });

  test('a token with the account of somebody else is refused', async () => {
    const [one, other] = await Promise.all([server.buildViewer(), server.buildViewer()]);
    const [account] = other.token.split('.');
    const [, secret] = one.token.split('.');
    expect((await server.call(endpoints.getMyAccount, { token: `${account}.${secret}` })).status).toBe(401);
  });

  test.each([
    ['nothing', undefined],
    ['an empty header', ''],
    ['the word alone', 'Token'],
    ['an unknown token', `Token ${'a'.repeat(43)}`],
    ['two tokens', 'Token aaa bbb'],
    ['another scheme', 'Basic ZGVtbzpkZW1v'],
    ['a very long one', `Token ${'a'.repeat(5000)}`],
    ['SQL', "Token ' or 1=1 --"],
  ])('is refused as %s', async (_name, authorization) => {
    const { status, error } = await server.call(endpoints.getMyAccount, {
      headers: authorization === undefined ? {} : { authorization },
    });
    expect([status, error.code]).toEqual([401, 'TOKEN_INVALID']);
  });

  test('a token of an account is insufficient where a profile is required', async () => {
    const { token } = await server.buildViewer();
    for (const endpoint of [endpoints.getMyProfile, endpoints.listHomeRows]) {
      const { status, error } = await server.call(endpoint, { token });
      expect([status, error.code]).toEqual([403, 'PROFILE_REQUIRED']);
    }
  });

  test('a token of a profile is sufficient where an account is required', async () => {
    const { profileToken, email } = await server.buildViewer();
    expect((await server.call(endpoints.getMyAccount, { token: profileToken })).reply.email).toBe(email);
  });
});

describe('a membership', () => {
  test.each([
    ['free', 1],
    ['basic', 1],
    ['premium', 4],
  ] as const)('%s lets %d devices play', async (plan, maxStreams) => {
    const { token } = await server.buildViewer({ plan });
    const { membership } = (await server.call(endpoints.getMyAccount, { token })).reply;
    expect(membership).toEqual({ plan, max_streams: maxStreams, expires_at: null });
  });

  test('a membership that has expired counts as none', async () => {
    const expiresAt = new Date(server.clock.now().getTime() + 60_000);
    const { token } = await server.buildViewer({ plan: 'premium', membership_expires_at: expiresAt });
    const before = (await server.call(endpoints.getMyAccount, { token })).reply.membership;
    expect(before).toEqual({ plan: 'premium', max_streams: 4, expires_at: expiresAt.toISOString() });
    server.clock.advance(60);
    const after = (await server.call(endpoints.getMyAccount, { token })).reply.membership;
    expect(after).toEqual({ plan: 'free', max_streams: 1, expires_at: null });
  });
});
