import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { readCode } from '#tests/support/server/mail.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, PASSWORD, PIN, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

const withPin = (pin: string | undefined) => (pin === undefined ? {} : { 'x-profile-pin': pin });
const choose = (token: string, id: string, pin?: string) =>
  server.call(endpoints.getProfileToken, { token, params: { id }, headers: withPin(pin) });
const update = (token: string, id: string, body: unknown, pin?: string) =>
  server.call(endpoints.updateProfile, { token, params: { id }, body, headers: withPin(pin) });
const list = async (token: string) => (await server.call(endpoints.listProfiles, { token })).reply.results;
const refused = ({ status, error }: { status: number; error: { code: string } }) => [status, error.code];
const RESTRICTED = [403, 'RATING_RESTRICTED'];

/** An owner, a parent with a PIN, a child, a sibling with a PIN and an adult's second profile, each with a token. */
async function buildHousehold() {
  const profiles = [
    { name: '주인' },
    { name: '어른', hasPin: true },
    { name: '아이', maxRating: '12' },
    { name: '동생', maxRating: '7', hasPin: true },
  ] as const;
  // A membership without an end could not be bought on.
  const end = new Date(server.clock.now().getTime() + 30 * 24 * 3600_000);
  const viewer = await server.buildViewer({ profiles: [...profiles], membership_expires_at: end });
  const [owner, adult, child, sibling] = (await list(viewer.token)).map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ];
  const tokenOf = async (id: string) => (await choose(viewer.token, id, PIN)).reply.token;
  return {
    ...viewer,
    ids: { owner, adult, child, sibling },
    tokens: { owner: await tokenOf(owner), adult: await tokenOf(adult), child: await tokenOf(child) },
  };
}

type Household = Awaited<ReturnType<typeof buildHousehold>>;

describe('the rules of a household', () => {
  const names = Object.keys(endpoints) as EndpointName[];
  const endpointOf = (name: EndpointName): Endpoint => endpoints[name];

  /** What a limited profile may not do (contract.md, section 3), each by a call that succeeds for the owner's profile. */
  const forAdults: Partial<Record<EndpointName, (household: Household) => Promise<CallOptions> | CallOptions>> = {
    changePassword: () => ({ body: { old_password: PASSWORD, new_password: 'bora-other-2' } }),
    async confirmEmail({ email }) {
      await server.call(endpoints.requestEmailCode, { body: { email } });
      return { body: { email, auth_code: await readCode(server.app, email) } };
    },
    async removeDeviceSession({ email, token }) {
      await server.signIn(email);
      const { results } = (await server.call(endpoints.listDeviceSessions, { token })).reply;
      return { params: { id: results.find(({ is_current: isCurrent }) => !isCurrent)!.id } };
    },
    async answerDeviceLink() {
      const { reply } = await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'tizen' } } });
      return { params: { user_code: reply.user_code }, body: { approve: true } };
    },
    createOrder: () => ({ params: { id: 81 } }),
    orderPlan: () => ({ params: { id: 1 } }),
    async redeemVoucher() {
      const now = server.clock.now();
      const code = 'BCDFGHJK2345';
      const limits = { max_uses: 1, cnt_used: 0, is_paused: false, ends_at: new Date(now.getTime() + 3600_000) };
      await server.db
        .insertInto('vouchers')
        .values({ id: randomUUID(), code, name: '시험', percent: 20, ...limits, created_at: now })
        .execute();
      return { body: { code } };
    },
    beginSecondFactor: () => ({ body: { password: PASSWORD, method: 'mail' } }),
    async confirmSecondFactor({ email, tokens }) {
      const body = { password: PASSWORD, method: 'mail' };
      await server.call(endpoints.beginSecondFactor, { token: tokens.owner, body });
      return { body: { auth_code: await readCode(server.app, email) } };
    },
    endSecondFactor: () => ({ body: { password: PASSWORD } }),
    beginIdentityCheck: () => ({}),
    createProfile: () => ({ body: { name: '하나 더', default_image_id: 1 } }),
    removeProfile: ({ ids }) => ({ params: { id: ids.child } }),
    leaveAccount: () => ({ body: { password: PASSWORD } }),
    exportAccount: () => ({}),
  };

  test.each(Object.keys(forAdults) as EndpointName[])(
    'refuses %s to a limited profile and leaves it to an adult one',
    async (name) => {
      const home = await buildHousehold();
      const options = await forAdults[name]!(home);
      const answer = await server.call(endpointOf(name), { ...options, token: home.tokens.child });
      expect(refused(answer)).toEqual(RESTRICTED);
      expect(answer.error.message).toBe('연령 제한이 있는 프로필에서는 할 수 없어요.');
      expect((await server.call(endpointOf(name), { ...options, token: home.tokens.owner })).status).toBeLessThan(300);
    },
  );

  const isLeft = (name: EndpointName) => {
    const { method, auth } = endpointOf(name);
    // Signing out has no input to malform, and a test of its own.
    return method !== 'GET' && auth !== 'none' && !(name in forAdults) && name !== 'logout';
  };
  test('leaves every other write with a token to a limited profile', async () => {
    const { tokens } = await buildHousehold();
    const left = names.filter(isLeft);
    expect(left).toContain('addWish');
    for (const name of left) {
      // The household's rule comes first, so that a malformed call shows it and changes nothing.
      const { error } = await server.call(endpointOf(name), {
        token: tokens.child,
        params: { id: '\0', userId: '\0', itemId: '\0' },
        body: [1],
      });
      expect([name, error.code]).toEqual([name, 'VALIDATION_FAILED']);
    }
  });

  test('lets a limited profile sign its own device out', async () => {
    const { tokens } = await buildHousehold();
    expect((await server.call(endpoints.logout, { token: tokens.child })).status).toBe(204);
    expect((await server.call(endpoints.getMyAccount, { token: tokens.child })).error.code).toBe('TOKEN_INVALID');
  });

  test('applies to tokens issued before the profile was limited', async () => {
    const { token, tokens, ids } = await buildHousehold();
    await update(token, ids.owner, { max_rating: '15' });
    const answer = await server.call(endpoints.createProfile, {
      token: tokens.owner,
      body: { name: '하나 더', default_image_id: 1 },
    });
    expect(refused(answer)).toEqual(RESTRICTED);
    expect(refused(await update(tokens.owner, ids.owner, { max_rating: '19' }))).toEqual(RESTRICTED);
    // The way back: the gate's account token works while an adult profile is open or no profile has a PIN.
    for (const id of [ids.adult, ids.sibling]) await update(token, id, { pin: null }, PIN);
    expect((await update(token, ids.owner, { max_rating: '19' })).status).toBe(200);
  });

  test('cannot be bypassed with a profile’s token in the phone’s cookie', async () => {
    const { tokens, email } = await buildHousehold();
    const tv = (await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'webos' } } })).reply;
    const phone = createPhone(server.app);
    await phone.open(`/link?code=${tv.user_code}`);
    await phone.follow('/link/sign-in', { code: tv.user_code, email, password: PASSWORD });
    for (const token of [tokens.child, tokens.owner]) {
      phone.cookies.set('bora-phone', token);
      expect((await phone.follow('/link/answer', { code: tv.user_code, action: 'approve' })).heading).toBe('로그인');
    }
    const poll = await server.call(endpoints.getDeviceToken, { body: { device_code: tv.device_code } });
    expect(poll.error.code).toBe('AUTHORIZATION_PENDING');
  });
});

describe('a limited profile', () => {
  test.each(['all', '7', '15', '19'])('cannot set a limit with %s, for itself or others', async (max_rating) => {
    const { tokens, ids, token } = await buildHousehold();
    for (const id of [ids.child, ids.owner, ids.adult]) {
      const [before] = (await list(token)).filter((profile) => profile.id === id);
      if (before!.max_rating === max_rating) continue;
      // Also with the target's PIN, and combined with allowed changes.
      expect(refused(await update(tokens.child, id, { name: 'x', max_rating }, PIN))).toEqual(RESTRICTED);
      expect((await list(token)).find((profile) => profile.id === id)).toEqual(before);
    }
  });

  test('can rename itself, change its picture and send its current limit', async () => {
    const { tokens, ids } = await buildHousehold();
    const { reply } = await update(tokens.child, ids.child, {
      name: '새 이름',
      default_image_id: 2,
      max_rating: '12',
      counts_for_proposals: false,
    });
    expect(reply).toMatchObject({
      name: '새 이름',
      default_image_id: 2,
      max_rating: '12',
      counts_for_proposals: false,
    });
  });

  test('cannot change another profile’s name, picture or proposals, even with its PIN', async () => {
    const { token, tokens, ids } = await buildHousehold();
    const before = await list(token);
    for (const id of [ids.owner, ids.adult, ids.sibling])
      for (const body of [{ name: '새 이름' }, { default_image_id: 2 }, { counts_for_proposals: false }])
        expect(refused(await update(tokens.child, id, body, PIN))).toEqual(RESTRICTED);
    expect(await list(token)).toEqual(before);
  });

  test('can set, change and remove its own PIN', async () => {
    const { tokens, ids } = await buildHousehold();
    expect((await update(tokens.child, ids.child, { pin: '1111' })).reply.has_pin).toBe(true);
    expect((await update(tokens.child, ids.child, { pin: '2222' }, '1111')).status).toBe(200);
    expect((await update(tokens.child, ids.child, { pin: null }, '2222')).reply.has_pin).toBe(false);
  });

  test('cannot set or remove another profile’s PIN, or learn anything about it', async () => {
    const { tokens, ids } = await buildHousehold();
    expect(refused(await update(tokens.child, ids.owner, { pin: '1111' }))).toEqual(RESTRICTED);
    for (const pin of [PIN, '0000', undefined])
      for (const body of [{ pin: null }, { pin: '1111' }, { pin: null, password: PASSWORD }])
        for (const id of [ids.adult, ids.sibling])
          expect(refused(await update(tokens.child, id, body, pin))).toEqual(RESTRICTED);
    // No try was counted.
    expect((await choose(tokens.child, ids.adult, PIN)).status).toBe(200);
  });

  test('opens a profile with a lower or equal limit, with its PIN if it has one', async () => {
    const { tokens, ids } = await buildHousehold();
    expect((await choose(tokens.child, ids.child)).status).toBe(200);
    expect(refused(await choose(tokens.child, ids.sibling))).toEqual([403, 'PIN_INVALID']);
    expect((await choose(tokens.child, ids.sibling, PIN)).status).toBe(200);
  });

  test('opens a profile with a higher limit only with that profile’s PIN', async () => {
    const { tokens, ids } = await buildHousehold();
    for (const pin of [undefined, '']) expect(refused(await choose(tokens.child, ids.adult, pin))).toEqual(RESTRICTED);
    expect(refused(await choose(tokens.child, ids.adult, '0000'))).toEqual([403, 'PIN_INVALID']);
    expect((await choose(tokens.child, ids.adult, PIN)).reply.profile.max_rating).toBe('19');
    // A profile without a PIN cannot be opened by any PIN, and the answer is the same for each.
    for (const pin of [undefined, PIN, '0000', 'x'])
      expect(refused(await choose(tokens.child, ids.owner, pin))).toEqual(RESTRICTED);
  });

  test('has the same limit on PIN guesses as others', async () => {
    const { tokens, ids } = await buildHousehold();
    for (let tries = 0; tries < 3; tries += 1) await choose(tokens.child, ids.adult, '0000');
    expect(refused(await choose(tokens.child, ids.adult, PIN))).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});

test('the gate opens every profile with the account token', async () => {
  const { token, ids } = await buildHousehold();
  expect((await choose(token, ids.owner)).status).toBe(200);
  expect(refused(await choose(token, ids.adult))).toEqual([403, 'PIN_INVALID']);
  expect((await choose(token, ids.adult, PIN)).status).toBe(200);
});

describe('the owner’s profile', () => {
  test('can remove any PIN with the account’s password, including its own', async () => {
    const { token, tokens, ids } = await buildHousehold();
    for (let tries = 0; tries < 3; tries += 1) await choose(token, ids.adult, '0000');
    expect((await update(tokens.owner, ids.adult, { pin: null, password: PASSWORD })).reply.has_pin).toBe(false);
    expect((await choose(token, ids.adult)).status).toBe(200);
    // Removing the PIN also ended the wait after wrong PINs.
    await update(token, ids.adult, { pin: '5555' });
    expect((await choose(token, ids.adult, '5555')).status).toBe(200);
    await update(tokens.owner, ids.owner, { pin: '1111' });
    expect((await update(tokens.owner, ids.owner, { pin: null, password: PASSWORD })).reply.has_pin).toBe(false);
  });

  test('can do so while limited, so that a forgotten PIN never locks the household out', async () => {
    const { tokens, ids } = await buildHousehold();
    await update(tokens.adult, ids.owner, { max_rating: '15' });
    expect((await update(tokens.owner, ids.adult, { pin: null, password: PASSWORD })).reply.has_pin).toBe(false);
    const answer = await update(tokens.owner, ids.sibling, { pin: null, password: PASSWORD, max_rating: '15' });
    expect(refused(answer)).toEqual(RESTRICTED);
  });

  test('may give a wrong password ten times in ten minutes', async () => {
    const { tokens, ids, email } = await buildHousehold();
    const guess = (password: string) => update(tokens.owner, ids.adult, { pin: null, password });
    for (let tries = 0; tries < 10; tries += 1) {
      const answer = await guess('wrong-1234');
      expect([...refused(answer), answer.error.message]).toEqual([401, 'LOGIN_FAILED', '비밀번호가 맞지 않아요.']);
    }
    expect(refused(await guess(PASSWORD))).toEqual([429, 'TOO_MANY_REQUESTS']);
    // A separate counter: sign-in still works.
    expect((await server.signIn(email)).email).toBe(email);
    server.clock.advance(600);
    expect((await guess(PASSWORD)).status).toBe(200);
  });

  test('cannot set a PIN with the password', async () => {
    const { tokens, ids } = await buildHousehold();
    const answer = await update(tokens.owner, ids.adult, { pin: '1111', password: PASSWORD });
    expect(refused(answer)).toEqual([403, 'PIN_INVALID']);
  });

  test('is the only profile that may use the password; the gate may, without a profile', async () => {
    const { token, tokens, ids } = await buildHousehold();
    const from = (by: string) => update(by, ids.sibling, { pin: null, password: PASSWORD });
    expect(refused(await from(tokens.adult))).toEqual([403, 'PIN_INVALID']);
    expect((await from(token)).reply.has_pin).toBe(false);
  });
});
