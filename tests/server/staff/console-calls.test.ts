import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FIELD_NAMES, shownNames } from '#console/pages/staff/audit-texts.ts';
import { staffRoles, type ConsoleEndpoint, type StaffRole } from '#contract/console/endpoint.ts';
import { consoleEndpoints, type ConsoleEndpointName } from '#contract/console/endpoints.ts';
import { UPLOADS_PATH } from '#contract/console/inbox.ts';
import { PROVIDER_PATHS } from '#contract/console/staff.ts';
import {
  createMembers,
  STAFF_PASSWORD,
  type CallConsole,
  type ConsoleCallOptions,
  type Member,
} from '#tests/support/console.ts';
import { buildTitleFields } from '#tests/support/server/server-records.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/* Each call of the console, by each role, with a viewer's token, and by nobody. The calls come from the contract. */

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const EDITORS = ['owner', 'editor'] as const;
const OWNER = ['owner'] as const;
const SUPPORT = ['owner', 'support'] as const;
const ADVERTISEMENT = { title: '광고', clip_id: 'none', skip_after: 5, weight: 1, starts_at: null, ends_at: null };
const PLAN = { name: '베이직', price: 4900, days: 30, is_paused: false, starts_at: null, ends_at: null };
const VOUCHER = { name: '봄', max_uses: 10, ends_at: '2026-12-31T15:00:00Z' };
const NO_REVIEW = '00000001-0000-8000-8000-000000000000';

/**
 * Who may make each call, stated again: a change of the contract's `allowed` alone fails. `body` and `params` fit the schema;
 * what they name need not exist.
 */
const RULES: Record<ConsoleEndpointName, { by: 'anyone' | readonly StaffRole[] } & ConsoleCallOptions> = {
  consoleSignIn: { by: 'anyone', body: { email: 'nobody@bora.example', password: STAFF_PASSWORD } },
  getSignInWays: { by: 'anyone' },
  readStaffLink: { by: 'anyone', body: { token: 'x'.repeat(43) } },
  acceptStaffLink: { by: 'anyone', body: { token: 'x'.repeat(43), password: STAFF_PASSWORD, code: '000000' } },
  // One wrong code; the limit is far.
  confirmConsoleSession: { by: staffRoles, body: { code: '000000' } },
  getConsoleSession: { by: staffRoles },
  // Ends the caller's session: each role has its own test.
  consoleSignOut: { by: staffRoles },
  listMyConsoleSessions: { by: staffRoles },
  endMyConsoleSession: { by: staffRoles, params: { id: NOWHERE } },
  getServiceHealth: { by: staffRoles },
  examineService: { by: OWNER },
  listStaff: { by: OWNER },
  addStaff: { by: OWNER, body: { email: 'added@bora.example', role: 'support' } },
  changeStaffRole: { by: OWNER, params: { id: NOWHERE }, body: { role: 'support' } },
  renewStaffLink: { by: OWNER, params: { id: NOWHERE } },
  removeStaff: { by: OWNER, params: { id: NOWHERE } },
  listStaffSessions: { by: OWNER },
  endStaffSession: { by: OWNER, params: { id: NOWHERE } },
  listTokens: { by: OWNER },
  addToken: { by: OWNER, body: { name: '통계', scopes: ['figures.read'], days: 30 } },
  revokeToken: { by: OWNER, params: { id: NOWHERE } },
  listWebhooks: { by: OWNER },
  listWebhookMessages: { by: OWNER },
  addWebhook: { by: OWNER, body: { url: 'https://hooks.example/bora', events: ['order.paid'] } },
  changeWebhook: { by: OWNER, params: { id: NOWHERE }, body: { events: ['order.paid'], is_paused: true } },
  removeWebhook: { by: OWNER, params: { id: NOWHERE } },
  testWebhook: { by: OWNER, params: { id: NOWHERE } },
  listAuditEntries: { by: OWNER },
  exportAuditEntries: { by: OWNER },
  exportAuditTable: { by: OWNER },
  exportStaff: { by: OWNER },
  exportStaffSessions: { by: OWNER },
  exportTokens: { by: OWNER },
  exportWebhookMessages: { by: OWNER },
  exportMySessions: { by: staffRoles },
  exportTitles: { by: EDITORS },
  exportEpisodes: { by: EDITORS, params: { id: 1 } },
  exportMediaJobs: { by: EDITORS },
  exportInbox: { by: EDITORS },
  exportAdvertisements: { by: EDITORS },
  exportAdvertisementDays: { by: EDITORS, params: { id: 999 } },
  exportReviews: { by: SUPPORT },
  exportRequests: { by: SUPPORT },
  exportOrders: { by: SUPPORT, params: { id: NOWHERE } },
  exportDevices: { by: SUPPORT, params: { id: NOWHERE } },
  exportAccounts: { by: SUPPORT },
  exportPlans: { by: EDITORS },
  exportProducts: { by: EDITORS },
  exportVouchers: { by: SUPPORT },
  getSales: { by: EDITORS },
  listSold: { by: EDITORS },
  exportSales: { by: EDITORS },
  exportSold: { by: EDITORS },
  exportVoucherUses: { by: SUPPORT, params: { id: NOWHERE } },
  exportCrashes: { by: staffRoles },
  exportOverview: { by: staffRoles, query: { range: 'day', table: 'points' } },
  exportJobs: { by: staffRoles },
  getViewing: { by: EDITORS },
  listViewedTitles: { by: EDITORS },
  getViewedTitle: { by: EDITORS, params: { id: 1 } },
  listMissedSearches: { by: EDITORS },
  listCohorts: { by: EDITORS },
  listOpenedRows: { by: staffRoles, query: { range: 'day' } },
  exportViewing: { by: EDITORS },
  exportViewedTitles: { by: EDITORS },
  exportViewedEpisodes: { by: EDITORS, params: { id: 1 } },
  exportMissedSearches: { by: EDITORS },
  exportCohorts: { by: EDITORS },
  exportOpenedRows: { by: staffRoles, query: { range: 'day' } },
  exportLicensorReport: { by: EDITORS, query: { month: '2026-11' } },
  setMaintenance: { by: OWNER, body: { message: null } },
  setMinVersion: { by: OWNER, params: { platform: 'web' }, body: { version: null } },
  listOperatedTitles: { by: EDITORS },
  getOperatedTitle: { by: EDITORS, params: { id: 1 } },
  changeRelease: { by: EDITORS, params: { kind: 'title', id: 999 }, body: { action: 'publish', version: null } },
  listMediaJobs: { by: EDITORS },
  getMediaJob: { by: EDITORS, params: { id: NOWHERE } },
  retryMediaJob: { by: EDITORS, params: { id: NOWHERE } },
  cancelMediaJob: { by: EDITORS, params: { id: NOWHERE } },
  moveMediaJob: { by: EDITORS, params: { id: NOWHERE }, body: { title_id: 1, number: 9 } },
  removeMediaJob: { by: EDITORS, params: { id: NOWHERE } },
  findAccount: { by: SUPPORT, body: { keyword: 'nobody@bora.example' } },
  listAccounts: { by: SUPPORT },
  examineAccounts: { by: OWNER },
  exportRefusedAccounts: { by: OWNER },
  importAccounts: { by: OWNER },
  inviteAccount: { by: SUPPORT, body: { email: 'joins@bora.example' } },
  sendPasswordMail: { by: SUPPORT, params: { id: NOWHERE } },
  sendEmailProof: { by: SUPPORT, params: { id: NOWHERE }, body: { email: 'nobody@bora.example' } },
  changeAccountEmail: {
    by: SUPPORT,
    params: { id: NOWHERE },
    body: { email: 'nobody@bora.example', code: '000000', proof: 'payment', reason: '요청', seen: '' },
  },
  removeProfilePin: { by: SUPPORT, params: { id: NOWHERE, profileId: NOWHERE }, body: { reason: '요청' } },
  stopPlayback: { by: SUPPORT, params: { id: NOWHERE, playbackId: NOWHERE } },
  addAccountNote: { by: SUPPORT, params: { id: NOWHERE }, body: { text: '메모' } },
  getSupportedAccount: { by: SUPPORT, params: { id: NOWHERE } },
  changeMembership: { by: SUPPORT, params: { id: NOWHERE }, body: { action: 'end', reason: '요청', version: '' } },
  listSupportedOrders: { by: SUPPORT, params: { id: NOWHERE } },
  refundSupportedOrder: {
    by: SUPPORT,
    params: { id: NOWHERE, orderId: NOWHERE },
    body: { reason: '요청', version: '' },
  },
  checkSupportedOrder: { by: SUPPORT, params: { id: NOWHERE, orderId: NOWHERE } },
  sendReceipt: { by: SUPPORT, params: { id: NOWHERE, orderId: NOWHERE } },
  signOutDevice: { by: SUPPORT, params: { id: NOWHERE, deviceId: NOWHERE } },
  signOutAllDevices: { by: SUPPORT, params: { id: NOWHERE } },
  eraseAccount: { by: SUPPORT, params: { id: NOWHERE }, body: { email: 'nobody@bora.example', reason: '요청' } },
  exportSupportedAccount: { by: SUPPORT, params: { id: NOWHERE } },
  listRequestedTitles: { by: SUPPORT },
  getRequestedTitle: { by: SUPPORT, params: { id: 999 } },
  setRequestStatus: { by: SUPPORT, params: { id: 999 }, body: { status: 'accepted', version: null } },
  listModeratedReviews: { by: SUPPORT },
  getModeratedReview: { by: SUPPORT, params: { id: NO_REVIEW } },
  judgeReview: { by: SUPPORT, params: { id: NO_REVIEW }, body: { action: 'hide', version: '', reported_at: null } },
  getOverviewNow: { by: staffRoles },
  getOverview: { by: staffRoles, query: { range: 'day' } },
  listOperatedCrashes: { by: staffRoles },
  getTitleForm: { by: EDITORS },
  createTitle: { by: EDITORS, body: { fields: buildTitleFields() } },
  getTitleRecord: { by: EDITORS, params: { id: 1 } },
  changeTitle: { by: EDITORS, params: { id: 999 }, body: { version: '', fields: {} } },
  removeTitle: { by: EDITORS, params: { id: 999 } },
  addTitleEpisode: { by: EDITORS, params: { id: 999 }, body: { fields: {} } },
  orderEpisodes: { by: EDITORS, params: { id: 999 }, body: { version: '', ids: [] } },
  changeProducts: { by: EDITORS, params: { id: 999 }, body: { version: '', products: [] } },
  changeEpisode: { by: EDITORS, params: { id: 999 }, body: { version: '', fields: {} } },
  lookAtMove: { by: EDITORS, params: { id: 999 }, query: { title_id: 1 } },
  moveEpisode: { by: EDITORS, params: { id: 999 }, body: { version: '', title_id: 1, episode_num: '1화' } },
  removeTitleEpisode: { by: EDITORS, params: { id: 999 } },
  getEpisodeMarks: { by: EDITORS, params: { id: 101 } },
  changeEpisodeMarks: {
    by: EDITORS,
    params: { id: 999 },
    body: { version: '', marks: { intro: null, outro: null, recap: null, preview: null } },
  },
  listTitleChoices: { by: EDITORS },
  getEpisodeTracks: { by: EDITORS, params: { id: 101 } },
  examineSubtitle: { by: EDITORS, params: { id: 999 }, query: { name: 'a.srt' } },
  addSubtitle: {
    by: EDITORS,
    params: { id: 999 },
    query: { name: 'a.srt', version: '', lang: 'ko', role: 'subtitle', label: '한국어' },
  },
  getDrawingStyles: { by: EDITORS, params: { id: 1 } },
  chooseDrawingStyle: { by: EDITORS, params: { id: 999 }, body: { style: 'Sign', kind: 'text' } },
  beginReading: { by: EDITORS, params: { id: 999 }, body: { subtitle_id: 'pictures-ko.vtt' } },
  listReadLines: { by: EDITORS, params: { id: NOWHERE } },
  correctReadLines: { by: EDITORS, params: { id: NOWHERE }, body: { lines: [{ position: 0, text: '안녕' }] } },
  publishReading: {
    by: EDITORS,
    params: { id: NOWHERE },
    body: { version: '', lang: 'ko', role: 'subtitle', label: '한국어', replaces_text: false },
  },
  removeReading: { by: EDITORS, params: { id: NOWHERE } },
  addSound: {
    by: EDITORS,
    params: { id: 999 },
    body: { version: '', file_id: NOWHERE, lang: 'ko', role: 'dub', label: '더빙', accepts: [] },
  },
  changeSounds: {
    by: EDITORS,
    params: { id: 999 },
    body: { version: '', sounds: [{ id: 'ko/dub', lang: 'ko', role: 'dub', label: '더빙' }] },
  },
  changeSubtitles: { by: EDITORS, params: { id: 999 }, body: { version: '', subtitles: [] } },
  listClips: { by: EDITORS },
  previewTitle: { by: EDITORS, params: { id: 1 }, query: { max_rating: '19', plan: 'free' } },
  setTitlePicture: {
    by: EDITORS,
    params: { id: 999, kind: 'wide' },
    query: { left: 0, top: 0, width: 20, height: 20 },
  },
  setEpisodePicture: { by: EDITORS, params: { id: 999 }, query: { left: 0, top: 0, width: 20, height: 20 } },
  getOperatedCrash: { by: staffRoles, params: { fingerprint: '0'.repeat(16) } },
  listOperatedAdvertisements: { by: EDITORS },
  getOperatedAdvertisement: { by: EDITORS, params: { id: 999 } },
  addAdvertisement: { by: EDITORS, body: ADVERTISEMENT },
  changeAdvertisement: { by: EDITORS, params: { id: 999 }, body: { ...ADVERTISEMENT, version: '' } },
  endAdvertisement: { by: EDITORS, params: { id: 999 }, body: { version: '' } },
  listAdvertisementClips: { by: EDITORS },
  listOperatedPlans: { by: EDITORS },
  addPlan: { by: EDITORS, body: { plan: 'basic', ...PLAN } },
  changePlan: { by: EDITORS, params: { id: 999 }, body: { ...PLAN, coming: null, version: '' } },
  listLooks: { by: EDITORS },
  setUpService: { by: OWNER, body: { kind: 'home' } },
  addLook: { by: EDITORS, params: { kind: 'theme' }, body: { name: '봄', description: '봄에 봐요.' } },
  changeLook: {
    by: EDITORS,
    params: { kind: 'theme', id: 999 },
    body: { name: '봄', description: null, version: '' },
  },
  removeLook: { by: EDITORS, params: { kind: 'theme', id: 999 } },
  orderLooks: { by: EDITORS, params: { kind: 'theme' }, body: { ids: [] } },
  setLookPicture: { by: EDITORS, params: { kind: 'theme', id: 999 } },
  listVouchers: { by: SUPPORT },
  addVoucher: { by: OWNER, body: { ...VOUCHER, gives: { kind: 'discount', percent: 20 } } },
  changeVoucher: { by: OWNER, params: { id: NOWHERE }, body: { ...VOUCHER, is_paused: true, version: '' } },
  listVoucherUses: { by: SUPPORT, params: { id: NOWHERE } },
  listOperatedProducts: { by: EDITORS },
  changeProduct: { by: EDITORS, params: { id: 999 }, body: { ...PLAN, coming: null, version: '' } },
  getInbox: { by: EDITORS },
  startInboxFiles: {
    by: EDITORS,
    body: { title: { id: 1 }, access: 'free', episodes: [{ file_id: NOWHERE, number: 1, subject: null }] },
  },
  startInboxAdvertisements: { by: EDITORS, body: { file_ids: [NOWHERE] } },
  readInboxSubtitle: { by: EDITORS, params: { id: NOWHERE } },
  removeInboxFile: { by: EDITORS, params: { id: NOWHERE } },
};

const calls = Object.entries(consoleEndpoints) as [ConsoleEndpointName, ConsoleEndpoint][];

let server: ServerFixture;
let members: Record<StaffRole, Member>;
let builder: ReturnType<typeof createMembers>;
let call: CallConsole;
beforeAll(async () => {
  server = await createServerFixture();
  builder = createMembers(server);
  const { buildMember } = builder;
  call = builder.call;
  members = {
    owner: await buildMember('owner'),
    editor: await buildMember('editor'),
    support: await buildMember('support'),
  };
});
afterAll(() => server.close());

test('every route of the console is a call of the contract', () => {
  const known = new Set(calls.map(([, { path }]) => path));
  const routed = [...server.app.routeTable].filter(([, { surface }]) => surface === 'console').map(([url]) => url);
  expect(routed.filter((url) => !known.has(url)).sort()).toEqual([
    '/api/console',
    '/api/console/*',
    // Uploads speak another protocol: tests/server/intake/uploads.test.ts tests their roles.
    UPLOADS_PATH,
    `${UPLOADS_PATH}:id/`,
    // Pages of browsers: tests/server/staff/provider.test.ts.
    ...Object.values(PROVIDER_PATHS).sort(),
  ]);
  expect([...known].filter((path) => !routed.includes(path))).toEqual([]);
});

describe.each(calls)('%s', (name, endpoint) => {
  const { by, ...options } = RULES[name];

  test('answers nobody without a session, and no viewer', async () => {
    const { token, profileToken } = await server.buildViewer();
    const foreign = [
      {},
      { headers: { authorization: `Token ${token}` } },
      { headers: { authorization: `Token ${profileToken}` } },
      { cookie: `bora-console=${token}` },
      { cookie: `bora-console=${profileToken}`, csrf: token },
    ];
    for (const browser of foreign) {
      const answer = await call(endpoint, browser, options);
      if (name === 'getSignInWays') expect(answer.reply).toEqual({ provider: null });
      else if (by === 'anyone') expect(['LOGIN_FAILED', 'LINK_INVALID']).toContain(answer.error.code);
      else expect([answer.status, answer.error.code]).toEqual([401, 'TOKEN_INVALID']);
    }
  });

  test('answers each role as the table says', async () => {
    for (const role of staffRoles) {
      const member = name === 'consoleSignOut' ? await builder.buildMember(role) : members[role];
      const answer = await call(endpoint, member, options);
      const isRefused = answer.status >= 400 && answer.error.code === 'ROLE_REQUIRED';
      expect({ role, isRefused }).toEqual({ role, isRefused: by !== 'anyone' && !by.includes(role) });
      const isCodeWrong = name === 'confirmConsoleSession' && answer.error.code === 'CODE_INVALID';
      if (!isRefused && !isCodeWrong && by !== 'anyone') expect([200, 201, 204, 404, 409]).toContain(answer.status);
    }
  });

  test('refuses requests of other sites', async () => {
    for (const site of ['cross-site', 'same-site']) {
      const browser = { ...members.owner, headers: { 'sec-fetch-site': site } };
      expect((await call(endpoint, browser, options)).error.code).toBe('CSRF_INVALID');
    }
  });
});

const writes = calls.filter(([name, { method }]) => method !== 'GET' && RULES[name].by !== 'anyone');

test.each(writes)('%s needs the token of the page', async (name, endpoint) => {
  const { by: _, ...options } = RULES[name];
  const { cookie } = members.owner;
  for (const csrf of [undefined, '', members.editor.csrf])
    expect((await call(endpoint, { cookie, csrf }, options)).error.code).toBe('CSRF_INVALID');
});

test('the audit log of these calls has no field without a Korean name', async () => {
  const entries = await server.db.selectFrom('audit_log').select(['action', 'before', 'after']).execute();
  expect(entries.length).toBeGreaterThan(20);
  const unnamed = entries.flatMap(({ action, before, after }) =>
    shownNames({ ...before, ...after }).flatMap((name) => (name in FIELD_NAMES ? [] : [`${action}: ${name}`])),
  );
  expect([...new Set(unnamed)].sort()).toEqual([]);
});
