import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { rowsWith } from '#tests/support/server/account-rows.ts';
import { callsWithIds } from '#tests/support/documented-ids.ts';
import { createExampleCalls } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type Others, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* Each call that names something by an id, with the id of somebody else. The calls come from the OpenAPI document. */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

const examples = createExampleCalls(() => server);

/** How contract.md refuses each caller; null for a caller who may make the call. */
type Refusals = Record<keyof Others, 'NOT_FOUND' | 'RATING_RESTRICTED' | null>;

/** Every profile and every device of the account may. */
const OF_ACCOUNT: Refusals = { sibling: null, elsewhere: null, stranger: 'NOT_FOUND' };
/** The account may, except by a profile with an age limit. */
const OF_ADULTS: Refusals = { ...OF_ACCOUNT, sibling: 'RATING_RESTRICTED' };
const OF_PROFILE: Refusals = { ...OF_ACCOUNT, sibling: 'NOT_FOUND' };
/** A play log belongs to one account, profile and device. */
const OF_PLAYER: Refusals = { ...OF_PROFILE, elsewhere: 'NOT_FOUND' };

/**
 * `catalogue`: the id says what a profile does something with; tests/server/http/rows-of-others.test.ts. `public`: viewers see
 * the ids of reviews and their writers. `secret`: whoever knows the code may.
 */
const CALLS: Partial<Record<EndpointName, Refusals | 'catalogue' | 'public' | 'secret'>> = {
  removeDeviceSession: OF_ADULTS,
  updateProfile: OF_ADULTS,
  removeProfile: OF_ADULTS,
  getProfileToken: OF_ADULTS,
  getForgottenPin: OF_ACCOUNT,
  getOrder: OF_ACCOUNT,
  getIdentityCheck: OF_ACCOUNT,
  // After a crash, the next start of any device sends it.
  reportQuality: OF_ACCOUNT,
  listRatingSet: OF_PROFILE,
  readNotifications: OF_PROFILE,
  updatePlayLog: OF_PLAYER,
  renewMediaTicket: OF_PLAYER,
  getAdvertisement: OF_PLAYER,
  logAdEvent: OF_PLAYER,
  // The token that opened an input is the key to it.
  changeInput: OF_PLAYER,
  closeInput: OF_PLAYER,

  likeShortReview: 'public',
  unlikeShortReview: 'public',
  reportShortReview: 'public',
  blockProfile: 'public',
  unblockProfile: 'public',

  confirmEmail: 'secret',
  confirmSecondFactor: 'secret',
  login: 'secret',
  redeemVoucher: 'secret',
  signUp: 'secret',
  resetPassword: 'secret',
  getDeviceToken: 'secret',
  getDeviceLink: 'secret',
  answerDeviceLink: 'secret',
  getInput: 'secret',
  writeInput: 'secret',

  createProfile: 'catalogue',
  getItem: 'catalogue',
  listRelatedItems: 'catalogue',
  listReleases: 'catalogue',
  listSeriesItems: 'catalogue',
  listThemesOfItem: 'catalogue',
  removeStartAgain: 'catalogue',
  restoreStartAgain: 'catalogue',
  listEpisodes: 'catalogue',
  getEpisode: 'catalogue',
  addWish: 'catalogue',
  removeWish: 'catalogue',
  getItemRequest: 'catalogue',
  askForItem: 'catalogue',
  getVideo: 'catalogue',
  getPreparedVideo: 'catalogue',
  getVideoDownload: 'catalogue',
  getAvodVideo: 'catalogue',
  rateItem: 'catalogue',
  unrateItem: 'catalogue',
  getMyShortReview: 'catalogue',
  listShortReviews: 'catalogue',
  writeShortReview: 'catalogue',
  getPurchasable: 'catalogue',
  listProducts: 'catalogue',
  createOrder: 'catalogue',
  orderPlan: 'catalogue',
  removeHistory: 'catalogue',
  restoreHistory: 'catalogue',
  markWatched: 'catalogue',
  unmarkWatched: 'catalogue',
  hideItem: 'catalogue',
  showItem: 'catalogue',
};

test('every call with an id of the OpenAPI document is here', async () => {
  const { body } = await server.app.inject('/api/openapi.json');
  expect(Object.keys(CALLS).sort()).toEqual(callsWithIds(body, { ofConsole: false }));
});

/** Counts of tries change with refused calls too. */
const allRows = async () => (await rowsWith(server.db, '')).filter((row) => !row.startsWith('rate_limits '));

const owned = Object.entries(CALLS).filter((entry): entry is [EndpointName, Refusals] => typeof entry[1] === 'object');

test.each(owned)('%s is refused with the id of another, and changes nothing', async (name, refusals) => {
  const endpoint: Endpoint = endpoints[name];
  const { viewer, ...request } = await examples[name].ask();
  const others = await server.buildOthers(viewer!);
  const before = await allRows();
  for (const [who, code] of Object.entries(refusals) as [keyof Others, Refusals[keyof Others]][]) {
    if (code === null) continue;
    const { error } = await server.call(endpoint, { ...request, token: others[who].profileToken });
    expect([who, error.code]).toEqual([who, code]);
  }
  expect(await allRows()).toEqual(before);
  // The id is right: its owner may use it.
  expect((await server.call(endpoint, request)).status).toBeLessThan(300);
});

test.each(['confirmEmail', 'signUp'] as const)('%s takes no code of another e-mail address', async (name) => {
  const [own, other] = [await examples[name].ask(), await examples[name].ask()];
  const body = { ...(own.body as object), auth_code: (other.body as { auth_code: string }).auth_code };
  const { status, error } = await server.call(endpoints[name], { body });
  expect([status, error.code]).toEqual([400, 'AUTH_CODE_INVALID']);
});
