import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

let emails = 0;
const newEmail = () => `new-${(emails += 1)}@bora.example`;
const wrong = (code: string) => (code === '000000' ? '000001' : '000000');

const requestCode = (email: string, headers = {}) =>
  server.call(endpoints.requestEmailCode, { body: { email }, headers });
const confirm = (email: string, code: string, token?: string) =>
  server.call(endpoints.confirmEmail, { body: { email, auth_code: code }, token });
const codeFor = async (email: string) => {
  expect((await requestCode(email)).status).toBe(202);
  return readCode(server.app, email);
};
const signUp = (email: string, code: string, changes = {}) =>
  server.call(endpoints.signUp, {
    body: { email, password1: PASSWORD, password2: PASSWORD, auth_code: code, ...changes },
  });

describe('checking an e-mail address', () => {
  const check = (query: Record<string, string>) => server.call(endpoints.checkEmail, { query });

  test('tells whether it is free or taken', async () => {
    const { email } = await server.buildAccount();
    expect((await check({ email: newEmail(), is_unique: '1' })).reply).toEqual({ is_available: true });
    const taken = await check({ email, is_unique: '1' });
    expect([taken.status, taken.error.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  test('a check with is_unique=0 does not reveal accounts', async () => {
    const { email } = await server.buildAccount();
    for (const each of [email, newEmail()])
      expect((await check({ email: each, is_unique: '0' })).reply).toEqual({ is_available: true });
  });

  // The last two look like another address: a Cyrillic letter, and one that nobody sees.
  const alike = [{ email: 'аdmin@bora.example' }, { email: 'a\u200bdmin@bora.example' }];
  test.each([{}, { email: 'A@bora.example' }, { email: 'a@bora.example', is_unique: '2' }, ...alike])(
    'an e-mail address %j is refused',
    async (query) => {
      const { status, error } = await check(query as Record<string, string>);
      expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('has a rate limit per address', async () => {
    const email = newEmail();
    const ask = () =>
      server.call(endpoints.checkEmail, {
        query: { email, is_unique: '1' },
        headers: { 'x-forwarded-for': '203.0.113.20' },
      });
    const answers = await Promise.all(Array.from({ length: 121 }, ask));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });
});

describe('a code by e-mail', () => {
  test('has six digits, is in Korean, and states its lifetime', async () => {
    const email = newEmail();
    const { status, reply } = await requestCode(email);
    expect([status, reply]).toEqual([202, { expires_in: 600, resend_in: 60 }]);
    const [mail] = await readMailbox(server.app, email);
    expect(mail).toMatchObject({ to: email, subject: '[보라] 이메일 인증 코드', sent_at: expect.any(String) });
    expect(mail!.text.match(/\d{6}/g)).toHaveLength(1);
  });

  test('can be replaced after a minute; then only the new one is valid', async () => {
    const email = newEmail();
    const first = await codeFor(email);
    server.clock.advance(20);
    const again = await requestCode(email);
    expect([again.status, again.error.code, again.headers['retry-after']]).toEqual([429, 'TOO_MANY_REQUESTS', '40']);
    server.clock.advance(40);
    const second = await codeFor(email);
    if (first !== second) expect((await confirm(email, first)).error.code).toBe('AUTH_CODE_INVALID');
    expect((await confirm(email, second)).status).toBe(200);
  });

  test('can be confirmed repeatedly until it is used', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    for (let times = 0; times < 7; times += 1)
      expect((await confirm(email, code)).reply).toEqual({ is_confirmed: true });
    expect((await signUp(email, code)).status).toBe(201);
    expect((await confirm(email, code)).error.code).toBe('AUTH_CODE_INVALID');
  });

  test('expires after ten minutes', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    server.clock.advance(599);
    expect((await confirm(email, code)).status).toBe(200);
    server.clock.advance(1);
    for (const given of [code, wrong(code)]) {
      const { status, error } = await confirm(email, given);
      expect([status, error.code]).toEqual([400, 'AUTH_CODE_EXPIRED']);
    }
  });

  test('ends after five wrong tries, also concurrent ones', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const answers = await Promise.all(Array.from({ length: 8 }, () => confirm(email, wrong(code))));
    const codes = answers.map(({ error }) => error.code);
    expect(codes.filter((each) => each === 'AUTH_CODE_INVALID')).toHaveLength(5);
    expect(codes.filter((each) => each === 'AUTH_CODE_EXPIRED')).toHaveLength(3);
    expect((await confirm(email, code)).error.code).toBe('AUTH_CODE_EXPIRED');
    expect((await signUp(email, code)).error.code).toBe('AUTH_CODE_EXPIRED');
  });

  test('a code that was never sent is wrong', async () => {
    expect((await confirm(newEmail(), '123456')).error.code).toBe('AUTH_CODE_INVALID');
  });

  test('a code of another address is wrong', async () => {
    const code = await codeFor(newEmail());
    const other = newEmail();
    const own = await codeFor(other);
    if (code !== own) expect((await confirm(other, code)).error.code).toBe('AUTH_CODE_INVALID');
  });

  test('a code with an account’s token confirms that account’s e-mail', async () => {
    const { token, email } = await server.buildViewer({ is_email_confirmed: false });
    const code = await codeFor(email);
    const confirmed = async () => (await server.call(endpoints.getMyAccount, { token })).reply.is_email_confirmed;
    expect((await confirm(email, code)).status).toBe(200);
    expect(await confirmed()).toBe(false);
    expect((await confirm(email, code, token)).status).toBe(200);
    expect(await confirmed()).toBe(true);
  });

  test('a code with another account’s or an invalid token confirms nothing', async () => {
    const { token } = await server.buildViewer({ is_email_confirmed: false });
    const email = newEmail();
    const code = await codeFor(email);
    expect((await confirm(email, code, token)).error).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: { email: [expect.any(String)] },
    });
    expect((await confirm(email, code, 'a'.repeat(43))).error.code).toBe('TOKEN_INVALID');
    expect((await server.call(endpoints.getMyAccount, { token })).reply.is_email_confirmed).toBe(false);
  });

  test('is sent at most ten times an hour to one address', async () => {
    const email = newEmail();
    for (let times = 0; times < 10; times += 1) {
      expect((await requestCode(email)).status).toBe(202);
      server.clock.advance(60);
    }
    expect((await requestCode(email)).status).toBe(429);
    server.clock.advance(3600);
    expect((await requestCode(email)).status).toBe(202);
  });

  test.each([undefined, {}, { email: 'no' }, { email: 'a@bora.example\0' }, { email: ['a@bora.example'] }])(
    'is not sent to %j',
    async (body) => {
      const { status, error } = await server.call(endpoints.requestEmailCode, { body });
      expect([status, error.code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );

  test('is stored only as a hash', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const rows = await server.db.selectFrom('email_codes').selectAll().where('email', '=', email).execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('signing up', () => {
  test('creates a signed-in account with one profile', async () => {
    const email = newEmail();
    const { status, reply } = await signUp(email, await codeFor(email));
    expect(status).toBe(201);
    expect(reply.account).toMatchObject({
      email,
      is_email_confirmed: true,
      membership: { plan: 'free', max_streams: 1, expires_at: null },
    });
    const { results } = (await server.call(endpoints.listProfiles, { token: reply.token })).reply;
    expect(results).toMatchObject([{ name: '프로필 1', is_owner: true, has_pin: false, max_rating: '19' }]);
    const login = await server.call(endpoints.login, {
      body: { email, password: PASSWORD, device: { platform: 'tizen' } },
    });
    expect(login.reply.account.id).toBe(reply.account.id);
  });

  test('stores the password as a hash of the recommended cost', async () => {
    const email = newEmail();
    await signUp(email, await codeFor(email));
    const [account] = await server.db.selectFrom('accounts').selectAll().where('email', '=', email).execute();
    expect(JSON.stringify(account)).not.toContain(PASSWORD);
    expect(account?.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });

  test('a second sign-up with the same code answers that the account exists', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    expect((await signUp(email, code)).status).toBe(201);
    const again = await signUp(email, code);
    expect([again.status, again.error.code]).toEqual([409, 'EMAIL_TAKEN']);
  });

  test('concurrent sign-ups create one account', async () => {
    const email = newEmail();
    const code = await codeFor(email);
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp(email, code)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 201))
      expect(['EMAIL_TAKEN', 'AUTH_CODE_INVALID', 'AUTH_CODE_EXPIRED']).toContain(answer.error.code);
    expect(await server.db.selectFrom('accounts').select('id').where('email', '=', email).execute()).toHaveLength(1);
  });

  test.each([
    ['two different passwords', { password2: 'bora-test-2' }, 'PASSWORD_MISMATCH'],
    ['a short one', { password1: 'ab1', password2: 'ab1' }, 'PASSWORD_WEAK'],
    ['one kind of characters', { password1: 'abcdefgh', password2: 'abcdefgh' }, 'PASSWORD_WEAK'],
    ['a very long one', { password1: 'a1'.repeat(128), password2: 'a1'.repeat(128) }, 'PASSWORD_WEAK'],
    ['a wrong code', { auth_code: 'x' }, 'AUTH_CODE_INVALID'],
    ['no code', { auth_code: undefined }, 'VALIDATION_FAILED'],
    ['NUL in it', { password1: 'abc\0defg1', password2: 'abc\0defg1' }, 'VALIDATION_FAILED'],
    ['an unknown device', { device: { platform: 'fridge' } }, 'VALIDATION_FAILED'],
  ])('a sign-up with %s is refused, and the code stays valid', async (_name, changes, expected) => {
    const email = newEmail();
    const code = await codeFor(email);
    const { status, error } = await signUp(email, code, changes);
    expect([status, error.code]).toEqual([400, expected]);
    expect((await signUp(email, code)).status).toBe(201);
  });
});
