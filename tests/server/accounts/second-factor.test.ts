import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { createSecondFactors, wrongOf } from '#tests/support/server/second-factors.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());
const factors = createSecondFactors(() => server);

const DAY = 24 * 3600;
const television = { platform: 'webos', name: '안방 TV' };

interface Step {
  auth_code?: string;
  code_by?: 'mail';
  device_key?: string;
}
const signIn = ({ email }: { email: string }, step: Step = {}, password = PASSWORD) =>
  server.call(endpoints.login, { body: { email, password, device: television, ...step } });
const codeOf = async (viewer: Viewer, step: Step = {}) => {
  const { status, error } = await signIn(viewer, step);
  return [status, error.code, error.fields?.['auth_code']?.[0]];
};
const REQUIRED = (by: string) => [403, 'SECOND_FACTOR_REQUIRED', by];
const REFUSED = [400, 'AUTH_CODE_INVALID', undefined];

const mailsOf = async ({ email }: Viewer, word: string) =>
  (await readMailbox(server.app, email)).filter(({ subject }) => subject.includes(word)).length;

async function withMail(): Promise<Viewer> {
  const viewer = await server.buildViewer();
  await factors.begin(viewer, 'mail');
  expect((await factors.confirm(viewer, await readCode(server.app, viewer.email))).reply.method).toBe('mail');
  // The next mail is another code.
  server.clock.advance(61);
  return viewer;
}

describe('an account whose owner wants no second factor', () => {
  test('signs in with its password, and gets no key for the device', async () => {
    const viewer = await server.buildViewer();
    expect(await factors.methodOf(viewer)).toBe('none');
    const { status, reply } = await signIn(viewer);
    expect([status, 'device_key' in reply]).toEqual([200, false]);
  });
});

describe('the owner', () => {
  test('begins with the password, and the second factor counts once a code has proved it', async () => {
    const viewer = await server.buildViewer();
    const body = { password: 'bora-wrong-1', method: 'mail' };
    const wrong = await server.call(endpoints.beginSecondFactor, { token: viewer.profileToken, body });
    expect([wrong.status, wrong.error.code]).toEqual([401, 'LOGIN_FAILED']);
    await factors.begin(viewer, 'mail');
    expect((await signIn(viewer)).status).toBe(200);
    const code = await readCode(server.app, viewer.email);
    expect((await factors.confirm(viewer, wrongOf(code))).error.code).toBe('AUTH_CODE_INVALID');
    expect((await factors.confirm(viewer, code)).status).toBe(200);
    expect(await codeOf(viewer)).toEqual(REQUIRED('MAILED'));
    expect(await mailsOf(viewer, '2단계 인증이 바뀌었어요')).toBe(1);
  });

  test('cannot confirm what was begun ten minutes ago, or after five wrong codes', async () => {
    const viewer = await server.buildViewer();
    const secret = (await factors.begin(viewer, 'authenticator')).reply.secret!;
    server.clock.advance(600);
    expect((await factors.confirm(viewer, factors.appCode(secret))).error.code).toBe('AUTH_CODE_EXPIRED');
    await factors.begin(viewer, 'mail');
    const code = await readCode(server.app, viewer.email);
    for (let tries = 0; tries < 5; tries += 1) await factors.confirm(viewer, wrongOf(code));
    expect((await factors.confirm(viewer, code)).error.code).toBe('AUTH_CODE_EXPIRED');
  });

  test('ends it with the password', async () => {
    const viewer = await withMail();
    const body = { password: PASSWORD };
    expect((await server.call(endpoints.endSecondFactor, { token: viewer.profileToken, body })).status).toBe(204);
    expect((await signIn(viewer)).status).toBe(200);
    expect(await mailsOf(viewer, '2단계 인증이 바뀌었어요')).toBe(2);
  });

  test('is asked with their own profile: another adult profile changes nothing', async () => {
    const viewer = await server.buildViewer({ profiles: [{}, {}] });
    const { results } = (await server.call(endpoints.listProfiles, { token: viewer.token })).reply;
    const { id } = results.find(({ is_owner: isOwner }) => !isOwner)!;
    const { token } = (await server.call(endpoints.getProfileToken, { token: viewer.token, params: { id } })).reply;
    expect((await factors.begin(viewer, 'mail', token)).error.code).toBe('PROFILE_REQUIRED');
    expect((await factors.confirm(viewer, '000000', token)).error.code).toBe('PROFILE_REQUIRED');
    const end = await server.call(endpoints.endSecondFactor, { token, body: { password: PASSWORD } });
    expect(end.error.code).toBe('PROFILE_REQUIRED');
  });

  test('stays signed in where they are, and so do their televisions', async () => {
    const viewer = await server.buildViewer();
    const tv = (await signIn(viewer)).reply.token;
    await factors.begin(viewer, 'mail');
    await factors.confirm(viewer, await readCode(server.app, viewer.email));
    for (const token of [viewer.profileToken, tv])
      expect((await server.call(endpoints.getMyAccount, { token })).status).toBe(200);
  });
});

describe('a sign-in on a new device', () => {
  test('needs the mailed code, which counts once', async () => {
    const viewer = await withMail();
    expect(await codeOf(viewer)).toEqual(REQUIRED('MAILED'));
    const code = await readCode(server.app, viewer.email);
    expect(await codeOf(viewer, { auth_code: wrongOf(code) })).toEqual(REFUSED);
    expect((await signIn(viewer, { auth_code: code })).status).toBe(200);
    expect((await codeOf(viewer, { auth_code: code }))[1]).toBe('AUTH_CODE_EXPIRED');
  });

  test('does not mail a second code within a minute, and tells a wrong password nothing', async () => {
    const viewer = await withMail();
    const before = await mailsOf(viewer, '로그인 인증 코드');
    await signIn(viewer, {}, 'bora-wrong-1');
    expect((await signIn(viewer, { auth_code: '000000' }, 'bora-wrong-1')).error.code).toBe('LOGIN_FAILED');
    expect(await mailsOf(viewer, '로그인 인증 코드')).toBe(before);
    await signIn(viewer);
    await signIn(viewer);
    expect(await mailsOf(viewer, '로그인 인증 코드')).toBe(before + 1);
  });

  test('needs a code of the authenticator, which counts once, and mails nothing', async () => {
    const viewer = await factors.withAuthenticator();
    expect(await codeOf(viewer)).toEqual(REQUIRED('AUTHENTICATOR'));
    const code = factors.appCode(viewer.secret);
    expect(await codeOf(viewer, { auth_code: wrongOf(code) })).toEqual(REFUSED);
    expect((await signIn(viewer, { auth_code: code })).status).toBe(200);
    expect(await codeOf(viewer, { auth_code: code })).toEqual(REFUSED);
    expect(await mailsOf(viewer, '로그인 인증 코드')).toBe(0);
  });

  test('takes no code that was mailed to confirm a method, and a confirmation takes none of a sign-in', async () => {
    const viewer = await withMail();
    await factors.begin(viewer, 'mail');
    const toConfirm = await readCode(server.app, viewer.email);
    expect((await codeOf(viewer, { auth_code: toConfirm }))[1]).toBe('AUTH_CODE_EXPIRED');
    server.clock.advance(1);
    expect(await codeOf(viewer)).toEqual(REQUIRED('MAILED'));
    const toSignIn = await readCode(server.app, viewer.email);
    expect((await factors.confirm(viewer, toSignIn)).error.code).toBe('AUTH_CODE_EXPIRED');
    expect((await signIn(viewer, { auth_code: toSignIn })).status).toBe(200);
  });

  test('lets one of eight at once in with one code', async () => {
    const viewer = await factors.withAuthenticator();
    const auth_code = factors.appCode(viewer.secret);
    const all = await Promise.all(Array.from({ length: 8 }, () => signIn(viewer, { auth_code })));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('tells nobody whether a password is right once too many codes were wrong, until the password changes', async () => {
    const viewer = await factors.withAuthenticator();
    const wrong = wrongOf(factors.appCode(viewer.secret));
    const codes = [];
    for (let tries = 0; tries < 11; tries += 1) codes.push((await signIn(viewer, { auth_code: wrong })).error.code);
    expect(codes).toEqual([...Array<string>(10).fill('AUTH_CODE_INVALID'), 'TOO_MANY_REQUESTS']);
    expect((await signIn(viewer, { auth_code: factors.appCode(viewer.secret) })).status).toBe(429);
    await server.call(endpoints.requestPasswordReset, { body: { email: viewer.email } });
    const query = { auth_code: await readCode(server.app, viewer.email) };
    await server.call(endpoints.resetPassword, { query, body: { new_password: 'bora-other-2' } });
    expect((await signIn(viewer, { auth_code: factors.appCode(viewer.secret) }, 'bora-other-2')).status).toBe(200);
  });

  test.each(['a code of the authenticator', 'a mailed code'])(
    'is asked again with a new password, after %s was asked too often with the old one',
    async (kind) => {
      const viewer = kind === 'a mailed code' ? await withMail() : await factors.withAuthenticator();
      const step = kind === 'a mailed code' ? {} : { auth_code: '000000' };
      let answers = 0;
      for (; answers < 40 && (await signIn(viewer, step)).status !== 429; answers += 1) server.clock.advance(61);
      expect([answers > 5, answers < 40]).toEqual([true, true]);
      const body = { old_password: PASSWORD, new_password: 'bora-other-2' };
      const { token } = viewer;
      expect((await server.call(endpoints.changePassword, { token, body })).status).toBe(204);
      const { status, error } = await signIn(viewer, step, 'bora-other-2');
      expect([status, error.code]).toEqual(
        kind === 'a mailed code' ? [403, 'SECOND_FACTOR_REQUIRED'] : [400, 'AUTH_CODE_INVALID'],
      );
    },
  );

  test('a sign-in with a lost authenticator takes a mailed code, and the authenticator counts no more', async () => {
    const viewer = await factors.withAuthenticator();
    const known = (await signIn(viewer, { auth_code: factors.appCode(viewer.secret) })).reply.device_key!;
    expect(await codeOf(viewer, { code_by: 'mail' })).toEqual(REQUIRED('MAILED'));
    const code = await readCode(server.app, viewer.email);
    expect((await signIn(viewer, { code_by: 'mail', auth_code: code })).status).toBe(200);
    expect(await factors.methodOf(viewer)).toBe('mail');
    server.clock.advance(90);
    expect((await codeOf(viewer, { auth_code: factors.appCode(viewer.secret) }))[0]).toBe(400);
    expect(await codeOf(viewer, { device_key: known })).toEqual(REQUIRED('MAILED'));
    expect(await mailsOf(viewer, '2단계 인증이 바뀌었어요')).toBe(2);
  });

  test('a sign-in by the approval of a signed-in phone needs no code', async () => {
    const viewer = await factors.withAuthenticator();
    const { device_code, user_code } = (await server.call(endpoints.authorizeDevice, { body: { device: television } }))
      .reply;
    const answer = { token: viewer.token, params: { user_code }, body: { approve: true } };
    await server.call(endpoints.answerDeviceLink, answer);
    const { status, reply } = await server.call(endpoints.getDeviceToken, { body: { device_code } });
    expect(status).toBe(200);
    // The television has been proved, so its own sign-in later needs no code either.
    expect((await signIn(viewer, { device_key: reply.device_key! })).status).toBe(200);
  });
});

describe('a remembered device', () => {
  async function remembered() {
    const viewer = await factors.withAuthenticator();
    const { token, device_key: key } = (await signIn(viewer, { auth_code: factors.appCode(viewer.secret) })).reply;
    return { viewer, token, key: key! };
  }

  test('signs in again without a code after it has signed out', async () => {
    const { viewer, token, key } = await remembered();
    await server.call(endpoints.logout, { token });
    const { status, reply } = await signIn(viewer, { device_key: key });
    expect([status, reply.device_key]).toEqual([200, key]);
  });

  test('is of one account: its key opens no other', async () => {
    const { key } = await remembered();
    const other = await factors.withAuthenticator();
    expect(await codeOf(other, { device_key: key })).toEqual(REQUIRED('AUTHENTICATOR'));
  });

  test('is forgotten when another device signs it out', async () => {
    const { viewer, key } = await remembered();
    const { results } = (await server.call(endpoints.listDeviceSessions, { token: viewer.token })).reply;
    const id = results.find(({ device }) => device.name === television.name)!.id;
    await server.call(endpoints.removeDeviceSession, { token: viewer.token, params: { id } });
    expect(await codeOf(viewer, { device_key: key })).toEqual(REQUIRED('AUTHENTICATOR'));
  });

  test('is forgotten with a new password, but for the device that sets it', async () => {
    const { viewer, token, key } = await remembered();
    const other = (await signIn(viewer, { device_key: key })).reply;
    server.clock.advance(60);
    const second = (await signIn(viewer, { auth_code: factors.appCode(viewer.secret) })).reply;
    expect(token).not.toBe(other.token);
    const body = { old_password: PASSWORD, new_password: 'bora-other-2' };
    expect((await server.call(endpoints.changePassword, { token: second.token, body })).status).toBe(204);
    expect((await signIn(viewer, { device_key: key }, 'bora-other-2')).status).toBe(403);
    expect((await signIn(viewer, { device_key: second.device_key! }, 'bora-other-2')).status).toBe(200);
  });

  test('is forgotten when another method takes the place of the one whose code it gave', async () => {
    const { viewer, key } = await remembered();
    await factors.begin(viewer, 'mail');
    expect((await factors.confirm(viewer, await readCode(server.app, viewer.email))).reply.method).toBe('mail');
    server.clock.advance(61);
    expect(await codeOf(viewer, { device_key: key })).toEqual(REQUIRED('MAILED'));
  });

  test('is forgotten after 180 days without a sign-in', async () => {
    const { viewer, key } = await remembered();
    server.clock.advance(180 * DAY);
    expect(await codeOf(viewer, { device_key: key })).toEqual(REQUIRED('AUTHENTICATOR'));
  });
});
