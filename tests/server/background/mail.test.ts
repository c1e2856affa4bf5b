import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { WrongClockError } from '#server/db/right-clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createOutbox, createPutMail } from '#server/mail/outbox.ts';
import { createSmtpSender, type IdentifiedMail, type MailSender } from '#server/providers/mail.ts';
import { readMailbox, startMailServer, type MailServer } from '#tests/support/server/mail.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const waiting = (server: ServerFixture) => server.db.selectFrom('outbox').selectAll().execute();
const requestCode = (server: ServerFixture, email: string) =>
  server.call(endpoints.requestEmailCode, { body: { email } });

describe('mail by a server', () => {
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

  test('a code arrives in Korean, as text and HTML, and confirms the address', async () => {
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

  test('a sign-in notice has the device and the time in Korea, and escapes the device’s name', async () => {
    const { email } = await server.buildAccount();
    const device = { platform: 'tizen', name: '<b>거실</b>' };
    await server.call(endpoints.login, { body: { email, password: 'bora-test-1', device } });
    const mail = await smtp.next();
    expect(mail.subject).toBe('[보라] 새 기기에서 로그인했어요');
    expect(mail.text).toContain('기기: <b>거실</b> (삼성 TV)\n시각: 2026년 11월 20일 12:00 (한국 시간)');
    expect(mail.html).toContain('&lt;b&gt;거실&lt;/b&gt;');
    expect(mail.html).not.toContain('<b>거실');
  });

  test('a call succeeds when the mail server refuses the mail, which is sent later', async () => {
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

  test('a call does not wait for a slow mail server', async () => {
    smtp.set('wait');
    expect((await requestCode(server, 'one@bora.example')).status).toBe(202);
    await smtp.nextTrouble();
    // The first mail is still unanswered, and others are sent.
    expect((await requestCode(server, 'two@bora.example')).status).toBe(202);
    expect((await waiting(server)).map(({ recipient }) => recipient).sort()).toEqual([
      'one@bora.example',
      'two@bora.example',
    ]);
    smtp.set('take');
    const mails = [await smtp.next(), await smtp.next()];
    expect(mails.map(({ to }) => to?.[0]?.address).sort()).toEqual(['one@bora.example', 'two@bora.example']);
  });

  test('the server can close while the mail server never answers, and the mail stays queued', async () => {
    smtp.set('wait');
    await requestCode(server, 'one@bora.example');
    await smtp.nextTrouble();
    await server.app.close();
    expect(await waiting(server)).toMatchObject([{ recipient: 'one@bora.example', attempts: 1, sent_at: null }]);
    // The connection is cut: a late answer reaches nobody.
    await expect.poll(() => smtp.connections()).toBe(0);
  });

  test('there is no built-in mailbox', async () => {
    expect((await server.app.inject('/dev/mail.json')).statusCode).toBe(404);
    expect((await server.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })).statusCode).toBe(404);
  });
});

const mailOf = (id: string): IdentifiedMail => ({
  id,
  to: 'one@bora.example',
  subject: '제목',
  text: '글',
  html: '<p>글</p>',
});

describe('the SMTP sender', () => {
  let smtp: MailServer;
  let sender: MailSender | undefined;
  const senderTo = (url: string) => (sender = createSmtpSender({ url, from: 'no-reply@bora.example' }));
  beforeEach(async () => {
    smtp = await startMailServer();
  });
  afterEach(async () => {
    sender?.close();
    await smtp.close();
  });

  test('cuts the connection when it is aborted, and reports no acceptance', async () => {
    smtp.set('wait');
    const cut = new AbortController();
    const sending = senderTo(smtp.url).send(mailOf('a'), cut.signal);
    await smtp.nextTrouble();
    cut.abort();
    await expect(sending).rejects.toThrow();
    await expect.poll(() => smtp.connections()).toBe(0);
  });

  test('sends nothing when aborted before', async () => {
    await expect(senderTo(smtp.url).send(mailOf('a'), AbortSignal.abort())).rejects.toThrow();
    expect(await smtp.connections()).toBe(0);
  });

  test('gives a mail the same Message-ID at each try', async () => {
    const { signal } = new AbortController();
    const to = senderTo(smtp.url);
    await to.send(mailOf('a'), signal);
    await to.send(mailOf('a'), signal);
    await to.send(mailOf('b'), signal);
    const ids = [await smtp.next(), await smtp.next(), await smtp.next()].map(({ messageId }) => messageId);
    expect(ids).toEqual(['<a@bora.example>', '<a@bora.example>', '<b@bora.example>']);
  });

  test('requires TLS, unless the server is on this machine or its address says otherwise', async () => {
    const { signal } = new AbortController();
    // An address of this machine that does not look like loopback.
    const elsewhere = smtp.url.replace('127.0.0.1', '0.0.0.0');
    await expect(senderTo(elsewhere).send(mailOf('a'), signal)).rejects.toThrow(/STARTTLS|TLS/);
    sender?.close();
    await senderTo(`${elsewhere}?requireTLS=false`).send(mailOf('b'), signal);
    expect((await smtp.next()).messageId).toBe('<b@bora.example>');
  });

  test('escapes recipients, so that none can add a header or a recipient', async () => {
    const { signal } = new AbortController();
    for (const to of ['a@bora.example\r\nBcc: b@bora.example', 'a@bora.example, b@bora.example']) {
      const outcome = await senderTo(smtp.url)
        .send({ ...mailOf('a'), to }, signal)
        .then(
          () => smtp.next(),
          () => undefined,
        );
      expect(outcome?.bcc ?? []).toEqual([]);
      expect(outcome?.to?.length ?? 1).toBe(1);
      sender?.close();
    }
  });
});

/** A sender that holds its mails until released, and records them. */
function createHeldSender() {
  const handed: (IdentifiedMail & { accept(): void; signal: AbortSignal })[] = [];
  const sender: MailSender = {
    send: (mail, signal) =>
      new Promise((accept, refuse) => {
        handed.push({ ...mail, accept, signal });
        signal.addEventListener('abort', () => refuse(new Error('aborted')));
      }),
    close: () => undefined,
  };
  return { sender, handed, subjects: () => handed.map(({ subject }) => subject) };
}

describe('the outbox', () => {
  /** One process, because each has its own places and memory. */
  const startOne = async (sender: MailSender) =>
    createServerFixture({ delivery: { kind: 'sender', sender }, database: await openTestDatabase() });
  const signIn = (server: ServerFixture, email: string) =>
    server.call(endpoints.login, { body: { email, password: 'bora-test-1', device: { platform: 'web' } } });

  test('sends codes before notices, even while a slow mail server holds notices', async () => {
    const held = createHeldSender();
    const server = await startOne(held.sender);
    for (let accounts = 0; accounts < 6; accounts += 1) await signIn(server, (await server.buildAccount()).email);
    await expect.poll(() => held.handed.length).toBe(3);
    await requestCode(server, 'new@bora.example');
    await expect.poll(held.subjects).toContain('[보라] 이메일 인증 코드');
    expect(held.handed).toHaveLength(4);
    await server.close();
  });

  test('aborts running deliveries when the server closes', async () => {
    const held = createHeldSender();
    const server = await startOne(held.sender);
    await requestCode(server, 'new@bora.example');
    await expect.poll(() => held.handed.length).toBe(1);
    await server.app.close();
    expect(held.handed[0]!.signal.aborted).toBe(true);
    expect(await waiting(server)).toMatchObject([{ attempts: 1, sent_at: null }]);
    await server.close();
  });

  test('sends a mail once, even when its row cannot be deleted for a while', async () => {
    const held = createHeldSender();
    const server = await startOne(held.sender);
    const handedTo = () => held.handed.map(({ to }) => to);
    await requestCode(server, 'one@bora.example');
    await expect.poll(handedTo).toEqual(['one@bora.example']);
    await sql`create table holds (id uuid references outbox (id))`.execute(server.db);
    await sql`insert into holds select id from outbox`.execute(server.db);
    held.handed[0]!.accept();
    for (const email of ['two@bora.example', 'three@bora.example']) {
      // The first mail's lease ends: it is taken again, together with the next one.
      server.clock.advance(61);
      await requestCode(server, email);
      await expect.poll(handedTo).toContain(email);
      // A mail that is held occupies a place, also that of the first.
      held.handed.find(({ to }) => to === email)!.accept();
      await expect.poll(async () => (await waiting(server)).map(({ recipient }) => recipient)).not.toContain(email);
    }
    await sql`drop table holds`.execute(server.db);
    server.clock.advance(61);
    await requestCode(server, 'four@bora.example');
    await expect
      .poll(async () => (await waiting(server)).map(({ recipient }) => recipient))
      .not.toContain('one@bora.example');
    expect(handedTo().filter((to) => to === 'one@bora.example')).toHaveLength(1);
    await server.close();
  });

  test('sends a code at once although the clock of the server that wrote it is ahead', async () => {
    const held = createHeldSender();
    const server = await startOne(held.sender);
    const put = createPutMail({
      clock: { now: () => new Date(server.clock.now().getTime() + 120_000) },
      random: systemRandom,
    });
    const mail = { to: 'ahead@bora.example', livesSeconds: 600 };
    await put(server.db, {
      ...mail,
      kind: 'email-changed',
      content: { kind: 'email-changed', at: server.clock.now().toISOString() },
    });
    await put(server.db, { ...mail, kind: 'email-code', content: { kind: 'email-code', code: '123456' } });
    // Another mail wakes the outbox; so does its timer.
    await requestCode(server, 'new@bora.example');
    const codes = Array.from({ length: 2 }, () => '[보라] 이메일 인증 코드');
    await expect.poll(held.subjects).toEqual(codes);
    for (const { accept } of held.handed) accept();
    // A notice waits for its time, as one that is for later.
    await expect.poll(async () => (await waiting(server)).map(({ kind }) => kind)).toEqual(['email-changed']);
    await server.close();
  });

  test('drops an expired mail', async () => {
    const held = createHeldSender();
    const server = await startOne(held.sender);
    await requestCode(server, 'new@bora.example');
    await expect.poll(() => held.handed.length).toBe(1);
    server.clock.advance(601);
    await requestCode(server, 'other@bora.example');
    await expect
      .poll(async () => (await waiting(server)).map(({ recipient }) => recipient))
      .toEqual(['other@bora.example']);
    await server.close();
  });

  test('drops none by a wrong clock', async () => {
    const database = await openTestDatabase();
    const { kysely: db } = database;
    const clock = createServerClock();
    const held = createHeldSender();
    const troubles: unknown[] = [];
    let isWrong = true;
    const outbox = createOutbox({
      db,
      transact: createTransact(db),
      clock,
      random: systemRandom,
      publicUrl: () => 'http://bora.test',
      delivery: { kind: 'sender', sender: held.sender },
      async checkClock() {
        if (isWrong) throw new WrongClockError(600_000);
      },
      findContent: () => Promise.resolve(undefined),
      log: { warn: () => undefined },
      failures: { report: (cause, error) => troubles.push([cause, error]), works: () => undefined },
    });
    const rows = () => db.selectFrom('outbox').selectAll().execute();
    await outbox.put(db, { kind: 'email-code', to: 'one@bora.example', content: null, livesSeconds: 60 });
    clock.advance(600);
    await outbox.settle();
    expect(troubles).toEqual([['outbox', new WrongClockError(600_000)]]);
    expect(await rows()).toHaveLength(1);
    isWrong = false;
    clock.advance(61);
    await outbox.settle();
    expect(await rows()).toEqual([]);
    expect(held.handed).toEqual([]);
    await outbox.stop();
    await database.close();
  });
});

describe('mail without a server', () => {
  test('the mailbox lists sent mails, the newest first, filtered by recipient', async () => {
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

  test('the mailbox is a Korean page that escapes user-supplied text', async () => {
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

  test('calls succeed without a mail server and a mailbox, as in production, and no mail can be read', async () => {
    const server = await createServerFixture({ delivery: { kind: 'none' } });
    expect((await requestCode(server, 'one@bora.example')).status).toBe(202);
    expect((await server.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })).statusCode).toBe(404);
    expect((await server.app.inject('/dev/mail.json')).statusCode).toBe(404);
    await server.close();
  });
});
