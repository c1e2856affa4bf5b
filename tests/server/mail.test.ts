import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createSmtpSender } from '#server/providers/mail.ts';
import { readMailbox, startMailServer, type MailServer } from '#tests/support/mail.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';

const waiting = (server: ServerFixture) => server.db.selectFrom('outbox').selectAll().execute();
const requestCode = (server: ServerFixture, email: string) =>
  server.call(endpoints.requestEmailCode, { body: { email } });

describe('with a mail server', () => {
  let smtp: MailServer;
  let server: ServerFixture;
  beforeEach(async () => {
    smtp = await startMailServer();
    const sender = createSmtpSender({ url: smtp.url, from: 'no-reply@bora.example' });
    server = await createServerFixture({ delivery: { kind: 'sender', sender } });
  });
  afterEach(async () => {
    await server.close();
    await smtp.close();
  });

  test('a code arrives as a letter in Korean, as text and as a page, and confirms the address', async () => {
    expect((await requestCode(server, 'new@bora.example')).status).toBe(202);
    const mail = await smtp.next();
    expect(mail.from).toEqual({ name: '보라', address: 'no-reply@bora.example' });
    expect(mail.to).toEqual([{ name: '', address: 'new@bora.example' }]);
    expect(mail.subject).toBe('[보라] 이메일 인증 코드');
    const code = /^코드: (\d{6})$/m.exec(mail.text!)![1]!;
    expect(mail.html).toContain(`>${code}<`);
    expect(mail.html).toContain('<html lang="ko">');
    const { reply } = await server.call(endpoints.confirmEmail, {
      body: { email: 'new@bora.example', auth_code: code },
    });
    expect(reply).toEqual({ is_confirmed: true });
  });

  test('a reset arrives with a link and a code', async () => {
    const { email } = await server.buildAccount();
    await server.call(endpoints.requestPasswordReset, { body: { email } });
    const mail = await smtp.next();
    expect(mail.subject).toBe('[보라] 비밀번호 재설정');
    const token = /^http:\/\/bora\.test\/password\?token=([\w-]{43})$/m.exec(mail.text!)![1]!;
    expect(mail.html).toContain(`href="http://bora.test/password?token=${token}"`);
    const { status } = await server.call(endpoints.setPassword, { token, body: { new_password: 'bora-new-22' } });
    expect(status).toBe(204);
  });

  test('a sign-in is told, with the device and the time in Korea, and what a device calls itself stays text', async () => {
    const { email } = await server.buildAccount();
    const device = { platform: 'tizen', name: '<b>거실</b>' };
    await server.call(endpoints.login, { body: { email, password: 'bora-test-1', device } });
    const mail = await smtp.next();
    expect(mail.subject).toBe('[보라] 새 기기에서 로그인했어요');
    expect(mail.text).toContain('기기: <b>거실</b> (삼성 TV)\n시각: 2026년 11월 20일 12:00 (한국 시간)');
    expect(mail.html).toContain('&lt;b&gt;거실&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>거실');
  });

  test('that refuses, the call is answered all the same, and the mail is sent later', async () => {
    smtp.set('refuse');
    expect((await requestCode(server, 'one@bora.example')).status).toBe(202);
    await smtp.nextTrouble();
    await expect
      .poll(async () => (await waiting(server))[0]?.next_attempt_at)
      .toEqual(new Date(server.clock.now().getTime() + 5000));
    smtp.set('take');
    server.clock.advance(60);
    // Another mail wakes the outbox; so does its timer, every few seconds.
    expect((await requestCode(server, 'two@bora.example')).status).toBe(202);
    const mails = [await smtp.next(), await smtp.next()];
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(['one@bora.example', 'two@bora.example']);
  });

  test('that is slow, the call does not wait for it', async () => {
    smtp.set('wait');
    expect((await requestCode(server, 'one@bora.example')).status).toBe(202);
    await smtp.nextTrouble();
    // Still unanswered, and others are served.
    expect((await requestCode(server, 'two@bora.example')).status).toBe(202);
    expect((await waiting(server)).map(({ recipient }) => recipient).sort()).toEqual([
      'one@bora.example',
      'two@bora.example',
    ]);
    smtp.set('take');
    const mails = [await smtp.next(), await smtp.next()];
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(['one@bora.example', 'two@bora.example']);
  });

  test('that never answers, the server can close, and the mail stays for the next one', async () => {
    smtp.set('wait');
    await requestCode(server, 'one@bora.example');
    await smtp.nextTrouble();
    await server.app.close();
    expect(await waiting(server)).toMatchObject([{ recipient: 'one@bora.example', attempts: 1, sent_at: null }]);
  });

  test('there is no built-in mailbox', async () => {
    expect((await server.app.inject('/dev/mail.json')).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });
});

describe('without a mail server', () => {
  test('the mailbox shows what was sent, the newest first, to each only their own', async () => {
    const server = await createServerFixture();
    await requestCode(server, 'one@bora.example');
    expect(await readMailbox(server.app, 'one@bora.example')).toHaveLength(1);
    server.clock.advance(60);
    await requestCode(server, 'one@bora.example');
    await requestCode(server, 'two@bora.example');
    const mails = await readMailbox(server.app, 'one@bora.example');
    expect(mails.map(({ to, sent_at }) => [to, sent_at])).toEqual([
      ['one@bora.example', '2026-11-20T03:01:00.000Z'],
      ['one@bora.example', '2026-11-20T03:00:00.000Z'],
    ]);
    expect((await server.app.inject('/dev/mail.json')).json()).toMatchObject({ count: 3 });
    expect((await server.app.inject('/dev/mail.json?to=%00')).json()).toMatchObject({ code: 'VALIDATION_FAILED' });
    await server.close();
  });

  test('the mailbox is a page in Korean in which what others wrote stays text', async () => {
    const server = await createServerFixture();
    const { email } = await server.buildAccount();
    const device = { platform: 'web', name: '<script>alert(1)</script>' };
    await server.call(endpoints.login, { body: { email, password: 'bora-test-1', device } });
    await server.call(endpoints.requestPasswordReset, { body: { email } });
    const page = await server.app.inject('/dev/mail');
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.body).toContain('<html lang="ko">');
    expect(page.body).not.toContain('<script>');
    expect(page.body).toMatch(/<a href="http:\/\/bora\.test\/password\?token=[\w-]{43}">/);
    await server.close();
  });

  test('and without a mailbox, as in production, calls are answered and nothing can be read', async () => {
    const server = await createServerFixture({ delivery: { kind: 'none' } });
    expect((await requestCode(server, 'one@bora.example')).status).toBe(202);
    expect((await server.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })).statusCode).toBe(404);
    expect((await server.app.inject('/dev/mail.json')).statusCode).toBe(404);
    await server.close();
  });
});
