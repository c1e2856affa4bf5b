import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { loggerOptions } from '#server/http/logger.ts';
import { createFailureLog } from '#server/lib/failure-log.ts';
import { createSmtpSender } from '#server/providers/mail.ts';
import { readCode, readMailbox, startMailServer } from '#tests/support/server/mail.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { createServerFixture, PASSWORD, PIN, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/*
 * Even at the most verbose level, the log must not contain personal data or secrets: none of the collected `secrets`
 * may appear in its lines.
 */

let lines: string;
const stream = new Writable({
  write(line: Buffer, _encoding, done) {
    lines += line.toString();
    done();
  },
});
const logger = loggerOptions({ logLevel: 'trace' }, stream);

let server: ServerFixture;
let secrets: Set<string>;
beforeAll(async () => {
  lines = '';
  secrets = new Set();
  server = await createServerFixture({ logger });
});
afterAll(() => server.close());

const secret = (text: string): string => {
  secrets.add(text);
  return text;
};

/** Whether a line has a secret. Digits within a longer number, such as a time, are not a code. */
const isLogged = (text: string) =>
  /^\d+$/.test(text) ? new RegExp(`(?<![\\d.])${text}(?!\\d)`).test(lines) : lines.includes(text);

/** The logged secrets, plain or URL-encoded; empty when all is well. */
const leaked = () => [...secrets].filter((text) => isLogged(text) || isLogged(encodeURIComponent(text)));

/** Parsed log lines: each is one JSON object, and some belong to routes. */
const loggedRoutes = () =>
  lines
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { req?: { route: string } }).req?.route);

const login = (email: string, password: string) =>
  server.call(endpoints.login, { body: { email, password, device: { platform: 'web' } } });

const tokenOfMail = async (email: string) => {
  for (const { text } of await readMailbox(server.app, email)) {
    const token = /token=([\w-]{43})/.exec(text)?.[1];
    if (token !== undefined) return secret(token);
  }
  throw new Error('no link was sent');
};

test('log lines of sign-in, profile and PIN contain no personal data', async () => {
  const { email, profileIds } = await server.buildAccount({ profiles: [{ hasPin: true }, {}] });
  secret(email);
  secret(PASSWORD);
  expect((await login(email, secret('wrong-pass-77'))).status).toBe(401);
  expect((await login(secret('nobody-at-all@bora.example'), 'wrong-pass-77')).status).toBe(401);
  const token = secret((await login(email, PASSWORD)).reply.token);
  const choose = (pin: string) =>
    server.call(endpoints.getProfileToken, {
      token,
      params: { id: profileIds[0]! },
      headers: { 'x-profile-pin': pin },
    });
  expect((await choose(secret('pin-97531'))).status).toBe(403);
  secret((await choose(PIN)).reply.token);
  // Four digits alone appear in every timestamp; as a value they have quotes.
  secret(`"${PIN}"`);
  secret('"8642"');
  await server.call(endpoints.updateProfile, {
    token,
    params: { id: profileIds[1]! },
    body: { pin: '8642' },
  });
  await server.call(endpoints.getMyAccount, { token: secret('not-a-token-at-all') });
  expect(loggedRoutes()).toContain(endpoints.login.path);
  expect(leaked()).toEqual([]);
});

test('log lines of sign-up and passwords contain no address, code, token or password', async () => {
  const email = secret('newcomer@bora.example');
  await server.call(endpoints.checkEmail, { query: { email } });
  await server.call(endpoints.requestEmailCode, { body: { email } });
  const code = secret(await readCode(server.app, email));
  await server.call(endpoints.confirmEmail, { body: { email, auth_code: code } });
  const password = secret('bora-first-11');
  const signedUp = await server.call(endpoints.signUp, {
    body: { email, password1: password, password2: password, auth_code: code },
  });
  const token = secret(signedUp.reply.token);
  await server.call(endpoints.changePassword, {
    token,
    body: { old_password: password, new_password: secret('bora-second-22') },
  });

  await server.call(endpoints.requestPasswordReset, { body: { email } });
  const link = await tokenOfMail(email);
  const resetCode = secret(await readCode(server.app, email));
  await server.call(endpoints.resetPassword, {
    query: { auth_code: secret('WRNGC9') },
    body: { new_password: 'bora-second-22' },
  });
  expect(
    (await server.call(endpoints.setPassword, { token: link, body: { new_password: secret('bora-third-33') } })).status,
  ).toBe(204);
  await server.call(endpoints.resetPassword, {
    query: { auth_code: resetCode },
    body: { new_password: 'bora-second-22' },
  });
  expect((await login(email, 'bora-third-33')).status).toBe(200);
  expect(leaked()).toEqual([]);
});

test('log lines of device sign-in and phone pages contain no code, token, cookie or password', async () => {
  const { email } = await server.buildAccount();
  secret(email);
  const asked = (await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'webos' } } })).reply;
  const userCode = secret(asked.user_code);
  secret(asked.device_code);
  const poll = () => server.call(endpoints.getDeviceToken, { body: { device_code: asked.device_code } });
  await poll();
  await server.call(endpoints.getDeviceLink, { params: { user_code: userCode } });

  const phone = createPhone(server.app);
  await phone.open(`/link?code=${userCode}`);
  await phone.send('/link/sign-in', { code: userCode, email, password: secret('wrong-page-55') });
  await phone.follow('/link/sign-in', { code: userCode, email, password: PASSWORD });
  await phone.follow('/link/answer', { code: userCode, action: 'approve' });
  secret((await poll()).reply.token);
  await phone.follow('/link/sign-up', { code: userCode, email: secret('by-phone@bora.example') });
  await phone.follow('/password/request', { email });
  const link = await tokenOfMail(email);
  await phone.open(`/password?token=${link}`);
  await phone.open(`/password?token=${link}&bad=%zz`);
  await phone.open(`/password/${link}%zz`);
  await phone.open(`/passwords?token=${link}`);
  await phone.send(`/nowhere?token=${link}`, { token: link });
  await phone.send('/password', { token: link, password1: secret('bora-page-66'), password2: 'bora-page-66' });
  for (const value of phone.cookies.values()) secret(value);
  expect(phone.cookies.size).toBeGreaterThan(0);
  expect(loggedRoutes()).toContain('/password');
  expect(leaked()).toEqual([]);
});

/** Logged security events. */
const events = () =>
  lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ event }) => event !== undefined);

test('log lines of security events contain no e-mail, name or token', async () => {
  const { id, email, profileIds } = await server.buildAccount({
    profiles: [{ hasPin: true, name: secret('비밀스러운 이름') }],
  });
  secret(email);
  const from = { 'x-forwarded-for': secret('203.0.113.55') };
  const device = { platform: 'tizen', name: secret('비밀스러운 거실') };
  const signIn = (password: string) =>
    server.call(endpoints.login, { body: { email, password, device }, headers: from });
  const before = events().length;

  await signIn(secret('wrong-pass-88'));
  const answer = await signIn(PASSWORD);
  const token = secret(answer.reply.token);
  for (let tries = 0; tries < 3; tries += 1)
    await server.call(endpoints.getProfileToken, {
      token,
      params: { id: profileIds[0]! },
      headers: { 'x-profile-pin': secret('pin-86420') },
    });
  const asked = (await server.call(endpoints.authorizeDevice, { body: { device } })).reply;
  await server.call(endpoints.answerDeviceLink, {
    params: { user_code: secret(asked.user_code) },
    token,
    body: { approve: true },
  });
  const linked = await server.call(endpoints.getDeviceToken, { body: { device_code: secret(asked.device_code) } });
  const { results } = (await server.call(endpoints.listDeviceSessions, { token })).reply;
  const other = results.find((each) => !each.is_current)!;
  await server.call(endpoints.removeDeviceSession, { token, params: { id: other.id } });
  secret(linked.reply.token);
  await server.call(endpoints.changePassword, {
    token,
    body: { old_password: PASSWORD, new_password: secret('bora-fourth-44') },
    headers: from,
  });
  await server.call(endpoints.requestPasswordReset, { body: { email } });
  const link = await tokenOfMail(email);
  await server.call(endpoints.setPassword, { token: link, body: { new_password: secret('bora-fifth-55') } });
  const again = secret((await signIn('bora-fifth-55')).reply.token);
  await server.call(endpoints.logout, { token: again });

  const own = events().slice(before);
  expect(own.map(({ event }) => event)).toEqual([
    'sign_in_refused',
    'sign_in',
    'pin_locked',
    'device_linked',
    'device_signed_out',
    'password_changed',
    'password_reset_requested',
    'password_reset_used',
    'sign_in',
    'sign_out',
  ]);
  expect(own[0]).toMatchObject({ accountId: id, platform: 'tizen', reason: 'password', network: '203.0.113.*' });
  expect(own[1]).toMatchObject({ accountId: id, requestId: answer.headers['x-request-id'] });
  expect(own.every((event) => event['level'] === 30)).toBe(true);
  expect(leaked()).toEqual([]);
});

test('security events follow an account that begins, protects itself, mistypes its password and leaves', async () => {
  const email = secret('begins@bora.example');
  await server.call(endpoints.requestEmailCode, { body: { email } });
  const body = { email, password1: PASSWORD, password2: PASSWORD, auth_code: await readCode(server.app, email) };
  const before = events().length;
  const { token, account } = (await server.call(endpoints.signUp, { body })).reply;
  const begin = (password: string) =>
    server.call(endpoints.beginSecondFactor, { token, body: { password, method: 'mail' } });
  expect((await begin('wrong-pass-99')).error.code).toBe('LOGIN_FAILED');
  server.clock.advance(60);
  await begin(PASSWORD);
  const code = { auth_code: await readCode(server.app, email) };
  expect((await server.call(endpoints.confirmSecondFactor, { token, body: code })).status).toBeLessThan(300);
  expect((await login(email, PASSWORD)).error.code).toBe('SECOND_FACTOR_REQUIRED');
  await server.call(endpoints.endSecondFactor, { token, body: { password: PASSWORD } });
  const leave = (password: string) => server.call(endpoints.leaveAccount, { token, body: { password } });
  expect((await leave('wrong-pass-99')).error.code).toBe('LOGIN_FAILED');
  expect((await leave(PASSWORD)).status).toBe(202);
  expect(
    events()
      .slice(before)
      .map(({ event, accountId }) => [event, accountId]),
  ).toEqual(
    [
      ...['sign_up', 'password_refused', 'second_factor_changed', 'second_factor_required'],
      ...['second_factor_changed', 'password_refused', 'account_left'],
    ].map((event) => [event, account.id]),
  );
});

test.each([
  ['203.0.113.77', '203.0.113.*'],
  ['::ffff:203.0.113.78', '203.0.113.*'],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5:*'],
])('contain the network of %s instead of the address', async (address, network) => {
  const headers = { 'x-forwarded-for': secret(address) };
  const { email } = await server.buildAccount();
  const body = { email, password: PASSWORD, device: { platform: 'web' } };
  const before = lines.length;
  expect((await server.call(endpoints.login, { body, headers })).status).toBe(200);
  const own = lines
    .slice(before)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { event?: string; network?: string; req?: { network?: string } });
  expect(own.find(({ event }) => event === 'sign_in')?.network).toBe(network);
  expect(own.find(({ req }) => req !== undefined)?.req?.network).toBe(network);
  expect(leaked()).toEqual([]);
});

test('log lines of playback contain no signature', async () => {
  const viewer = await server.buildViewer();
  const video = await server.openVideo(viewer);
  const { pathname } = new URL(video.streams[0]!.url);
  secret(pathname.split('/')[2]!);
  expect((await server.app.inject(pathname)).statusCode).toBe(200);
  expect((await server.app.inject(`${pathname}x`)).statusCode).toBe(404);
  expect(leaked()).toEqual([]);
});

test('log lines of database failures contain neither the row nor the values', async () => {
  await sql`alter table accounts add constraint refused check (email not like 'refused%')`.execute(server.db);
  const email = secret('refused@bora.example');
  await server.call(endpoints.requestEmailCode, { body: { email } });
  const code = secret(await readCode(server.app, email));
  const body = { email, password1: 'bora-first-11', password2: 'bora-first-11', auth_code: code };
  const { status } = await server.call(endpoints.signUp, { body });
  expect(status).toBe(500);
  expect(lines).toContain('violates check constraint');
  expect(lines).not.toContain('$argon2id$');
  expect(leaked()).toEqual([]);
});

test('log lines of a refused mail contain no recipient', async () => {
  const mails = await startMailServer();
  mails.set('refuse');
  const sender = createSmtpSender({ url: mails.url, from: 'no-reply@bora.example' });
  const sending = await createServerFixture({ logger, delivery: { kind: 'sender', sender } });
  await sending.call(endpoints.requestEmailCode, { body: { email: secret('refused-mail@bora.example') } });
  await mails.nextTrouble();
  await sending.close();
  await mails.close();
  expect(lines).toContain('mail not sent');
  expect(leaked()).toEqual([]);
});

/** Types of the fields in docs/logs.md, by path. */
const documented = new Map(
  [
    ...readFileSync(join(import.meta.dirname, '../../../docs/logs.md'), 'utf8')
      .split('## Fields')[1]!
      .matchAll(/^\| `([\w.]+)` +\| ([a-z, ]+?) +\|/gm),
  ].map(([, path, types]) => [path!, types!.split(', ')]),
);
const typeOf = (value: unknown) => (typeof value === 'string' ? 'text' : typeof value);

/** Fields of a value that the page does not have, or has with another type. */
function undocumented(value: object, prefix = ''): string[] {
  return Object.entries(value).flatMap(([name, field]: [string, unknown]) => {
    const path = `${prefix}${name}`;
    const types = documented.get(path);
    if (field === null && path === 'res.statusCode') return [];
    // An error within an error has the fields of an error.
    if (path === 'err.cause') return undocumented(field as object, 'err.');
    if (types === undefined && typeof field === 'object' && field !== null) return undocumented(field, `${path}.`);
    return types?.includes(typeOf(field)) ? [] : [`${path}: ${JSON.stringify(field)}`];
  });
}

test('log lines have the fields of docs/logs.md alone, each with its type', () => {
  const logged = lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { msg: string });
  const messages = new Set(logged.map(({ msg }) => msg));
  expect([...messages]).toEqual(
    expect.arrayContaining(['incoming request', 'request completed', 'request failed', 'security event']),
  );
  expect([...new Set(logged.flatMap((line) => undocumented(line)))]).toEqual([]);
  for (const line of logged) expect(line).toMatchObject({ level: expect.any(Number), time: expect.any(Number) });
});

test('lines of failures have the fields of docs/logs.md too', () => {
  const clock = createServerClock();
  const written: { details: object; message: string }[] = [];
  const write = (details: object, message: string) => void written.push({ details, message });
  const failures = createFailureLog({ error: write, warn: write }, clock);
  failures.report('jobs', new Error('no'));
  clock.advance(600);
  failures.report('jobs', new Error('no'));
  clock.advance(60);
  failures.works('jobs');
  expect(written.map(({ message }) => message)).toEqual([
    'jobs failed',
    'jobs still fails',
    'jobs recovered after 660 s',
  ]);
  for (const { details } of written)
    for (const name of Object.keys(details)) expect(name === 'err' || documented.has(name), name).toBe(true);
});
