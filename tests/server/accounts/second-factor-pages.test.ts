import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { readCode } from '#tests/support/server/mail.ts';
import { createSecondFactors, wrongOf } from '#tests/support/server/second-factors.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());
const factors = createSecondFactors(() => server);

const codeStep = (document: Document) =>
  Object.fromEntries(
    [...document.querySelectorAll<HTMLInputElement>('form:first-of-type input[type=hidden]')].map(({ name, value }) => [
      name,
      value,
    ]),
  );

test('a phone signs in on the page of a television with a code, and later without', async () => {
  const viewer = await factors.withAuthenticator();
  const phone = createPhone(server.app);
  await phone.open('/link?code=');
  const first = { code: '', email: viewer.email, password: PASSWORD };
  await phone.open('/link/sign-up');
  const asked = await phone.send('/link/sign-in', first);
  expect(asked.heading).toBe('인증 코드를 입력해 주세요');
  expect(asked.body).not.toContain(PASSWORD);
  const hidden = codeStep(asked.document);
  const refused = await phone.send('/link/sign-in/code', {
    ...hidden,
    auth_code: wrongOf(factors.appCode(viewer.secret)),
  });
  expect([refused.statusCode, refused.errorOf('auth_code')]).toEqual([400, '인증 코드가 맞지 않아요.']);
  const entered = await phone.send('/link/sign-in/code', { ...hidden, auth_code: factors.appCode(viewer.secret) });
  expect([entered.statusCode, phone.cookies.has('bora-phone')]).toEqual([303, true]);
  await phone.send('/link/sign-out', { code: '' });
  expect((await phone.send('/link/sign-in', first)).statusCode).toBe(303);
});

test('a phone gets a code by mail where the authenticator is lost', async () => {
  const viewer = await factors.withAuthenticator();
  const phone = createPhone(server.app);
  await phone.open('/second-factor');
  const asked = await phone.send('/second-factor/sign-in', { email: viewer.email, password: PASSWORD });
  const mailed = await phone.send('/second-factor/sign-in/code', { ...codeStep(asked.document), action: 'mail' });
  const auth_code = await readCode(server.app, viewer.email);
  await phone.send('/second-factor/sign-in/code', { ...codeStep(mailed.document), auth_code });
  expect((await phone.open('/second-factor')).body).toContain('켜져 있어요 · 메일로 받는 코드');
});

test('a phone cannot go on with a ticket that is forged, too old, of another account, or of an old password', async () => {
  const viewer = await factors.withAuthenticator();
  const other = await factors.withAuthenticator();
  const phone = createPhone(server.app);
  await phone.open('/second-factor');
  const asked = await phone.send('/second-factor/sign-in', { email: viewer.email, password: PASSWORD });
  const { ticket, ...rest } = codeStep(asked.document) as { ticket: string };
  const go = (given: string, code = factors.appCode(viewer.secret)) =>
    phone.send('/second-factor/sign-in/code', { ...rest, ticket: given, auth_code: code });
  const [id, end, signature] = ticket.split('.') as [string, string, string];
  const forged = [
    '',
    `${other.accountId}.${end}.${signature}`,
    `${id}.${Number(end) + 1}.${signature}`,
    `${id}.${end}.${'A'.repeat(43)}`,
  ];
  for (const one of forged) expect((await go(one)).statusCode).toBe(401);
  expect((await go(`${other.accountId}.${end}.${signature}`, factors.appCode(other.secret))).statusCode).toBe(401);
  server.clock.advance(601);
  expect((await go(ticket)).statusCode).toBe(401);
  const again = await phone.send('/second-factor/sign-in', { email: viewer.email, password: PASSWORD });
  const body = { old_password: PASSWORD, new_password: 'bora-other-2' };
  await server.call(endpoints.changePassword, { token: viewer.token, body });
  expect((await go((codeStep(again.document) as { ticket: string }).ticket)).statusCode).toBe(401);
});

test('a phone turns the second factor on with an authenticator, and off', async () => {
  const viewer = await server.buildViewer();
  const phone = createPhone(server.app);
  await phone.open('/second-factor');
  await phone.send('/second-factor/sign-in', { email: viewer.email, password: PASSWORD });
  const refused = await phone.send('/second-factor/change', { action: 'authenticator', password: 'bora-wrong-1' });
  expect([refused.statusCode, refused.errorOf('password')]).toEqual([401, '비밀번호가 맞지 않아요.']);
  const begun = await phone.send('/second-factor/change', { action: 'authenticator', password: PASSWORD });
  const secret = /secret=([A-Z2-7]+)/.exec(begun.document.querySelector('a.button')!.getAttribute('href')!)![1]!;
  expect((await phone.send('/second-factor/confirm', { auth_code: factors.appCode(secret) })).heading).toBe(
    '2단계 인증을 켰어요',
  );
  expect(await factors.methodOf(viewer)).toBe('authenticator');
  await phone.send('/second-factor/change', { action: 'none', password: PASSWORD });
  expect(await factors.methodOf(viewer)).toBe('none');
});

test('a phone removes a PIN with the password and the code, and not with the password alone', async () => {
  const { secret, ...viewer } = await factors.withAuthenticator({ profiles: [{ hasPin: true }] });
  const hasPin = async () =>
    (await server.call(endpoints.listProfiles, { token: viewer.token })).reply.results[0]!.has_pin;
  const phone = createPhone(server.app);
  await phone.open(`/pin/${viewer.profileId}`);
  const asked = await phone.send(`/pin/${viewer.profileId}`, { email: viewer.email, password: PASSWORD });
  expect(await hasPin()).toBe(true);
  const given = { ...codeStep(asked.document), auth_code: factors.appCode(secret) };
  expect((await phone.send(`/pin/${viewer.profileId}/code`, given)).location).toBe('/pin/done');
  expect([await hasPin(), phone.cookies.has('bora-phone')]).toEqual([false, false]);
});

test('the page of the second factor says what is wrong with a sign-in, at its field', async () => {
  const { email } = await server.buildAccount();
  const phone = createPhone(server.app);
  await phone.open('/second-factor');
  const empty = await phone.send('/second-factor/sign-in', { email: 'nobody', password: '' });
  expect([empty.statusCode, empty.errorOf('email'), empty.errorOf('password')]).toEqual([
    400,
    expect.stringContaining('이메일'),
    expect.stringContaining('비밀번호'),
  ]);
  const wrong = await phone.send('/second-factor/sign-in', { email, password: 'wrong-pass-1' });
  expect([wrong.statusCode, wrong.errorOf('password')]).toEqual([401, '이메일 또는 비밀번호가 맞지 않아요.']);
  expect(wrong.document.querySelector('[name=email]')?.getAttribute('value')).toBe(email);
});
