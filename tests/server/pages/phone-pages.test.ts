import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { readCode, readMailbox } from '#tests/support/server/mail.ts';
import { createPhone, type Phone, type PhonePage } from '#tests/support/app/phone.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const askFor = async (device: Record<string, string> = { platform: 'webos', name: '안방 TV' }) =>
  (await server.call(endpoints.authorizeDevice, { body: { device } })).reply;
const poll = (code: string) => server.call(endpoints.getDeviceToken, { body: { device_code: code } });

/** A signed-in phone that shows a television's approval page. */
async function askedPhone() {
  const { email } = await server.buildAccount();
  const tv = await askFor();
  const phone = createPhone(server.app);
  await phone.open(`/link?code=${tv.user_code}`);
  const page = await phone.follow('/link/sign-in', { code: tv.user_code, email, password: PASSWORD });
  return { email, tv, phone, page };
}

describe('every page', () => {
  test.each([
    '/link',
    '/link?code=XXXX-0000',
    '/link/sign-up',
    '/password',
    '/password?token=x',
    '/checkout/x',
    '/identity/x',
    '/pin/x',
    '/second-factor',
  ])('%s is not cached or framed, and runs only its own inline code', async (url) => {
    const { headers, document } = await createPhone(server.app).open(url);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-frame-options': 'DENY',
      'content-type': 'text/html; charset=utf-8',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('unsafe');
    expect(document.documentElement.lang).toBe('ko');
    for (const input of document.querySelectorAll('input:not([type=hidden])')) {
      expect(document.querySelector(`label[for=${input.id}]`)?.textContent).toBeTruthy();
      expect(input.getAttribute('autocomplete')).toBeTruthy();
    }
  });

  test('hides its cookies from scripts and other sites, and on https from http and other hosts', async () => {
    const plain = (await createPhone(server.app).open('/link')).headers['set-cookie'];
    expect(plain).toMatch(/^bora-form=[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    const secure = await createServerFixture({ publicUrl: 'https://bora.test' });
    const { email } = await secure.buildAccount();
    const phone = createPhone(secure.app);
    expect((await phone.open('/link/sign-up')).headers['set-cookie']).toMatch(/^__Host-bora-form=.+; Secure$/);
    const { headers } = await phone.send('/link/sign-in', { code: '', email, password: PASSWORD });
    expect(headers['set-cookie']).toMatch(/^__Host-bora-phone=[\w.-]{66}; Path=\/; .*HttpOnly; SameSite=Lax; Secure$/);
    await secure.close();
  });

  test('rejects forms of other origins', async () => {
    const { phone, tv } = await askedPhone();
    const stranger = createPhone(server.app);
    await stranger.open('/link/sign-up');
    const answer = { code: tv.user_code, action: 'approve' };
    const forged = [
      await phone.send('/link/answer', { ...answer, form_token: '' }),
      await phone.send('/link/answer', { ...answer, form_token: 'x'.repeat(43) }),
      await phone.send('/link/answer', answer, { 'sec-fetch-site': 'cross-site' }),
      await phone.send('/link/answer', answer, { 'sec-fetch-site': 'same-site' }),
    ];
    for (const { statusCode, heading } of forged) {
      expect([statusCode, heading]).toEqual([403, '페이지를 다시 열어 주세요']);
    }
    const of = async (other: Phone) =>
      (await other.open('/link/sign-up')).document.querySelector<HTMLInputElement>('[name=form_token]')!.value;
    const foreign = await phone.send('/link/answer', { ...answer, form_token: await of(stranger) });
    expect(foreign.statusCode).toBe(403);
    expect((await poll(tv.device_code)).error.code).toBe('AUTHORIZATION_PENDING');
  });

  test('answers a malformed or oversized body with a page', async () => {
    const { statusCode, heading } = await createPhone(server.app).send('/link/sign-in', { email: 'x'.repeat(20_000) });
    expect([statusCode, heading]).toEqual([400, '요청을 처리할 수 없어요']);
  });
});

describe('/link', () => {
  test('asks for the code, and accepts any spelling', async () => {
    const phone = createPhone(server.app);
    const asked = await phone.open('/link');
    expect([asked.heading, asked.focused]).toEqual(['TV에 로그인', 'code']);
    const { user_code: code } = await askFor();
    expect((await phone.open(`/link?code=${code.toLowerCase().replace('-', '%20')}`)).heading).toBe('로그인');
    expect((await phone.open('/link?code=')).errorOf('code')).toBe('코드를 입력해 주세요.');
  });

  test('shows an unknown or expired code’s error at the field, and keeps the input', async () => {
    const phone = createPhone(server.app);
    const unknown = await phone.open('/link?code=ZZZZ-0000');
    expect(unknown.statusCode).toBe(404);
    expect(unknown.errorOf('code')).toContain('찾을 수 없어요');
    expect(unknown.document.querySelector('input')?.getAttribute('value')).toBe('ZZZZ-0000');
    const { user_code: code } = await askFor();
    server.clock.advance(900);
    expect((await phone.open(`/link?code=${code}`)).errorOf('code')).toContain('시간이 지났어요');
  });

  test('shows the requesting device after sign-in, and approves the television', async () => {
    const { email, tv, phone, page } = await askedPhone();
    expect(page.heading).toBe('이 기기를 로그인할까요?');
    const text = page.document.querySelector('dl')!.textContent;
    expect(text).toContain(tv.user_code);
    expect(text).toContain('안방 TV (LG TV)');
    expect(text).toContain(email);
    const done = await phone.follow('/link/answer', { code: tv.user_code, action: 'approve' });
    expect(done.heading).toBe('TV에 로그인했어요');
    const { reply } = await poll(tv.device_code);
    expect(reply.account.email).toBe(email);
    // Pressing again, reloading and opening again: still done, and only once.
    expect((await phone.follow('/link/answer', { code: tv.user_code, action: 'approve' })).heading).toBe(done.heading);
    expect((await createPhone(server.app).open(`/link?code=${tv.user_code}`)).errorOf('code')).toContain('이미 사용한');
    const stranger = await askedPhone();
    expect((await stranger.phone.open(`/link?code=${tv.user_code}`)).errorOf('code')).toContain('이미 사용한');
    const next = await askFor();
    expect((await phone.open(`/link?code=${next.user_code}`)).heading).toBe('이 기기를 로그인할까요?');
  });

  test('does not sign in a denied television', async () => {
    const { tv, phone } = await askedPhone();
    const done = await phone.follow('/link/answer', { code: tv.user_code, action: 'deny' });
    expect(done.heading).toBe('로그인을 거부했어요');
    expect((await poll(tv.device_code)).error.code).toBe('ACCESS_DENIED');
  });

  test('redirects to the code field after the code’s end', async () => {
    const { tv, phone } = await askedPhone();
    server.clock.advance(900);
    const late = await phone.send('/link/answer', { code: tv.user_code, action: 'approve' });
    expect(late.errorOf('code')).toContain('시간이 지났어요');
  });

  test('asks a phone that was signed out elsewhere to sign in', async () => {
    const { tv, phone } = await askedPhone();
    phone.cookies.delete('bora-phone');
    expect((await phone.follow('/link/answer', { code: tv.user_code, action: 'approve' })).heading).toBe('로그인');
    expect((await poll(tv.device_code)).error.code).toBe('AUTHORIZATION_PENDING');
  });

  test('escapes the television’s name', async () => {
    const { email } = await server.buildAccount();
    const tv = await askFor({ platform: 'web', name: '<script>alert(1)</script>"><img src=x>' });
    const phone = createPhone(server.app);
    await phone.open(`/link?code=${tv.user_code}`);
    const page = await phone.follow('/link/sign-in', { code: tv.user_code, email, password: PASSWORD });
    expect(page.document.querySelector('dl')?.textContent).toContain('<script>alert(1)</script>"><img src=x>');
    expect(page.document.querySelectorAll('img, dl script')).toHaveLength(0);
    const echoed = await phone.open(`/link?code=${encodeURIComponent('"><script>x</script>')}`);
    expect(echoed.document.querySelectorAll('script')).toHaveLength(1);
  });

  describe('the origin of a television', () => {
    /** A phone at one address that shows the request of a television at another. */
    const askAcross = async (device: Record<string, string>, from: string, phoneAt: string) => {
      const { email } = await server.buildAccount();
      const tv = (
        await server.call(endpoints.authorizeDevice, { body: { device }, headers: { 'x-forwarded-for': from } })
      ).reply;
      const phone = createPhone(server.app);
      await phone.open(`/link?code=${tv.user_code}`);
      await phone.follow('/link/sign-in', { code: tv.user_code, email, password: PASSWORD });
      const ask = async () => phone.open(`/link?code=${tv.user_code}`, { 'x-forwarded-for': phoneAt });
      return { tv, phone, ask, page: await ask() };
    };
    const factOf = (page: PhonePage, name: string) =>
      Array.from(page.document.querySelectorAll('dt')).find(({ textContent }) => textContent === name)
        ?.nextElementSibling?.textContent;

    test.each([
      ['203.0.113.7', '203.0.113.200', '이 휴대폰과 같은 네트워크'],
      ['2001:db8:1:2::7', '2001:db8:1:ffff::1', '이 휴대폰과 같은 네트워크'],
      ['203.0.113.7', '198.51.100.7', '다른 네트워크 (주소\u00a0203.0.113.*)'],
      ['2001:db8::7', '203.0.113.7', '다른 네트워크 (주소\u00a02001:db8:0:*)'],
    ])('%s is shown to a phone at %s as %s', async (from, phoneAt, text) => {
      const { page } = await askAcross({ platform: 'webos' }, from, phoneAt);
      expect(factOf(page, '요청한 곳')).toBe(text);
      expect(page.document.querySelector('.notice') !== null).toBe(text.startsWith('다른'));
      expect(page.body).not.toContain(from);
    });

    test('is stored as a network, and only until the answer', async () => {
      const { tv, phone } = await askAcross({ platform: 'webos' }, '203.0.113.7', '203.0.113.9');
      const findStored = async () =>
        server.db
          .selectFrom('device_authorizations')
          .select('requested_from')
          .where('user_code', '=', tv.user_code.replace('-', ''))
          .executeTakeFirstOrThrow();
      expect(await findStored()).toEqual({ requested_from: '203.0.113.*' });
      await phone.send('/link/answer', { code: tv.user_code, action: 'deny' });
      expect(await findStored()).toEqual({ requested_from: null });
    });

    test('is unknown where the address had no network', async () => {
      const { ask } = await askAcross({ platform: 'webos' }, '203.0.113.7', '203.0.113.9');
      await server.db.updateTable('device_authorizations').set({ requested_from: null }).execute();
      const page = await ask();
      expect(factOf(page, '요청한 곳')).toBe('알 수 없어요');
      expect(page.document.querySelector('.notice')).toBeNull();
    });

    test.each([
      ['거실\n관리자가 보낸\u2028요청', '거실 관리자가 보낸 요청 (LG TV)'],
      ['\u202E거실\u2066 TV', '거실 TV (LG TV)'],
      ['\u200b\u200d', 'OLED55 (LG TV)'],
      ['확인: https://evil.example/', '확인: (LG TV)'],
      ['WWW.evil.example', 'OLED55 (LG TV)'],
    ])('an old name %j of a television is shown on one line', async (name, text) => {
      const { tv, ask } = await askAcross({ platform: 'webos', model: 'OLED55' }, '203.0.113.7', '203.0.113.9');
      await server.db
        .updateTable('device_authorizations')
        .set({ name })
        .where('user_code', '=', tv.user_code.replace('-', ''))
        .execute();
      expect(factOf(await ask(), '기기')).toBe(text);
      const link = await server.call(endpoints.getDeviceLink, { params: { user_code: tv.user_code } });
      expect(link.reply.device.name ?? link.reply.device.model).toBe(text.replace(' (LG TV)', ''));
    });
  });

  test('wraps neither the time zone nor an e-mail inside a word', async () => {
    const { page, email } = await askedPhone();
    const [time, account] = Array.from(page.document.querySelectorAll('dd')).slice(-2);
    expect(time?.textContent).toContain('(한국\u00a0시간)');
    expect(account?.textContent).toBe(email);
    expect(account?.innerHTML).toContain('<wbr>@bora<wbr>.example');
  });

  test('another account may sign in', async () => {
    const { tv, phone } = await askedPhone();
    expect((await phone.follow('/link/sign-out', { code: tv.user_code })).heading).toBe('로그인');
    expect(phone.cookies.has('bora-phone')).toBe(false);
  });
});

describe('sign-in on the phone', () => {
  test('shows errors at their field, and keeps the e-mail but not the password', async () => {
    const { email } = await server.buildAccount();
    const { user_code: code } = await askFor();
    const phone = createPhone(server.app);
    await phone.open(`/link?code=${code}`);
    const empty = await phone.send('/link/sign-in', { code, email: 'nobody', password: '' });
    expect([empty.statusCode, empty.focused]).toEqual([400, 'email']);
    expect(empty.errorOf('email')).toContain('이메일');
    expect(empty.errorOf('password')).toContain('비밀번호');
    const wrong = await phone.send('/link/sign-in', {
      code,
      email: ` ${email.toUpperCase()}`,
      password: 'wrong-pass-1',
    });
    expect([wrong.statusCode, wrong.focused]).toEqual([401, 'password']);
    expect(wrong.errorOf('password')).toBe('이메일 또는 비밀번호가 맞지 않아요.');
    expect(wrong.document.querySelector('[name=email]')?.getAttribute('value')).toBe(email);
    expect(wrong.body).not.toContain('wrong-pass-1');
  });

  test('has the limits of every sign-in', async () => {
    const { email } = await server.buildAccount();
    const phone = createPhone(server.app);
    await phone.open('/link/sign-up');
    let page = await phone.send('/link/sign-in', { code: '', email, password: 'wrong-pass-1' });
    for (let tries = 0; tries < 25 && page.statusCode !== 429; tries += 1) {
      page = await phone.send('/link/sign-in', { code: '', email, password: 'wrong-pass-1' });
    }
    expect([page.statusCode, page.heading]).toEqual([429, '잠시 쉬었다 해 주세요']);
    expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    server.clock.advance(600);
  });
});

describe('sign-up on the phone', () => {
  test('verifies the e-mail, creates the account, and continues with the television', async () => {
    const email = 'phone-new@bora.example';
    const tv = await askFor();
    const phone = createPhone(server.app);
    await phone.open(`/link/sign-up?code=${tv.user_code}`);
    const details = await phone.send('/link/sign-up', { code: tv.user_code, email });
    expect([details.statusCode, details.focused]).toEqual([200, 'auth_code']);
    const tokens = [...details.document.querySelectorAll('input:not([type=hidden])')].map((input) =>
      input.getAttribute('autocomplete'),
    );
    expect(tokens).toEqual(['username', 'one-time-code', 'new-password', 'new-password']);

    const authCode = await readCode(server.app, email);
    const given = { code: tv.user_code, email, auth_code: authCode, password1: 'bora-new-1', password2: 'bora-new-1' };
    const weak = await phone.send('/link/sign-up/done', { ...given, password1: 'short', password2: 'short' });
    expect(weak.errorOf('password1')).toContain('8자 이상');
    expect(weak.document.querySelector('[name=auth_code]')?.getAttribute('value')).toBe(authCode);
    const other = await phone.send('/link/sign-up/done', { ...given, password2: 'bora-new-2' });
    expect([other.focused, other.errorOf('password2')]).toEqual(['password2', '두 비밀번호가 서로 달라요.']);
    const wrong = await phone.send('/link/sign-up/done', {
      ...given,
      auth_code: authCode === '000000' ? '1' : '000000',
    });
    expect(wrong.errorOf('auth_code')).toBe('인증 코드가 맞지 않아요.');

    const asked = await phone.follow('/link/sign-up/done', given);
    expect(asked.heading).toBe('이 기기를 로그인할까요?');
    await phone.send('/link/answer', { code: tv.user_code, action: 'approve' });
    expect((await poll(tv.device_code)).reply.account.email).toBe(email);
  });

  test('a sign-up with a known e-mail leads to sign-in; a second code within a minute is the first one', async () => {
    const { email } = await server.buildAccount();
    const phone = createPhone(server.app);
    await phone.open('/link/sign-up');
    const taken = await phone.send('/link/sign-up', { code: '', email });
    expect([taken.statusCode, taken.errorOf('email')]).toEqual([409, '이미 가입한 이메일이에요. 로그인해 주세요.']);
    await phone.send('/link/sign-up', { code: '', email: 'twice@bora.example' });
    const again = await phone.send('/link/sign-up', { code: '', email: 'twice@bora.example' });
    expect(again.document.querySelector('[role=alert]')?.textContent).toContain('초 뒤에 다시');
    expect(await readMailbox(server.app, 'twice@bora.example')).toHaveLength(1);
  });
});

describe('/password', () => {
  const linkOf = async (email: string) => {
    const mail = (await readMailbox(server.app, email)).find(({ subject }) => subject.includes('비밀번호'));
    return /http:\/\/bora\.test(\/password\?token=[\w-]+)/.exec(mail?.text ?? '')![1]!;
  };

  test('sends a mail with a link that sets a new password once', async () => {
    const viewer = await server.buildViewer();
    const phone = createPhone(server.app);
    await phone.open('/password');
    expect((await phone.follow('/password/request', { email: viewer.email })).heading).toBe('메일을 확인해 주세요');
    const link = await linkOf(viewer.email);
    const page = await phone.open(link);
    expect([page.heading, page.focused]).toEqual(['비밀번호 새로 정하기', 'password1']);
    const token = new URL(link, 'http://bora.test').searchParams.get('token')!;
    const wrong = await phone.send('/password', { token, password1: 'bora-next-1', password2: 'bora-next-2' });
    expect([wrong.statusCode, wrong.errorOf('password2')]).toEqual([400, '두 비밀번호가 서로 달라요.']);
    expect(wrong.body).not.toContain('bora-next');

    const sent = await phone.send('/password', { token, password1: 'bora-next-1', password2: 'bora-next-1' });
    expect([sent.statusCode, sent.location]).toEqual([303, '/password/done']);
    const body = { email: viewer.email, password: 'bora-next-1', device: { platform: 'web' } };
    expect((await server.call(endpoints.login, { body })).status).toBe(200);
    expect((await server.call(endpoints.getMyAccount, { token: viewer.token })).error.code).toBe('TOKEN_INVALID');

    const again = await phone.open(link);
    expect([again.statusCode, again.heading]).toEqual([410, '이 링크는 더 쓸 수 없어요']);
    const repeated = await phone.send('/password', { token, password1: 'bora-last-1', password2: 'bora-last-1' });
    expect(repeated.statusCode).toBe(410);
  });

  test('offers another mail after an expired link, and does not reveal unknown e-mails', async () => {
    const { email } = await server.buildAccount();
    const phone = createPhone(server.app);
    await phone.open('/password');
    await phone.send('/password/request', { email });
    const link = await linkOf(email);
    server.clock.advance(900);
    const over = await phone.open(link);
    expect(over.statusCode).toBe(410);
    expect(over.document.querySelector('a.button')?.getAttribute('href')).toBe('/password');
    const unknown = await phone.send('/password/request', { email: 'nobody-here@bora.example' });
    expect(unknown.location).toBe('/password/sent');
  });
});
