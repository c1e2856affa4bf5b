import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { readCode, readMailbox } from '#tests/support/mail.ts';
import { buildCrash, buildQuality } from '#tests/support/quality.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server-records.ts';

/*
 * Each call of the contract: successful, malformed, forbidden and repeated. Expectations come from the contract (auth,
 * parts, idempotency); the table only adds a successful request.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const NEW_PASSWORD = 'bora-other-2';

let emails = 0;
const newEmail = () => `every-${(emails += 1)}@bora.example`;
const asViewer = async (options: CallOptions = {}): Promise<CallOptions> => ({
  token: (await server.buildViewer({ plan: 'free', profiles: [{}, {}] })).profileToken,
  ...options,
});
const asMember = async (options: CallOptions): Promise<CallOptions> => ({
  token: (await server.buildViewer()).profileToken,
  ...options,
});
const onTitle = () => asViewer({ params: { id: 1 } });
const codeFor = async (email: string) => {
  await server.call(endpoints.requestEmailCode, { body: { email } });
  return readCode(server.app, email);
};
const resetFor = async (email: string) => {
  await server.call(endpoints.requestPasswordReset, { body: { email } });
  const code = await readCode(server.app, email);
  const link = (await readMailbox(server.app, email)).map(({ text }) => /password\?token=([\w-]{43})/.exec(text)?.[1]);
  return { code, token: link.find((token) => token !== undefined)! };
};
const askByTelevision = async () =>
  (await server.call(endpoints.authorizeDevice, { body: { device: { platform: 'webos' } } })).reply;
const onInput = async (options: CallOptions = {}): Promise<CallOptions> => ({
  params: { code: (await server.call(endpoints.openInput)).reply.code },
  ...options,
});
const reviewOfAnother = async () => {
  const writer = await server.buildViewer();
  const body = { short_review: '좋아요' };
  const review = await server.call(endpoints.writeShortReview, { token: writer.profileToken, params: { id: 1 }, body });
  return asViewer({ params: { id: review.reply!.id } });
};
const watchWithAds = async () => {
  const viewer = await server.buildViewer({ plan: 'free' });
  const token = viewer.profileToken;
  const options = { token, params: { id: 801 }, query: { device: 'web' } };
  return { token, video: (await server.call(endpoints.getAvodVideo, options)).reply };
};

interface Case {
  /** A successful request. */
  ask(): Promise<CallOptions> | CallOptions;
  /** Status or code of the repeated request; default: the first answer again. */
  again?: string | number;
  /** For calls without sign-in: a request that is refused, and its code. */
  refused?: readonly [CallOptions, code: string];
}

const cases: Record<EndpointName, Case> = {
  getStatus: { ask: () => ({}) },
  login: {
    ask: async () => ({
      body: { email: (await server.buildAccount()).email, password: PASSWORD, device: { platform: 'web' } },
    }),
    again: 200,
    refused: [{ body: { email: 'no@bora.example', password: PASSWORD, device: { platform: 'web' } } }, 'LOGIN_FAILED'],
  },
  logout: { ask: () => asViewer(), again: 'TOKEN_INVALID' },
  getMyAccount: { ask: () => asViewer() },
  listDeviceSessions: { ask: () => asViewer() },
  removeDeviceSession: {
    async ask() {
      const { email } = await server.buildAccount();
      const [one, other] = [await server.signIn(email), await server.signIn(email)];
      const { results } = (await server.call(endpoints.listDeviceSessions, { token: one.token })).reply;
      expect(other.token).not.toBe(one.token);
      return { token: one.token, params: { id: results.find(({ is_current: isCurrent }) => !isCurrent)!.id } };
    },
    again: 'NOT_FOUND',
  },
  checkEmail: { ask: () => ({ query: { email: newEmail(), is_unique: '1' } }) },
  requestEmailCode: { ask: () => ({ body: { email: newEmail() } }), again: 'TOO_MANY_REQUESTS' },
  confirmEmail: {
    async ask() {
      const email = newEmail();
      return { body: { email, auth_code: await codeFor(email) } };
    },
    refused: [{ body: { email: 'no@bora.example', auth_code: '000000' } }, 'AUTH_CODE_INVALID'],
  },
  signUp: {
    async ask() {
      const email = newEmail();
      const body = { email, password1: PASSWORD, password2: PASSWORD, auth_code: await codeFor(email) };
      return { body };
    },
    again: 'EMAIL_TAKEN',
    refused: [
      { body: { email: 'no@bora.example', password1: PASSWORD, password2: PASSWORD, auth_code: '000000' } },
      'AUTH_CODE_INVALID',
    ],
  },
  leaveAccount: { ask: () => asViewer({ body: { password: PASSWORD } }), again: 'TOKEN_INVALID' },
  exportAccount: { ask: () => asViewer() },
  changePassword: {
    ask: () => asViewer({ body: { old_password: PASSWORD, new_password: NEW_PASSWORD } }),
    again: 'LOGIN_FAILED',
  },
  requestPasswordReset: { ask: () => ({ body: { email: newEmail() } }) },
  resetPassword: {
    async ask() {
      const { code } = await resetFor((await server.buildAccount()).email);
      return { query: { auth_code: code }, body: { new_password: NEW_PASSWORD } };
    },
    again: 'AUTH_CODE_EXPIRED',
    refused: [{ query: { auth_code: 'AAAAAAAAAA' }, body: { new_password: NEW_PASSWORD } }, 'AUTH_CODE_INVALID'],
  },
  setPassword: {
    async ask() {
      const { token } = await resetFor((await server.buildAccount()).email);
      return { token, body: { new_password: NEW_PASSWORD } };
    },
    again: 'TOKEN_INVALID',
    refused: [{ body: { new_password: NEW_PASSWORD } }, 'TOKEN_INVALID'],
  },
  authorizeDevice: { ask: () => ({ body: { device: { platform: 'tizen' } } }), again: 200 },
  getDeviceToken: {
    async ask() {
      const { device_code, user_code } = await askByTelevision();
      const phone = await server.buildViewer();
      const answer = { token: phone.token, params: { user_code }, body: { approve: true } };
      await server.call(endpoints.answerDeviceLink, answer);
      return { body: { device_code } };
    },
    again: 200,
    refused: [{ body: { device_code: 'nothing' } }, 'EXPIRED_TOKEN'],
  },
  getDeviceLink: {
    ask: async () => ({ params: { user_code: (await askByTelevision()).user_code } }),
    refused: [{ params: { user_code: 'AAAA-0000' } }, 'NOT_FOUND'],
  },
  answerDeviceLink: {
    ask: async () => asViewer({ params: { user_code: (await askByTelevision()).user_code }, body: { approve: true } }),
  },
  listProfiles: { ask: () => asViewer() },
  createProfile: { ask: () => asViewer({ body: { name: '하나 더', default_image_id: 1 } }), again: 201 },
  updateProfile: {
    async ask() {
      const { token, profileId } = await server.buildViewer();
      return { token, params: { id: profileId }, body: { name: '새 이름' } };
    },
  },
  removeProfile: {
    async ask() {
      const { token, profileId } = await server.buildViewer({ profiles: [{}, {}] });
      return { token, params: { id: profileId } };
    },
    again: 'NOT_FOUND',
  },
  getProfileToken: {
    async ask() {
      const { token, profileId } = await server.buildViewer();
      return { token, params: { id: profileId } };
    },
    again: 200,
  },
  listProfileImages: { ask: () => asViewer() },
  getMyProfile: { ask: () => asViewer() },
  getMyStatistics: { ask: () => asViewer() },
  listHomeRows: { ask: () => asViewer() },
  getPreview: { ask: () => ({}) },
  getOwnPreview: { ask: () => asViewer() },
  getItem: { ask: onTitle },
  listItems: { ask: () => asViewer() },
  listItemFilters: { ask: () => asViewer() },
  searchItems: { ask: () => asViewer({ query: { keyword: '제목' } }) },
  listRelatedItems: { ask: onTitle },
  listReleases: {
    ask: () => ({ query: { ids: '1,2' } }),
    refused: [{ query: { ids: '0' } }, 'VALIDATION_FAILED'],
  },
  listSeriesItems: { ask: onTitle },
  listThemes: { ask: () => asViewer() },
  listThemesOfItem: { ask: onTitle },
  listStartAgain: { ask: () => asViewer() },
  removeStartAgain: { ask: onTitle },
  restoreStartAgain: { ask: onTitle },
  listEpisodes: { ask: () => asViewer({ query: { item_id: 1 } }) },
  getEpisode: { ask: () => asViewer({ params: { id: 101 } }) },
  addWish: { ask: onTitle },
  removeWish: { ask: onTitle },
  getItemRequest: { ask: onTitle },
  askForItem: { ask: onTitle },
  getVideo: { ask: () => asMember({ params: { id: 101 }, query: { device: 'web' } }), again: 200 },
  updatePlayLog: {
    async ask() {
      const viewer = await server.buildViewer();
      const { play_log_id: id } = await server.openVideo(viewer);
      const body = { total_play_time: '00:00:05', play_end_offset: '00:00:05', is_player_exit: false };
      return { token: viewer.profileToken, params: { id }, body };
    },
  },
  renewMediaTicket: {
    async ask() {
      const viewer = await server.buildViewer();
      const { play_log_id: id } = await server.openVideo(viewer);
      return { token: viewer.profileToken, params: { id } };
    },
  },
  getVideoDownload: { ask: () => asMember({ params: { id: 804 } }), again: 200 },
  getAvodVideo: { ask: () => asViewer({ params: { id: 801 }, query: { device: 'web' } }), again: 200 },
  getAdvertisement: {
    async ask() {
      const { token, video } = await watchWithAds();
      return { token, query: { ad_break_id: video.ad_breaks[0]!.id, play_log_id: video.play_log_id } };
    },
    again: 200,
  },
  logAdEvent: {
    async ask() {
      const { token, video } = await watchWithAds();
      const query = { ad_break_id: video.ad_breaks[0]!.id, play_log_id: video.play_log_id };
      const { ad } = (await server.call(endpoints.getAdvertisement, { token, query })).reply;
      return { token, body: { ad_id: ad!.id, play_log_id: video.play_log_id, event: 'start', position: 0 } };
    },
  },
  rateItem: { ask: () => asViewer({ params: { id: 1 }, body: { score: 4.5 } }) },
  unrateItem: { ask: onTitle },
  listRatingSet: {
    async ask() {
      const { profileToken: token, profileId: userId } = await server.buildViewer();
      return { token, params: { userId, type: 'rated' } };
    },
  },
  getMyShortReview: { ask: onTitle },
  listShortReviews: { ask: () => asViewer({ params: { itemId: 1 } }) },
  writeShortReview: { ask: () => asViewer({ params: { id: 1 }, body: { short_review: '따뜻해요' } }) },
  likeShortReview: { ask: reviewOfAnother },
  unlikeShortReview: { ask: reviewOfAnother },
  reportShortReview: { ask: async () => ({ ...(await reviewOfAnother()), body: { reason: 'spoiler' } }) },
  blockProfile: { ask: async () => asViewer({ params: { id: (await server.buildViewer()).profileId } }) },
  unblockProfile: { ask: async () => asViewer({ params: { id: (await server.buildViewer()).profileId } }) },
  getPurchasable: { ask: () => asViewer({ query: { item_id: 8 } }) },
  listProducts: { ask: () => asViewer({ query: { item_id: 8 } }) },
  createOrder: { ask: () => asViewer({ params: { id: 81 } }) },
  getOrder: {
    async ask() {
      const { token, profileToken } = await server.buildViewer();
      const { reply } = await server.call(endpoints.createOrder, { token: profileToken, params: { id: 81 } });
      return { token, params: { id: reply.id } };
    },
  },
  listPlans: { ask: () => asViewer() },
  orderPlan: { ask: () => asViewer({ params: { id: 1 } }) },
  getForgottenPin: {
    async ask() {
      const { token, profileId } = await server.buildViewer();
      return { token, params: { id: profileId } };
    },
  },
  addWatchTime: { ask: () => asViewer({ body: { password: PASSWORD } }) },
  beginIdentityCheck: { ask: async () => ({ token: (await server.buildViewer({ identity_proved_at: null })).token }) },
  getIdentityCheck: {
    async ask() {
      const { token } = await server.buildViewer({ identity_proved_at: null });
      const { id } = (await server.call(endpoints.beginIdentityCheck, { token })).reply;
      return { token, params: { id: id! } };
    },
  },
  listOrders: { ask: () => asViewer() },
  openInput: { ask: () => ({ body: { text: '보라' } }), again: 200 },
  getInput: { ask: () => onInput(), refused: [{ params: { code: 'BBBB-2222' } }, 'NOT_FOUND'] },
  writeInput: {
    ask: () => onInput({ body: { writer: 'every-call', change: 1, field: 0, text: '보라' } }),
    refused: [
      { params: { code: 'BBBB-2222' }, body: { writer: 'every-call', change: 1, field: 0, text: '' } },
      'NOT_FOUND',
    ],
  },
  changeInput: { ask: () => onInput({ body: { problem: '이메일 주소를 확인해 주세요.' } }), again: 200 },
  closeInput: { ask: () => onInput(), again: 'NOT_FOUND' },
  listNotifications: { ask: () => asViewer() },
  readNotifications: {
    async ask() {
      const { accountId, profileId, profileToken: token } = await server.buildViewer();
      const id = randomUUID();
      const told = { kind: 'delay' as const, thing: id, item_id: 1, text: '', created_at: server.clock.now() };
      await server.db
        .insertInto('notifications')
        .values({ ...told, account_id: accountId, profile_id: profileId, id })
        .execute();
      return { token, body: { up_to: id } };
    },
  },
  getNotificationSettings: { ask: () => asViewer() },
  updateNotificationSettings: { ask: () => asViewer({ body: { delay: false } }) },
  listHistory: { ask: () => asViewer() },
  removeHistory: { ask: () => asViewer({ params: { id: 101 } }) },
  restoreHistory: { ask: () => asViewer({ params: { id: 101 } }) },
  markWatched: { ask: () => asViewer({ params: { id: 101 }, query: { scope: 'title' } }) },
  unmarkWatched: { ask: () => asViewer({ params: { id: 101 } }) },
  listHiddenItems: { ask: () => asViewer() },
  hideItem: { ask: onTitle },
  showItem: { ask: onTitle },
  reportQuality: {
    async ask() {
      const viewer = await server.buildViewer();
      const { play_log_id: id } = await server.openVideo(viewer);
      return { token: viewer.profileToken, params: { id }, body: buildQuality() };
    },
  },
  reportCrash: { ask: () => ({ body: buildCrash() }) },
};

/** Calls that name a resource of an account: another account's resource must look missing. */
const OWNED: readonly EndpointName[] = [
  'removeDeviceSession',
  'updateProfile',
  'removeProfile',
  'getProfileToken',
  'updatePlayLog',
  'renewMediaTicket',
  'getAdvertisement',
  'logAdEvent',
  'listRatingSet',
  'getOrder',
  'getForgottenPin',
  'getIdentityCheck',
  'reportQuality',
];

const names = Object.keys(endpoints) as EndpointName[];
const endpointOf = (name: EndpointName): Endpoint => endpoints[name];
const isOpen = (name: EndpointName) => endpointOf(name).auth === 'none';
const codeOf = async (endpoint: Endpoint, options: CallOptions) => {
  const { status, error } = await server.call(endpoint, options);
  return [status, error.code];
};

/** The same request with one invalid part. */
function malform(endpoint: Endpoint, options: CallOptions): CallOptions {
  if (endpoint.body) return { ...options, body: [1] };
  const params = Object.fromEntries(Object.keys(options.params ?? {}).map((name) => [name, '\0']));
  if (endpoint.params) return { ...options, params };
  return {
    ...options,
    query: { ...options.query, limit: '\0', offset: '\0', item_id: '\0', email: '\0', ad_break_id: '\0', ids: '\0' },
  };
}

test.each(names)('%s succeeds, and its repetition is answered as the contract says', async (name) => {
  const endpoint = endpointOf(name);
  const { ask, again } = cases[name];
  const options = await ask();
  const first = await server.call(endpoint, options);
  // Checked against the contract on the way.
  const answer: unknown = first.reply;
  expect([first.status, endpoint.mayBeEmpty ? 204 : null]).toContain(first.status);
  expect(first.status).toBeLessThan(300);

  const second = await server.call(endpoint, options);
  if (typeof again === 'string') return expect(second.error.code).toBe(again);
  expect(second.status).toBe(again ?? first.status);
  if (again === undefined) expect(second.reply).toEqual(answer);
  else expect(endpoint.isIdempotent).toBeUndefined();
});

test('idempotent calls answer the same again', () => {
  const marked = names.filter((name) => endpointOf(name).isIdempotent === true);
  expect(marked.filter((name) => cases[name].again !== undefined)).toEqual([]);
});

describe('malformed', () => {
  const hasInput = (name: EndpointName) => {
    const { params, query, body } = endpointOf(name);
    return params !== undefined || query !== undefined || body !== undefined;
  };
  test.each(names.filter(hasInput))('%s is VALIDATION_FAILED and has no effect', async (name) => {
    const options = await cases[name].ask();
    expect(await codeOf(endpointOf(name), malform(endpointOf(name), options))).toEqual([400, 'VALIDATION_FAILED']);
    // The call still succeeds afterwards.
    expect((await server.call(endpointOf(name), options)).status).toBeLessThan(300);
  });

  test.each(names.filter((name) => !hasInput(name) && !isOpen(name)))(
    '%s has nothing to malform but its token',
    async (name) => {
      expect(await codeOf(endpointOf(name), { token: '!!' })).toEqual([401, 'TOKEN_INVALID']);
    },
  );
});

describe('forbidden', () => {
  test.each(names.filter((name) => !isOpen(name)))('%s is refused without a suitable token', async (name) => {
    const endpoint = endpointOf(name);
    const options = await cases[name].ask();
    const { token: _, ...without } = options;
    expect(await codeOf(endpoint, without)).toEqual([401, 'TOKEN_INVALID']);
    expect(await codeOf(endpoint, { ...options, token: 'x'.repeat(43) })).toEqual([401, 'TOKEN_INVALID']);
    const account = await server.buildViewer();
    if (endpoint.auth === 'profile')
      expect(await codeOf(endpoint, { ...options, token: account.token })).toEqual([403, 'PROFILE_REQUIRED']);
    await server.call(endpoints.logout, { token: account.token });
    expect(await codeOf(endpoint, { ...options, token: account.profileToken })).toEqual([401, 'TOKEN_INVALID']);
  });

  test.each(OWNED)('%s is refused for another account’s resource', async (name) => {
    const options = await cases[name].ask();
    const { profileToken: token } = await server.buildViewer();
    expect(await codeOf(endpointOf(name), { ...options, token })).toEqual([404, 'NOT_FOUND']);
    expect((await server.call(endpointOf(name), options)).status).toBeLessThan(300);
  });

  test.each(names.filter((name) => cases[name].refused))('%s is refused with wrong secrets', async (name) => {
    const [options, code] = cases[name].refused!;
    expect((await server.call(endpointOf(name), options)).error.code).toBe(code);
  });

  test.each(names.filter((name) => isOpen(name) && !cases[name].refused))(
    '%s is public and ignores tokens',
    async (name) => {
      const options = await cases[name].ask();
      const { status } = await server.call(endpointOf(name), { ...options, token: NOWHERE });
      expect(status).toBeLessThan(300);
    },
  );
});
