import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { signedReturn, type IdentityOutcome } from '#server/providers/identity.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { TEST_IDENTITY } from '#tests/support/server/test-identity.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

/** A title for adults. */
const EPISODE = 601;
const buildViewer = () => server.buildViewer({ identity_proved_at: null });
const begin = (token: string) => server.call(endpoints.beginIdentityCheck, { token });
const statusOf = async (token: string, id: string) =>
  (await server.call(endpoints.getIdentityCheck, { token, params: { id } })).reply.status;
const pathOf = (url: string) => url.replace('http://bora.test', '');

/** Answers the link on the phone's page as the provider does. */
function answerTo(providerPage: string, outcome: IdentityOutcome, secret = TEST_IDENTITY.secret) {
  const asked = new URL(providerPage).searchParams;
  const given = { returnUrl: asked.get('return_url')!, secret, at: server.clock.now().getTime() };
  return pathOf(signedReturn(given, { state: asked.get('state')!, outcome }));
}

async function askOnPhone(token: string) {
  const { id, url } = (await begin(token)).reply;
  const phone = createPhone(server.app);
  const page = await phone.open(pathOf(url!));
  return {
    id: id!,
    url: pathOf(url!),
    phone,
    providerPage: page.document.querySelector('a.button')!.getAttribute('href')!,
  };
}

test('a title for adults plays after an adult of the account has proved their age', async () => {
  const viewer = await buildViewer();
  const token = viewer.profileToken;
  const options = { token, params: { id: EPISODE }, query: { device: 'web' } };
  const answers = async () => [
    (await server.call(endpoints.getVideo, options)).error.code,
    (await server.call(endpoints.getAvodVideo, options)).error.code,
    (await server.call(endpoints.getVideoDownload, { token, params: { id: EPISODE } })).error.code,
  ];
  const accesses = async () =>
    (await server.call(endpoints.listEpisodes, { token, query: { item_id: 6 } })).reply.results.map(
      ({ access }) => access,
    );
  /** Whether the lists have a lock on title 6, and on another one. */
  const locks = async () => {
    const { results } = (await server.call(endpoints.listItems, { token, query: { limit: 100 } })).reply;
    const rows = (await server.call(endpoints.listHomeRows, { token })).reply.results;
    const ofHome = rows.flatMap((row) => (row.kind === 'items' || row.kind === 'ranking' ? row.results : []));
    const search = (await server.call(endpoints.searchItems, { token, query: { keyword: '제목' } })).reply.results;
    return [6, 5].map((wanted) =>
      [results, ofHome, search].map((items) => items.find(({ id }) => id === wanted)?.needs_identity ?? false),
    );
  };
  const NONE = [false, false, false];
  expect(await locks()).toEqual([[true, true, true], NONE]);
  // Another account's home is made from rows of its own.
  const proved = await server.buildViewer();
  expect(
    JSON.stringify((await server.call(endpoints.listHomeRows, { token: proved.profileToken })).reply),
  ).not.toContain('needs_identity');
  expect(await answers()).toEqual(['IDENTITY_REQUIRED', 'IDENTITY_REQUIRED', 'IDENTITY_REQUIRED']);
  const locked = { type: 'locked', expires_at: null, needs: 'identity' };
  expect(await accesses()).toEqual([locked, locked, locked]);
  expect((await server.call(endpoints.getVideo, { ...options, params: { id: 501 } })).status).toBe(200);

  const { id, url, phone, providerPage } = await askOnPhone(token);
  expect(providerPage).toMatch(/^https:\/\/identity\.test\/verify\?state=/);
  expect(await statusOf(token, id)).toBe('pending');
  const end = await phone.open((await phone.open(answerTo(providerPage, 'adult'))).location!);
  expect(end.heading).toBe('확인이 끝났어요');
  expect(await statusOf(token, id)).toBe('proved');
  expect((await server.call(endpoints.getVideo, options)).status).toBe(200);
  expect((await accesses()).map(({ type }) => type)).toEqual(['free', 'membership', 'membership']);
  expect(await locks()).toEqual([NONE, NONE]);

  // The server stores no data about the person, and a second answer has no effect.
  const [account] = await server.db.selectFrom('accounts').selectAll().where('id', '=', viewer.accountId).execute();
  expect(account!.identity_proved_at).toEqual(server.clock.now());
  expect((await phone.open(answerTo(providerPage, 'minor'))).location).toBe(url);
  expect(await statusOf(token, id)).toBe('proved');
  expect((await begin(token)).reply).toEqual({ id: null, status: 'proved', url: null, expires_in: 0 });
  expect((await begin(token)).status).toBe(200);
});

test.each([
  ['minor', '19세 작품은 볼 수 없어요'],
  ['cancelled', '본인 확인을 그만두었어요'],
] as const)('the answer %s opens nothing, and a new proof may begin', async (outcome, heading) => {
  const { profileToken: token } = await buildViewer();
  const { id, phone, providerPage } = await askOnPhone(token);
  expect((await phone.open((await phone.open(answerTo(providerPage, outcome))).location!)).heading).toBe(heading);
  expect(await statusOf(token, id)).toBe(outcome);
  expect((await begin(token)).reply.id).not.toBe(id);
});

test('a pending proof is continued, expires, and takes no late answer', async () => {
  const { profileToken: token } = await buildViewer();
  const first = (await begin(token)).reply;
  expect((await begin(token)).reply.id).toBe(first.id);
  const { id, url, phone, providerPage } = await askOnPhone(token);
  server.clock.advance(601);
  expect(await statusOf(token, id)).toBe('expired');
  await phone.open(answerTo(providerPage, 'adult'));
  expect((await phone.open(url)).heading).toBe('확인 시간이 지났어요');
  expect((await begin(token)).reply.status).toBe('pending');
});

test('an answer that the provider did not sign, or signed long ago, changes nothing', async () => {
  const { profileToken: token } = await buildViewer();
  const { id, phone, providerPage } = await askOnPhone(token);
  const forged = await phone.open(answerTo(providerPage, 'adult', 'another-secret-of-another-provider'));
  expect(forged.statusCode).toBe(400);
  const minor = answerTo(providerPage, 'minor');
  expect((await phone.open(minor.replace('outcome=minor', 'outcome=adult'))).statusCode).toBe(400);
  const old = answerTo(providerPage, 'adult');
  server.clock.advance(-601);
  expect((await phone.open(old)).statusCode).toBe(400);
  server.clock.advance(601);
  expect(await statusOf(token, id)).toBe('pending');
  expect((await phone.open('/identity/AAAAAAAAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA')).statusCode).toBe(404);
});

test('a forgotten PIN goes with the account’s password: from the gate, and on the phone', async () => {
  const { email, profileIds } = await server.buildAccount({
    profiles: [{}, { hasPin: true }, { hasPin: true, maxRating: '12' }],
  });
  const { token } = await server.signIn(email);
  const child = await server.signIn(email, 2);
  const [, second, third] = profileIds as [string, string, string];
  const hasPin = async () =>
    (await server.call(endpoints.listProfiles, { token })).reply.results.map(({ has_pin: has }) => has);
  const update = (by: string, id: string, body: object) =>
    server.call(endpoints.updateProfile, { token: by, params: { id }, body });

  expect((await update(token, second, { pin: null, password: 'wrong-password-1' })).error.code).toBe('LOGIN_FAILED');
  expect((await update(child.profileToken, second, { pin: null, password: PASSWORD })).error.code).toBe(
    'RATING_RESTRICTED',
  );
  expect((await update(token, second, { pin: null, password: PASSWORD })).status).toBe(200);
  expect(await hasPin()).toEqual([false, false, true]);
  const phone = createPhone(server.app);
  const page = `/pin/${third}`;
  expect((await phone.open(page)).heading).toBe('PIN 없애기');
  const wrong = await phone.send(page, { email, password: 'wrong-password-1' });
  expect([wrong.statusCode, wrong.errorOf('password')]).toEqual([401, '이메일 또는 비밀번호가 맞지 않아요.']);
  const stranger = await server.buildAccount();
  expect((await phone.send(page, { email: stranger.email, password: PASSWORD })).statusCode).toBe(404);
  expect((await phone.follow(page, { email, password: PASSWORD })).heading).toBe('PIN을 없앴어요');
  expect(await hasPin()).toEqual([false, false, false]);
  // The phone is signed out again.
  expect([...phone.cookies.keys()]).toEqual(['bora-form']);
});
