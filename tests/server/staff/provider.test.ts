import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { StaffRole } from '#contract/console/endpoint.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import {
  changeStaffRole,
  consoleSignIn,
  getConsoleSession,
  getSignInWays,
  listStaff,
  PROVIDER_PATHS,
  renewStaffLink,
} from '#contract/console/staff.ts';
import { createOpenIdProvider } from '#server/providers/openid.ts';
import { createMembers, STAFF_PASSWORD } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import {
  createProviderBrowser,
  startProvider,
  type ProviderProcess,
} from '#tests/support/sign-in-provider/start-provider.ts';

const PUBLIC_URL = 'http://bora.test';
const CLIENT = { clientId: 'bora', clientSecret: 'a-secret-of-the-client-of-bora' };
const ROLES = new Map<string, StaffRole>([
  ['bora-owners', 'owner'],
  ['bora-editors', 'editor'],
  ['bora-support', 'support'],
]);

let provider: ProviderProcess;
beforeAll(async () => {
  provider = await startProvider({
    ...CLIENT,
    callbackUrl: `${PUBLIC_URL}${PROVIDER_PATHS.callback}`,
    consoleUrl: `${PUBLIC_URL}/console/`,
  });
});
afterAll(() => provider.stop());

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
const serve = (issuer: string) => {
  const clock = { now: () => server.clock.now() };
  return createServerFixture({
    publicUrl: PUBLIC_URL,
    staffProvider: {
      provider: createOpenIdProvider({ issuer, scopes: 'openid email groups', ...CLIENT }, clock),
      name: '회사',
      roleClaim: 'groups',
      roles: ROLES,
    },
  });
};
beforeEach(async () => {
  server = await serve(provider.issuer);
  members = createMembers(server);
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** The provider is a process of its own, with a clock of its own: what it said is older for this one. */
const letAge = (seconds: number) => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + seconds * 1000 });

const person = (id: string, groups: string[], more = {}) =>
  provider.setPerson(id, { email: `${id}@bora.example`, email_verified: true, groups, ...more });

const BEGUN_COOKIE = 'bora-console-oidc';
const begunOf = ({ cookies }: { cookies: Map<string, string> }) =>
  JSON.parse(Buffer.from(cookies.get(BEGUN_COOKIE) ?? '', 'base64url').toString()) as { sessionId: string | null };

/** A browser with the console and the provider; its cookies of the console are those of the last answers. */
function openBrowser() {
  const pages = createProviderBrowser(provider.issuer);
  const cookies = new Map<string, string>();
  const get = async (url: string) => {
    const answer = await server.app.inject({
      method: 'GET',
      url,
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const { name, value } of answer.cookies) {
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
  const begin = async (purpose = 'sign-in') =>
    String((await get(`${PROVIDER_PATHS.begin}?for=${purpose}`)).headers.location);
  const comeBack = async (back: string) => {
    const { headers } = await get(back.slice(PUBLIC_URL.length));
    return String(headers.location).slice(`${PUBLIC_URL}/console/`.length);
  };
  const session = () => ({ cookie: `bora-console=${cookies.get('bora-console') ?? ''}` });
  return {
    pages,
    cookies,
    get,
    begin,
    comeBack,
    session,
    /** @returns the place of the console that the browser ends at. */
    async signIn(id: string | null, purpose?: string) {
      const { back } = await pages.visit(await begin(purpose), id);
      return comeBack(back);
    },
    me: async () => (await members.call(getConsoleSession, session())).reply,
  };
}

describe('a sign-in at the provider', () => {
  test('makes a member with the role of the most powerful group, and says so in the audit log', async () => {
    await person('ada', ['everybody', 'bora-support', 'bora-owners']);
    const browser = openBrowser();
    expect(await browser.signIn('ada')).toBe('');
    const me = await browser.me();
    expect(me).toMatchObject({ staff: { email: 'ada@bora.example', role: 'owner' }, is_from_provider: true });
    const { results } = (await members.call(listAuditEntries, browser.session())).reply;
    // Of one instant.
    expect(results.map(({ action, actor }) => `${actor}: ${action}`).sort()).toEqual([
      'ada@bora.example: session.sign-in',
      'ada@bora.example: staff.add',
    ]);
    const { results: staff } = (await members.call(listStaff, browser.session())).reply;
    expect(staff).toMatchObject([{ email: 'ada@bora.example', state: 'active', is_from_provider: true }]);
  });

  test('keeps the session from other sites and from scripts', async () => {
    await person('ben', ['bora-editors']);
    const browser = openBrowser();
    const { back } = await browser.pages.visit(await browser.begin(), 'ben');
    const answer = await browser.get(back.slice(PUBLIC_URL.length));
    const [begun, session] = answer.headers['set-cookie'] as string[];
    expect(begun).toBe('bora-console-oidc=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax');
    expect(session).toMatch(/^bora-console=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  test('lets nobody in whose groups give no role, and makes no member', async () => {
    await person('cem', ['everybody']);
    const browser = openBrowser();
    expect(await browser.signIn('cem')).toBe('#/oidc/no-role');
    expect(browser.cookies.size).toBe(0);
    expect(await server.db.selectFrom('staff').selectAll().execute()).toEqual([]);
  });

  test('lets nobody in without a proved address', async () => {
    await person('dov', ['bora-owners'], { email_verified: false });
    expect(await openBrowser().signIn('dov')).toBe('#/oidc/no-email');
  });

  test('takes over a role that has changed, and ends everything of a member who has none any longer', async () => {
    await person('eve', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('eve');
    await person('eve', ['bora-support'], { email: 'eve.new@bora.example' });
    const again = openBrowser();
    await again.signIn('eve');
    expect((await again.me()).staff).toMatchObject({ email: 'eve.new@bora.example', role: 'support' });
    await person('eve', []);
    expect(await openBrowser().signIn('eve')).toBe('#/oidc/no-role');
    for (const each of [browser, again])
      expect((await members.call(getConsoleSession, each.session())).status).toBe(401);
  });

  test('opens no account of a member with a password', async () => {
    const owner = await members.buildMember('owner');
    await person('fay', ['bora-owners'], { email: owner.email });
    expect(await openBrowser().signIn('fay')).toBe('#/oidc/taken');
  });

  test('belongs to the browser that began it, and happens once', async () => {
    await person('gus', ['bora-editors']);
    const browser = openBrowser();
    const { back } = await browser.pages.visit(await browser.begin(), 'gus');
    expect(await openBrowser().comeBack(back)).toBe('#/oidc/expired');
    const begun = new Map(browser.cookies);
    expect(await browser.comeBack(back)).toBe('');
    const replayed = openBrowser();
    for (const [name, value] of begun) replayed.cookies.set(name, value);
    expect(await replayed.comeBack(back)).toBe('#/oidc/refused');
  });

  test('says so when the person stops at the provider', async () => {
    expect(await openBrowser().signIn(null)).toBe('#/oidc/refused');
  });

  test.each(['', 'x', Buffer.from('{"state":1}').toString('base64url')])(
    'refuses an answer with a cookie that this server did not write: %j',
    async (cookie) => {
      const browser = openBrowser();
      browser.cookies.set(BEGUN_COOKIE, cookie);
      expect(await browser.comeBack(`${PUBLIC_URL}${PROVIDER_PATHS.callback}?code=x&state=y`)).toBe('#/oidc/expired');
    },
  );

  test('has a limit for each address, which pages that embed it do not use up', async () => {
    const browser = openBrowser();
    const embed = async (url: string) =>
      (await server.app.inject({ method: 'GET', url, headers: { 'sec-fetch-dest': 'image' } })).statusCode;
    for (let times = 0; times < 60; times += 1) expect(await embed(PROVIDER_PATHS.begin)).toBe(404);
    expect([await embed(PROVIDER_PATHS.callback), await embed(PROVIDER_PATHS.end)]).toEqual([404, 404]);
    expect(await browser.begin()).not.toContain('too-many');
    for (let times = 0; times < 60; times += 1) await browser.get(PROVIDER_PATHS.callback);
    expect(await browser.begin()).toBe(`${PUBLIC_URL}/console/#/oidc/too-many`);
  });
});

describe('a member whom the provider knows', () => {
  const renew = async (browser: ReturnType<typeof openBrowser>) => {
    const { staff, csrf_token: csrf } = await browser.me();
    return members.call(renewStaffLink, { ...browser.session(), csrf }, { params: { id: staff.id } });
  };

  test('signs in there again before a dangerous call, also where the provider still knows the browser', async () => {
    await person('hal', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('hal');
    expect((await renew(browser)).error.code).toBe('CONFIRMATION_REQUIRED');

    const known = await browser.pages.visit(await browser.begin(), null);
    expect(known.wasAsked).toBe(false);
    const fresh = await browser.pages.visit(await browser.begin('confirm'), 'hal');
    expect(fresh.wasAsked).toBe(true);
    expect(await browser.comeBack(fresh.back)).toBe('#/oidc/done');
    // Confirmed, and refused because this member has no password.
    expect((await renew(browser)).error.code).toBe('REFUSED');
  });

  test('is not confirmed by a sign-in that is more than two minutes old', async () => {
    await person('max', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('max');
    const { back } = await browser.pages.visit(await browser.begin('confirm'), 'max');
    // Two minutes, and the half that clocks may differ by.
    letAge(160);
    expect(await browser.comeBack(back)).toBe('#/oidc/expired/window');
    vi.useRealTimers();
    expect((await renew(browser)).error.code).toBe('CONFIRMATION_REQUIRED');
  });

  test('is not confirmed by a sign-in without a question, also with a changed cookie', async () => {
    await person('mia', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('mia');
    await browser.begin('confirm');
    const { sessionId } = begunOf(browser);
    const known = await browser.pages.visit(await browser.begin(), null);
    expect(known.wasAsked).toBe(false);
    const changed = { ...begunOf(browser), purpose: 'confirm', sessionId };
    browser.cookies.set(BEGUN_COOKIE, Buffer.from(JSON.stringify(changed)).toString('base64url'));
    expect(await browser.comeBack(known.back)).toMatch(/^#\/oidc\/(?!done)/);
    expect((await renew(browser)).error.code).toBe('CONFIRMATION_REQUIRED');
  });

  test('is not confirmed once its groups give no role, and has no session any longer', async () => {
    await person('lea', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('lea');
    await person('lea', ['everybody']);
    const { back } = await browser.pages.visit(await browser.begin('confirm'), 'lea');
    expect(await browser.comeBack(back)).toBe('#/oidc/no-role/window');
    expect((await members.call(getConsoleSession, browser.session())).status).toBe(401);
  });

  test('is not confirmed by another person at the same screen', async () => {
    await person('ida', ['bora-owners']);
    await person('jon', ['bora-owners']);
    const browser = openBrowser();
    await browser.signIn('ida');
    await openBrowser().signIn('jon');
    const { back } = await openBrowser().pages.visit(await browser.begin('confirm'), 'jon');
    expect(await browser.comeBack(back)).toBe('#/oidc/other-person/window');
    expect((await renew(browser)).error.code).toBe('CONFIRMATION_REQUIRED');
  });

  test('gets neither a password nor another role here', async () => {
    await person('kim', ['bora-editors']);
    const browser = openBrowser();
    await browser.signIn('kim');
    const { id } = (await browser.me()).staff;
    const owner = await members.buildMember('owner');
    const asked = { params: { id } };
    for (const answer of [
      await members.call(renewStaffLink, owner, asked),
      await members.call(changeStaffRole, owner, { ...asked, body: { role: 'owner' } }),
    ])
      expect(answer.error.message).toBe('외부 계정으로 로그인하는 운영자예요. 비밀번호와 역할은 그쪽에서 바꿔 주세요.');
  });

  describe('after the service moved to another provider', () => {
    const subjects = async () =>
      (await server.db.selectFrom('staff').select('provider_subject').execute()).map((row) => row.provider_subject);
    const moved = 'https://login-before.example lea';
    beforeEach(async () => {
      await person('lea', ['bora-editors']);
      await openBrowser().signIn('lea');
      await server.db.updateTable('staff').set({ provider_subject: moved }).execute();
    });

    test('is found again by the address', async () => {
      expect(await openBrowser().signIn('lea')).toBe('');
      expect(await subjects()).toEqual([`${provider.issuer} lea`]);
    });

    test('is nobody whose address the new provider has not proved', async () => {
      await person('max', ['bora-owners'], { email: 'lea@bora.example', email_verified: undefined });
      expect(await openBrowser().signIn('max')).toBe('#/oidc/taken');
      expect(await subjects()).toEqual([moved]);
    });
  });

  test('signs out of the provider too', async () => {
    const location = String((await openBrowser().get(PROVIDER_PATHS.end)).headers.location);
    expect(location.startsWith(`${provider.issuer}/session/end?`)).toBe(true);
    expect(new URL(location).searchParams.get('post_logout_redirect_uri')).toBe(`${PUBLIC_URL}/console/`);
  });
});

describe('beside the provider', () => {
  test('the sign-in page learns its name', async () => {
    expect((await members.call(getSignInWays, {})).reply).toEqual({ provider: { name: '회사' } });
  });

  test('an owner with a password gets in while the provider does not answer', async () => {
    const away = await serve('http://127.0.0.1:9');
    const there = createMembers(away);
    const owner = await there.buildMember('owner');
    const begun = await away.app.inject({ method: 'GET', url: PROVIDER_PATHS.begin });
    expect(begun.headers.location).toBe(`${PUBLIC_URL}/console/#/oidc/unavailable`);
    const confirming = await away.app.inject({ method: 'GET', url: `${PROVIDER_PATHS.begin}?for=confirm` });
    expect(confirming.headers.location).toBe(`${PUBLIC_URL}/console/#/oidc/expired/window`);
    away.clock.advance(60);
    const body = { email: owner.email, password: STAFF_PASSWORD, code: there.codeOf(owner.secret) };
    expect((await there.call(consoleSignIn, {}, { body })).status).toBe(200);
    await away.close();
  });

  test('pages of the console from before lead back to it where none is configured any longer', async () => {
    const plain = await createServerFixture({ publicUrl: PUBLIC_URL });
    const placeOf = async (url: string) =>
      String((await plain.app.inject({ method: 'GET', url })).headers.location).slice(`${PUBLIC_URL}/console/`.length);
    expect(await placeOf(PROVIDER_PATHS.end)).toBe('');
    expect(await placeOf(`${PROVIDER_PATHS.begin}?for=again`)).toBe('#/oidc/off/window');
    expect(await placeOf(`${PROVIDER_PATHS.callback}?code=x&state=y`)).toBe('#/oidc/off');
    expect((await createMembers(plain).call(getSignInWays, {})).reply).toEqual({ provider: null });
    await plain.close();
  });
});
