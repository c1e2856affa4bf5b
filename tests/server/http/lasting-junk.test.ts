import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CSRF_HEADER, type ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import type { CallShape } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { fillAccount } from '#tests/support/server/account-rows.ts';
import { junkFor, type Junk } from '#tests/support/server/junk-requests.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Junk from callers who may: a viewer and an owner of the console, each with one session that lasts, send requests that fit the
 * schemas or nearly do, with the ids of everything they have. Their answers are of the contract, nothing is a 5xx, and the
 * sessions are there at the end. `JUNK_REQUESTS=20000` (npm run test:nightly) sends so many; `JUNK_SEED` repeats a run.
 */

const SEED = Number(process.env['JUNK_SEED'] ?? 20261128);
const REQUESTS = Number(process.env['JUNK_REQUESTS'] ?? 400);
/** Longest time of one request on a slow machine. */
const MOST_MS_EACH = 100;
const CATALOGUE_IDS = ['1', '2', '8', '81', '101', '801', 'start', 'rated'];

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let viewer: Viewer;
let other: Viewer;
let owner: Member;
let ids: string[];

beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  viewer = await server.buildViewer();
  other = await server.buildViewer();
  await fillAccount(server, viewer, other);
  owner = await members.buildMember('owner');
  const tables = ['profiles', 'play_logs', 'orders', 'notifications', 'short_reviews'] as const;
  const rows = await Promise.all(tables.map((table) => server.db.selectFrom(table).select('id').execute()));
  ids = [viewer.accountId, ...rows.flat().map(({ id }) => id)];
});
afterAll(() => server.close());

/** What ends the sessions, or the service for all; signing out is tested elsewhere. */
const ENDS: readonly CallShape[] = [
  endpoints.logout,
  endpoints.removeDeviceSession,
  endpoints.removeProfile,
  consoleEndpoints.consoleSignOut,
  consoleEndpoints.endMyConsoleSession,
  consoleEndpoints.setMaintenance,
  consoleEndpoints.setMinVersion,
];

const calls = [...Object.values<CallShape>(endpoints), ...Object.values<CallShape>(consoleEndpoints)].filter(
  (endpoint) => !ENDS.includes(endpoint),
);

/** The owner of the console may sign devices out and erase accounts: those of another viewer. */
const idsFor = ({ path }: CallShape) =>
  path.startsWith('/api/console/') ? ids.map((id) => (id === viewer.accountId ? other.accountId : id)) : ids;

let sent = 0;
const send = (endpoint: CallShape, { path, body }: Junk) => {
  const { bytes } = endpoint as ConsoleEndpoint;
  const type = bytes?.types[0] ?? 'application/json';
  const isConsole = path.startsWith('/api/console/');
  sent += 1;
  return server.app.inject({
    method: endpoint.method,
    url: path,
    // The limits by address are not what is tried here.
    remoteAddress: `10.${(sent >> 16) % 256}.${(sent >> 8) % 256}.${sent % 256}`,
    headers: {
      ...(isConsole
        ? { cookie: owner.cookie, [CSRF_HEADER]: owner.csrf }
        : { authorization: `Token ${sent % 5 === 0 ? viewer.token : viewer.profileToken}` }),
      ...(endpoint.method !== 'GET' && { 'content-type': type }),
    },
    ...(endpoint.method !== 'GET' && {
      payload: bytes ? Buffer.from(JSON.stringify(body) ?? '') : (JSON.stringify(body) ?? 'null'),
    }),
  });
};

const timeout = 180_000 + REQUESTS * MOST_MS_EACH;
test(
  'junk with lasting sessions gets answers of the contract and no 5xx, and the sessions last',
  { timeout },
  async () => {
    const each = Math.ceil(REQUESTS / calls.length);
    let accepted = 0;
    // In rounds, so that what one call has written is there for the others.
    const junk = calls.map((endpoint, index) =>
      fc.sample(junkFor(endpoint, idsFor(endpoint), CATALOGUE_IDS), { seed: SEED + index, numRuns: each }),
    );
    for (let round = 0; round < each; round += 1) {
      server.clock.advance(5);
      for (const [index, endpoint] of calls.entries()) {
        const request = junk[index]![round]!;
        const { statusCode: status, body } = await send(endpoint, request);
        const what = `${endpoint.method} ${request.path.slice(0, 200)} ${JSON.stringify(request.body)?.slice(0, 300)}`;
        expect(status, `${what} ${body.slice(0, 300)}`).toBeLessThan(500);
        if (status >= 400) expect(consoleErrorReplySchema.parse(JSON.parse(body)).code, what).toMatch(/^[A-Z_]+$/);
        else accepted += 1;
      }
    }
    expect(accepted).toBeGreaterThan(each * 10);
    for (const token of [viewer.token, viewer.profileToken])
      expect((await server.call(endpoints.getMyAccount, { token })).status).toBe(200);
    expect((await members.call(consoleEndpoints.getConsoleSession, owner)).status).toBe(200);
  },
);
