import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { hashToken } from '#server/accounts/tokens.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
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

const NEW = 'bora-new-22';
const login = (email: string, password: string) =>
  server.call(endpoints.login, { body: { email, password, device: { platform: 'web' } } });
const statusOf = async (token: string) => (await server.call(endpoints.getMyAccount, { token })).status;
const stateOf = async (id: string) =>
  (await server.db.selectFrom('play_logs').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state;

describe('changing the password', () => {
  const change = (token: string | undefined, body: unknown) => server.call(endpoints.changePassword, { token, body });

  test('takes effect, signs every other device out and ends its playback; this device continues', async () => {
    const here = await server.buildViewer();
    const there = await server.signIn(here.email);
    const mine = await server.openVideo(here);
    const theirs = await server.openVideo(there);
    const { status } = await change(here.profileToken, { old_password: PASSWORD, new_password: NEW });
    expect(status).toBe(204);
    expect(await Promise.all([here.token, here.profileToken, there.token, there.profileToken].map(statusOf))).toEqual([
      200, 200, 401, 401,
    ]);
    expect([await stateOf(mine.play_log_id), await stateOf(theirs.play_log_id)]).toEqual(['active', 'deactivated']);
    expect((await login(here.email, PASSWORD)).error.code).toBe('LOGIN_FAILED');
    expect((await login(here.email, NEW)).status).toBe(200);
  });

  test('leaves devices as they are that were signed out before', async () => {
    const here = await server.buildViewer();
    const there = await server.signIn(here.email);
    await server.call(endpoints.logout, { token: there.token });
    const signedOut = () =>
      server.db
        .selectFrom('device_sessions')
        .select('revoked_at')
        .where('account_id', '=', here.accountId)
        .where('revoked_at', 'is not', null)
        .execute();
    const before = await signedOut();
    expect(before).toHaveLength(1);
    server.clock.advance(60);
    await change(here.profileToken, { old_password: PASSWORD, new_password: NEW });
    expect(await signedOut()).toEqual(before);
  });

  test('sends a notice with the device, the time and advice', async () => {
    const { email, token } = await server.buildViewer();
    const body = { old_password: PASSWORD, new_password: NEW };
    await server.call(endpoints.changePassword, { token, body, headers: { 'x-forwarded-for': '203.0.113.77' } });
    const mail = (await readMailbox(server.app, email)).find(
      ({ subject }) => subject === '[보라] 비밀번호가 바뀌었어요',
    );
    expect(mail?.text).toContain('로그인한 기기에서 바꿨어요');
    expect(mail?.text).toContain('기기: 웹 브라우저\n접속한 곳: 203.0.113.*\n시각: 2026년 11월 20일 12:');
    expect(mail?.text).toContain('본인이 아니라면');
    expect(mail?.text).not.toContain('203.0.113.77');
  });

  test('a repeated change after a lost answer fails because the old password is wrong', async () => {
    const { token } = await server.buildViewer();
    const body = { old_password: PASSWORD, new_password: NEW };
    expect((await change(token, body)).status).toBe(204);
    const again = await change(token, body);
    expect([again.status, again.error.code]).toEqual([401, 'LOGIN_FAILED']);
    expect(await statusOf(token)).toBe(200);
  });

  test.each([
    ['a wrong old one', { old_password: 'wrong', new_password: NEW }, 401, 'LOGIN_FAILED'],
    ['a weak new one', { old_password: PASSWORD, new_password: 'short' }, 400, 'PASSWORD_WEAK'],
    ['no old one', { new_password: NEW }, 400, 'VALIDATION_FAILED'],
    ['no body', undefined, 400, 'VALIDATION_FAILED'],
  ])('a change of the password with %s changes nothing', async (_name, body, status, code) => {
    const { token, email } = await server.buildViewer();
    const answer = await change(token, body);
    expect([answer.status, answer.error.code]).toEqual([status, code]);
    expect((await login(email, PASSWORD)).status).toBe(200);
  });

  test('requires a signed-in caller', async () => {
    expect((await change(undefined, { old_password: PASSWORD, new_password: NEW })).error.code).toBe('TOKEN_INVALID');
  });

  test('cannot be used to guess the old one', async () => {
    const { token } = await server.buildViewer();
    for (let tries = 0; tries < 20; tries += 1) await change(token, { old_password: 'wrong', new_password: NEW });
    expect((await change(token, { old_password: PASSWORD, new_password: NEW })).status).toBe(429);
  });
});

describe('a forgotten password', () => {
  const request = (email: string, headers = {}) =>
    server.call(endpoints.requestPasswordReset, { body: { email }, headers });
  const byCode = (code: string, password = NEW, headers = {}) =>
    server.call(endpoints.resetPassword, { query: { auth_code: code }, body: { new_password: password }, headers });
  const byToken = (token: string | undefined, password = NEW) =>
    server.call(endpoints.setPassword, { token, body: { new_password: password } });
  const linkToken = async (email: string) => {
    for (const { text } of await readMailbox(server.app, email)) {
      const token = /http:\/\/bora\.test\/password\?token=([\w-]{43})$/m.exec(text)?.[1];
      if (token !== undefined) return token;
    }
    throw new Error('no link');
  };
  const ask = async (): Promise<{ viewer: Viewer; code: string; token: string }> => {
    const viewer = await server.buildViewer();
    expect((await request(viewer.email)).status).toBe(202);
    return { viewer, code: await readCode(server.app, viewer.email), token: await linkToken(viewer.email) };
  };

  test('gets the same answer for an unknown e-mail, which gets no mail', async () => {
    const { email } = await server.buildAccount();
    const known = await request(email);
    const unknown = await request('nobody@bora.example');
    expect([known.status, unknown.status]).toEqual([202, 202]);
    expect(unknown.reply).toEqual(known.reply);
    expect(await readMailbox(server.app, 'nobody@bora.example')).toEqual([]);
    expect(
      await server.db.selectFrom('outbox').selectAll().where('recipient', '=', 'nobody@bora.example').execute(),
    ).toEqual([]);
  });

  test('takes as long for an unknown e-mail as for a known one', async () => {
    const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
    for (let round = 0; round < 15; round += 1) {
      const { email } = await server.buildAccount();
      for (const [kind, of] of [
        ['known', email],
        ['unknown', `nobody-${round}@bora.example`],
      ] as const) {
        const started = performance.now();
        await request(of, { 'x-forwarded-for': '203.0.113.30' });
        times[kind].push(performance.now() - started);
        // Deliver pending mails first, so that they do not count towards the next measurement.
        await readMailbox(server.app, of);
      }
    }
    // The fastest of each: what other work on the machine adds does not count.
    const ratio = Math.min(...times.unknown) / Math.min(...times.known);
    expect(ratio).toBeGreaterThan(0.4);
    expect(ratio).toBeLessThan(2.5);
  });

  test('that was replaced is told by mail, with the place from where', async () => {
    const { viewer, code } = await ask();
    await byCode(code, NEW, { 'x-forwarded-for': '203.0.113.78' });
    const notices = (await readMailbox(server.app, viewer.email)).filter(
      ({ subject }) => subject === '[보라] 비밀번호가 바뀌었어요',
    );
    expect(notices).toHaveLength(1);
    expect(notices[0]!.text).toContain('접속한 곳: 203.0.113.*');
    expect(notices[0]!.text).not.toContain('로그인한 기기에서 바꿨어요');
  });

  test('is replaced by the code of the mail, and all devices are signed out', async () => {
    const { viewer, code } = await ask();
    const { play_log_id: playLogId } = await server.openVideo(viewer);
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{10}$/);
    expect((await byCode(code)).status).toBe(204);
    expect(await statusOf(viewer.token)).toBe(401);
    expect(await stateOf(playLogId)).toBe('deactivated');
    const [told] = (await readMailbox(server.app, viewer.email)).filter(({ subject }) =>
      subject.includes('바뀌었어요'),
    );
    expect(told?.text).toContain('메일의 링크나 코드로 새로 정했어요');
    expect((await login(viewer.email, PASSWORD)).error.code).toBe('LOGIN_FAILED');
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('is replaced by the link’s token, and all devices are signed out', async () => {
    const { viewer, token } = await ask();
    expect((await byToken(token)).status).toBe(204);
    expect(await statusOf(viewer.token)).toBe(401);
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('takes the code as people type it', async () => {
    const { viewer, code } = await ask();
    const typed = code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await byCode(`${typed.slice(0, 5)}-${typed.slice(5)}`)).status).toBe(204);
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('is reset once by either code or link', async () => {
    const { viewer, code, token } = await ask();
    const answers = await Promise.all(Array.from({ length: 4 }, () => byCode(code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 400, 400, 400]);
    expect((await byCode(code, 'bora-other-3')).error.code).toBe('AUTH_CODE_EXPIRED');
    expect((await byToken(token, 'bora-other-3')).error.code).toBe('TOKEN_INVALID');
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('requires the newest mail’s code and link', async () => {
    const { viewer, code, token } = await ask();
    server.clock.advance(1);
    await request(viewer.email);
    const second = await readCode(server.app, viewer.email);
    expect(second).not.toBe(code);
    expect((await byCode(code)).error.code).toBe('AUTH_CODE_EXPIRED');
    expect((await byToken(token)).error.code).toBe('TOKEN_INVALID');
    expect((await byCode(second)).status).toBe(204);
  });

  test('is not replaced by a mail from before it was changed', async () => {
    const { viewer, code, token } = await ask();
    const body = { old_password: PASSWORD, new_password: NEW };
    expect((await server.call(endpoints.changePassword, { token: viewer.token, body })).status).toBe(204);
    expect((await byCode(code, 'bora-other-3')).error.code).toBe('AUTH_CODE_EXPIRED');
    expect((await byToken(token, 'bora-other-3')).error.code).toBe('TOKEN_INVALID');
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('has one valid code after concurrent requests', async () => {
    const { email } = await server.buildAccount();
    await Promise.all(Array.from({ length: 4 }, () => request(email)));
    const mails = await readMailbox(server.app, email);
    const codes = mails.map(({ text }) => /^코드: (\w+)$/m.exec(text)![1]!);
    expect(new Set(codes).size).toBe(4);
    const answers: number[] = [];
    for (const code of codes) answers.push((await byCode(code)).status);
    expect(answers.sort()).toEqual([204, 400, 400, 400]);
  });

  test('rejects a weak password without consuming the code', async () => {
    const { code, token } = await ask();
    expect((await byCode(code, 'short')).error.code).toBe('PASSWORD_WEAK');
    expect((await byToken(token, 'short')).error.code).toBe('PASSWORD_WEAK');
    expect((await byCode(code)).status).toBe(204);
  });

  test('rejects a wrong code and any other token', async () => {
    const { token } = await server.buildViewer();
    expect((await byCode('0123456789')).error.code).toBe('AUTH_CODE_INVALID');
    for (const other of [undefined, token, 'a'.repeat(43)]) {
      const { status, error } = await byToken(other);
      expect([status, error.code]).toEqual([401, 'TOKEN_INVALID']);
    }
    expect((await server.call(endpoints.resetPassword, { body: { new_password: NEW } })).error.code).toBe(
      'VALIDATION_FAILED',
    );
  });

  test('rejects codes from an address that guesses', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.31' };
    for (let tries = 0; tries < 30; tries += 1)
      expect((await byCode(`00000000${tries}`, NEW, headers)).error.code).toBe('AUTH_CODE_INVALID');
    const { code } = await ask();
    expect((await byCode(code, NEW, headers)).status).toBe(429);
    expect((await byCode(code)).status).toBe(204);
  });

  test('rejects links from an address that guesses', async () => {
    const guess = (token: string) =>
      server.call(endpoints.setPassword, {
        token,
        body: { new_password: NEW },
        headers: { 'x-forwarded-for': '203.0.113.32' },
      });
    for (let tries = 0; tries < 60; tries += 1)
      expect((await guess(`${'a'.repeat(41)}${tries}`)).error.code).toBe('TOKEN_INVALID');
    const { token } = await ask();
    expect((await guess(token)).status).toBe(429);
    expect((await byToken(token)).status).toBe(204);
  });

  test('sends a limited number of mails per address, known or not', async () => {
    for (const email of [(await server.buildAccount()).email, 'ghost@bora.example']) {
      for (let times = 0; times < 8; times += 1) {
        const { status, reply } = await request(email);
        expect([status, reply]).toEqual([202, { expires_in: 900 }]);
      }
      expect((await readMailbox(server.app, email)).length).toBe(email.startsWith('ghost') ? 0 : 5);
    }
  });

  test('resets the sign-in limits of its account', async () => {
    const { viewer, code } = await ask();
    await login(viewer.email, 'wrong');
    const keys = ['account', 'all-of'].map((limit) => `sign-in:${limit}:${hashToken(viewer.email)}`);
    await server.db.updateTable('rate_limits').set({ count: 1000 }).where('key', 'in', keys).execute();
    expect((await login(viewer.email, PASSWORD)).status).toBe(429);
    await byCode(code);
    expect((await login(viewer.email, NEW)).status).toBe(200);
  });

  test('stores its secrets only as hashes', async () => {
    const { code, token } = await ask();
    const rows = JSON.stringify(await server.db.selectFrom('password_resets').selectAll().execute());
    expect(rows).not.toContain(code);
    expect(rows).not.toContain(token);
  });
});

describe('the signed-in devices', () => {
  test('are listed with this one marked, without signed-out ones', async () => {
    const here = await server.buildViewer();
    server.clock.advance(60);
    const { reply } = await server.call(endpoints.login, {
      body: { email: here.email, password: PASSWORD, device: { platform: 'tizen', model: 'QN55', name: '거실 TV' } },
    });
    const list = async () => (await server.call(endpoints.listDeviceSessions, { token: here.profileToken })).reply;
    expect(await list()).toMatchObject({
      count: 2,
      results: [
        { device: { platform: 'tizen', model: 'QN55', name: '거실 TV' }, is_current: false },
        { device: { platform: 'web', model: null, name: null }, is_current: true },
      ],
    });
    await server.call(endpoints.logout, { token: reply.token });
    expect((await list()).count).toBe(1);
  });

  test('can be signed out one by one', async () => {
    const here = await server.buildViewer();
    const there = await server.signIn(here.email);
    const { play_log_id: playLogId } = await server.openVideo(there);
    const { results } = (await server.call(endpoints.listDeviceSessions, { token: there.token })).reply;
    const remove = (id: string, token: string) => server.call(endpoints.removeDeviceSession, { token, params: { id } });
    const id = results.find((each) => each.is_current)!.id;
    expect((await remove(id, (await server.buildViewer()).token)).error.code).toBe('NOT_FOUND');
    expect((await remove(id, here.token)).status).toBe(204);
    expect([await statusOf(there.token), await statusOf(there.profileToken), await statusOf(here.token)]).toEqual([
      401, 401, 200,
    ]);
    expect(await stateOf(playLogId)).toBe('deactivated');
    expect((await remove(id, here.token)).error.code).toBe('NOT_FOUND');
    expect((await remove('one', here.token)).error.code).toBe('VALIDATION_FAILED');
  });

  test('are hidden from callers without a token', async () => {
    expect((await server.call(endpoints.listDeviceSessions)).error.code).toBe('TOKEN_INVALID');
  });
});
