import { afterAll, beforeAll, expect, test } from 'vitest';
import { staffRoles, type ConsoleEndpoint, type StaffRole } from '#contract/console/endpoint.ts';
import type { OperatedAdvertisement } from '#contract/console/advertisements.ts';
import { consoleEndpoints, type ConsoleEndpointName } from '#contract/console/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { hasDueMails } from '#server/mail/store.ts';
import { rowsWith } from '#tests/support/server/account-rows.ts';
import { createConsoleThings } from '#tests/support/console-things.ts';
import {
  createMembers,
  STAFF_PASSWORD,
  type ConsoleCallOptions,
  type Browser,
  type Member,
} from '#tests/support/console.ts';
import { callsWithIds } from '#tests/support/documented-ids.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Each call of the console that names something by an id, while there is another one of its kind: nobody sees or changes
 * that one. The calls come from the OpenAPI document.
 */

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let things: ReturnType<typeof createConsoleThings>;
let staff: Record<StaffRole, Member>;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  const { buildMember } = members;
  staff = {
    owner: await buildMember('owner'),
    editor: await buildMember('editor'),
    support: await buildMember('support'),
  };
  things = createConsoleThings(server, members, staff.owner);
  const { profileToken: token } = await server.buildViewer();
  for (const id of [1, 2]) await server.call(endpoints.askForItem, { token, params: { id } });
});
afterAll(() => server.close());

type Kind = keyof typeof things;
type Thing<K extends Kind> = Awaited<ReturnType<(typeof things)[K]>>;

/** One for each call, beside an other one that all calls share. */
const others = new Map<Kind, Promise<unknown>>();
async function buildTwo<K extends Kind>(kind: K): Promise<[Thing<K>, Thing<K>]> {
  const build = things[kind] as () => Promise<Thing<K>>;
  if (!others.has(kind)) others.set(kind, build());
  return [await build(), (await others.get(kind)) as Thing<K>];
}

interface Case extends ConsoleCallOptions {
  by?: Browser;
  /** What rows and answers about the other thing contain. */
  other: string;
}

/** A call about the one, which answers nothing about the other. */
const about =
  <K extends Kind>(kind: K, own: (one: Thing<K>) => Partial<Case> = () => ({})) =>
  async (): Promise<Case> => {
    const [one, other] = await buildTwo(kind);
    return { other: String(other.id), params: { id: one.id }, ...own(one) };
  };
const aboutEpisode = (own: (one: Thing<'title'>['episodes'][number]) => Partial<Case> = () => ({})) =>
  about('title', ({ episodes: [first] }) => ({ params: { id: first!.id }, ...own(first!) }));
const OTHER_ADVERTISEMENT = 'advertisements {"id": 2,';
const aboutAdvertisement = (bodyOf: (one: OperatedAdvertisement) => object) => async (): Promise<Case> => {
  const params = { id: 1 };
  const { reply } = await members.call(consoleEndpoints.getOperatedAdvertisement, staff.owner, { params });
  return { other: OTHER_ADVERTISEMENT, params, body: bodyOf(reply.advertisement) };
};
const buildVoucher = async () =>
  (
    await members.call(consoleEndpoints.addVoucher, staff.owner, {
      body: {
        name: '봄',
        max_uses: 10,
        ends_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
        gives: { kind: 'discount', percent: 20 },
      },
    })
  ).reply;
const reason = '요청';

/** Successful calls, by an owner. `null`: the id is a filter, or the call has a reason to be elsewhere. */
const CALLS: Partial<Record<ConsoleEndpointName, (() => Promise<Case> | Case) | null>> = {
  getSupportedAccount: about('account'),
  listSupportedOrders: about('account'),
  changeMembership: about('account', ({ version }) => ({ body: { action: 'end', reason, version } })),
  refundSupportedOrder: about('account', ({ id, orderId, version }) => ({
    params: { id, orderId },
    body: { reason, version },
  })),
  sendPasswordMail: about('account'),
  sendEmailProof: about('account', ({ email }) => ({ body: { email } })),
  // The code is in a mail: tests/server/staff/people.test.ts.
  changeAccountEmail: null,
  removeProfilePin: about('account', ({ id, profileId }) => ({ params: { id, profileId }, body: { reason } })),
  stopPlayback: about('account', ({ id, playbackId }) => ({ params: { id, playbackId } })),
  addAccountNote: about('account', () => ({ body: { text: '메모' } })),
  signOutDevice: about('account', ({ id, deviceId }) => ({ params: { id, deviceId } })),
  signOutAllDevices: about('account'),
  eraseAccount: about('account', ({ email }) => ({ body: { email, reason } })),
  exportSupportedAccount: async () => {
    // The other one has asked for its file already.
    const [, other] = await buildTwo('account');
    return { other: other.id, params: { id: (await server.buildViewer()).accountId } };
  },
  listAuditEntries: about('account', ({ id }) => ({ query: { subject_kind: 'account', subject_id: id } })),
  exportAuditEntries: about('account', ({ id }) => ({ query: { subject_kind: 'account', subject_id: id } })),
  exportAuditTable: about('account', ({ id }) => ({ query: { subject_kind: 'account', subject_id: id } })),
  exportOrders: about('account'),
  exportDevices: about('account'),
  exportEpisodes: about('title'),
  exportAdvertisementDays: () => ({ other: OTHER_ADVERTISEMENT, params: { id: 1 } }),
  exportReviews: null,
  getViewedTitle: about('title'),
  exportViewedEpisodes: about('title'),
  // Refused without a payment, which tests/server/shop/payments.test.ts has.
  checkSupportedOrder: null,
  sendReceipt: about('account', ({ id, orderId }) => ({ params: { id, orderId } })),

  revokeToken: about('token'),
  changeWebhook: about('webhook', () => ({ body: { events: ['order.refunded'], is_paused: true } })),
  removeWebhook: about('webhook'),
  testWebhook: about('webhook'),
  changeStaffRole: about('editor', () => ({ body: { role: 'support' } })),
  renewStaffLink: about('editor'),
  removeStaff: about('editor'),
  endStaffSession: about('editor', ({ sessionId }) => ({ params: { id: sessionId } })),
  endMyConsoleSession: about('editor', (one) => ({ by: one, params: { id: one.sessionId } })),
  readStaffLink: about('invited', ({ token }) => ({ body: { token } })),
  acceptStaffLink: about('invited', ({ token, code, cookie }) => ({
    by: { cookie },
    body: { token, code, password: STAFF_PASSWORD },
  })),
  // The code of the authenticator app.
  consoleSignIn: null,
  confirmConsoleSession: null,

  getModeratedReview: about('reportedReview'),
  judgeReview: about('reportedReview', ({ version, reported_at }) => ({
    body: { action: 'hide', version, reported_at },
  })),
  listModeratedReviews: null,
  getRequestedTitle: () => ({ other: '"item_id": 2,', params: { id: 1 } }),
  setRequestStatus: () => ({ other: '"item_id": 2,', params: { id: 1 }, body: { status: 'accepted', version: null } }),
  getOperatedCrash: about('crash', ({ id }) => ({ params: { fingerprint: id } })),

  getOperatedTitle: about('title'),
  changeRelease: about('title', ({ id, stateVersion: version }) => ({
    params: { kind: 'title', id },
    body: { action: 'publish', version },
  })),
  getTitleRecord: about('title'),
  previewTitle: about('title', () => ({ query: { max_rating: '19', plan: 'free' } })),
  changeTitle: about('title', ({ version, fields }) => ({
    body: { version, fields: { ...fields, name: '바뀐 제목' } },
  })),
  removeTitle: about('title'),
  addTitleEpisode: about('title', ({ episodes }) => ({
    body: { fields: { ...episodes[0]!.fields, episode_num: '3화' } },
  })),
  orderEpisodes: about('title', ({ order_version: version, episodes }) => ({
    body: { version, ids: episodes.map(({ id }) => id).reverse() },
  })),
  changeProducts: about('title', ({ products_version: version }) => ({
    body: {
      version,
      products: [
        { id: null, fields: { episode_id: null, name: '소장', kind: 'own', rental_hours: null, price: 9900 } },
      ],
    },
  })),
  changeEpisode: aboutEpisode(({ version, fields }) => ({
    body: { version, fields: { ...fields, subject: '새 제목' } },
  })),
  // Of two titles: tests/server/catalogue/moves.test.ts.
  lookAtMove: null,
  moveEpisode: null,
  removeTitleEpisode: aboutEpisode(),
  getEpisodeMarks: aboutEpisode(),
  getEpisodeTracks: aboutEpisode(),
  // Episodes of the test share a clip, and with it their tracks.
  examineSubtitle: null,
  addSubtitle: null,
  changeSubtitles: null,
  getDrawingStyles: about('title'),
  // Chooses among what a video has drawn: tests/server/intake/episode-tracks.test.ts.
  chooseDrawingStyle: null,
  // Drafts of picture subtitles: tests/server/intake/readings.test.ts.
  beginReading: null,
  listReadLines: null,
  correctReadLines: null,
  publishReading: null,
  removeReading: null,
  addSound: null,
  changeSounds: null,
  // Episodes share the marks of a clip.
  changeEpisodeMarks: null,
  // Files instead of JSON: tests/server/catalogue/title-editing.test.ts.
  setTitlePicture: null,
  setEpisodePicture: null,
  setLookPicture: null,
  // The calls here share themes: tests/server/catalogue/looks.test.ts.
  removeLook: null,
  orderLooks: null,
  changeLook: async () => {
    const { reply } = await members.call(consoleEndpoints.listLooks, staff.owner);
    const { id, description, version } = reply.themes.find((theme) => theme.id === 1)!;
    const body = { name: '새 이름', description, version };
    return { other: 'themes {"id": 2,', params: { kind: 'theme', id }, body };
  },

  getOperatedAdvertisement: () => ({ other: OTHER_ADVERTISEMENT, params: { id: 1 } }),
  changeAdvertisement: aboutAdvertisement(({ clip, ...one }) => ({ ...one, clip_id: clip.id, weight: 7 })),
  endAdvertisement: aboutAdvertisement(({ version }) => ({ version })),
  addAdvertisement: null,
  changeVoucher: async () => {
    const [one, other] = [await buildVoucher(), await buildVoucher()];
    const { name, max_uses, ends_at, version } = one;
    const body = { name: `${name}!`, max_uses, ends_at, is_paused: false, version };
    return { other: other.id, params: { id: one.id }, body };
  },
  listVoucherUses: async () => ({ other: (await buildVoucher()).id, params: { id: (await buildVoucher()).id } }),
  exportVoucherUses: async () => ({ other: (await buildVoucher()).id, params: { id: (await buildVoucher()).id } }),
  changePlan: async () => {
    const { reply } = await members.call(consoleEndpoints.listOperatedPlans, staff.owner);
    const { id, plan: _, state: __, ...fields } = reply.results.find((plan) => plan.id === 1)!;
    return { other: 'plans {"id": 2,', params: { id }, body: { ...fields, price: 5100 } };
  },
  changeProduct: async () => {
    const { reply } = await members.call(consoleEndpoints.listOperatedProducts, staff.owner);
    const { id, name, is_paused, starts_at, ends_at, coming, version } = reply.results.find(
      ({ id: one }) => one === 81,
    )!;
    const body = { name, price: 5100, is_paused, starts_at, ends_at, coming, version };
    return { other: 'products {"id": 82,', params: { id }, body };
  },
  getMediaJob: about('mediaJob'),
  cancelMediaJob: about('mediaJob'),
  // Jobs of the test make no episodes: tests/server/intake/media-job-episodes.test.ts.
  moveMediaJob: null,
  retryMediaJob: about('failedJob'),
  removeMediaJob: about('failedJob'),
  removeInboxFile: about('inboxFile'),
  // Needs the bytes of an upload: tests/server/intake/episode-tracks.test.ts.
  readInboxSubtitle: null,
  startInboxFiles: null,
  startInboxAdvertisements: null,
};

test('every call with an id of the OpenAPI document is here', async () => {
  const { body } = await server.app.inject('/api/openapi.json');
  expect(Object.keys(CALLS).sort()).toEqual(callsWithIds(body, { ofConsole: true }));
});

const single = Object.entries(CALLS).flatMap(([name, build]) =>
  build ? [[name as ConsoleEndpointName, build] as const] : [],
);

/** Who takes data out of the service is recorded, too. */
const takesOut = (name: ConsoleEndpointName) => /^export(?!AuditEntries)/.test(name) || name === 'listVoucherUses';

/** Calls that do the same again when they are repeated. */
const ANEW: ConsoleEndpointName[] = [
  'sendPasswordMail',
  'sendReceipt',
  'addAccountNote',
  'addTitleEpisode',
  'changeWebhook',
  'testWebhook',
  'renewStaffLink',
];

const audited = () => server.db.selectFrom('audit_log').select(['id', 'before', 'after']).execute();
/** Without counts of tries, and the next free id, which a refused call may have taken. */
const rowsNow = async () => {
  // Mails leave after the answer.
  await expect.poll(() => hasDueMails(server.db, server.clock.now())).toBe(false);
  return (await rowsWith(server.db, '')).filter(
    (row) => !/^(rate_limits|staff_sessions|settings .*"own-ids") ?/.test(row),
  );
};

test.each(single)('%s is recorded once, and shows and changes nothing of another', async (name, build) => {
  const { by = staff.owner, other, ...options } = await build();
  const endpoint: ConsoleEndpoint = consoleEndpoints[name];
  const before = await rowsWith(server.db, other);
  expect(before.length).toBeGreaterThan(0);
  const known = await audited();
  const { status, text } = await members.call(endpoint, by, options);
  expect([name, status, status < 300 ? '' : text]).toEqual([name, expect.toBeOneOf([200, 201, 202, 204]), '']);
  expect(text).not.toContain(other);
  expect(await rowsWith(server.db, other)).toEqual(before);

  const isWrite = endpoint.method !== 'GET' && name !== 'readStaffLink';
  const entries = (await audited()).filter(({ id }) => !known.some((one) => one.id === id));
  expect(entries).toHaveLength(isWrite || takesOut(name) ? 1 : 0);
  // Nothing is before what begins; otherwise the entry says what has changed.
  for (const entry of entries) if (entry.before !== null) expect(entry.after).not.toEqual(entry.before);
  if (!isWrite || ANEW.includes(name)) return;
  const written = await rowsNow();
  server.clock.advance(1);
  await members.call(endpoint, by, options);
  expect(await rowsNow()).toEqual(written);
});

/** Calls with the id of one thing and that of another, which is not its own. */
const FOREIGN: [ConsoleEndpointName, () => Promise<ConsoleCallOptions & { by?: Member }>][] = [
  ...(['refundSupportedOrder', 'checkSupportedOrder', 'sendReceipt'] as const).map(
    (name) =>
      [
        name,
        async () => {
          const [{ id, version }, { orderId }] = await buildTwo('account');
          return { params: { id, orderId }, ...(name === 'refundSupportedOrder' && { body: { reason, version } }) };
        },
      ] satisfies (typeof FOREIGN)[number],
  ),
  [
    'signOutDevice',
    async () => {
      const [{ id }, { deviceId }] = await buildTwo('account');
      return { params: { id, deviceId } };
    },
  ],
  ...staffRoles.map(
    (role) =>
      [
        'endMyConsoleSession',
        async () => {
          const { sessionId: id } = (await buildTwo('editor'))[1];
          return { by: staff[role], params: { id } };
        },
      ] satisfies (typeof FOREIGN)[number],
  ),
];

test.each(FOREIGN)('%s takes no id of another', async (name, build) => {
  const { by = staff.owner, ...options } = await build();
  const before = await rowsWith(server.db, '');
  const { status, error } = await members.call(consoleEndpoints[name], by, options);
  expect([status, error.code]).toEqual([404, 'NOT_FOUND']);
  expect(await rowsWith(server.db, '')).toEqual(before);
});
