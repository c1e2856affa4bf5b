import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CSRF_HEADER, staffRoles, type ConsoleEndpoint, type StaffRole } from '#contract/console/endpoint.ts';
import { consoleEndpoints, type ConsoleEndpointName } from '#contract/console/endpoints.ts';
import { consoleErrorReplySchema } from '#contract/console/errors.ts';
import type { CallShape, Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import { householdRuleOf } from '#contract/household.ts';
import { fillAccount, readEverything } from '#tests/support/server/account-rows.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { junkFor, type Junk } from '#tests/support/server/junk-requests.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * The attack as a test: each call of the contract and of the console, by each caller, with junk and with the ids of a victim.
 * Nobody gets a 2xx that the contract does not give, nothing is a 5xx, and the victim's rows stay. A seed chooses some callers
 * of each call; `HOSTILE_ROUNDS=20` (npm run test:nightly) sends them all, so many times. `HOSTILE_SEED` repeats a run.
 */

const SEED = Number(process.env['HOSTILE_SEED'] ?? 20261128);
const ROUNDS = Number(process.env['HOSTILE_ROUNDS'] ?? 0);
/** Callers of a call, and requests of each, where the seed chooses. */
const FEW = { callers: 2, requests: 2 };

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let victim: Viewer;
let attacker: Viewer;
let limited: Viewer;
let staff: Record<StaffRole, Member>;
/** Ids of everything that the victim has. */
let ids: string[];
let before: string[];

/** Rows of the victim. Others may like and report a review, which counts in its row. */
const rowsOfVictim = async () =>
  [...(await readEverything(server.db))]
    .filter(([table]) => table !== 'short_reviews')
    .flatMap(([table, rows]) => rows.map((row) => `${table} ${row}`))
    .filter((row) => row.includes(`"account_id": "${victim.accountId}"`))
    .sort();

beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  victim = await server.buildViewer();
  await fillAccount(server, victim, await server.buildViewer());
  attacker = await server.buildViewer();
  limited = await server.buildSibling(await server.buildViewer());
  staff = {
    owner: await members.buildMember('owner'),
    editor: await members.buildMember('editor'),
    support: await members.buildMember('support'),
  };
  before = await rowsOfVictim();
  ids = [...new Set(before.flatMap((row) => row.match(/[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g) ?? []))].sort();
});
afterAll(() => server.close());

interface Caller {
  headers(): Record<string, string | undefined>;
  /** What the contract says of a call of viewers. */
  mayView(endpoint: Endpoint, name: EndpointName): boolean;
  mayOperate(endpoint: ConsoleEndpoint): boolean;
}

const isOpen = ({ allowed }: ConsoleEndpoint) => allowed === 'anyone';
const byViewer = (viewer: () => Viewer, token: 'token' | 'profileToken', mayView: Caller['mayView']): Caller => ({
  headers: () => ({ authorization: `Token ${viewer()[token]}` }),
  mayView: (endpoint, name) => endpoint.auth === 'none' || mayView(endpoint, name),
  mayOperate: isOpen,
});
const byMember = (role: StaffRole): Caller => ({
  headers: () => ({ cookie: staff[role].cookie, [CSRF_HEADER]: staff[role].csrf }),
  mayView: ({ auth }) => auth === 'none',
  mayOperate: ({ allowed }) => typeof allowed === 'string' || allowed.includes(role),
});
const owner = byMember('owner');

const CALLERS: Record<string, Caller> = {
  nobody: { headers: () => ({}), mayView: ({ auth }) => auth === 'none', mayOperate: isOpen },
  'an account': byViewer(
    () => attacker,
    'token',
    ({ auth }) => auth === 'account',
  ),
  'a profile': byViewer(
    () => attacker,
    'profileToken',
    () => true,
  ),
  'a limited profile': byViewer(
    () => limited,
    'profileToken',
    (_, name) => householdRuleOf(name) !== 'adult',
  ),
  ...Object.fromEntries(staffRoles.map((role) => [role, byMember(role)])),
  'an owner without the token of the page': {
    ...owner,
    headers: () => ({ ...owner.headers(), [CSRF_HEADER]: staff.editor.csrf }),
    mayOperate: (endpoint) => isOpen(endpoint) || endpoint.method === 'GET',
  },
  'an owner from another site': {
    ...owner,
    headers: () => ({ ...owner.headers(), 'sec-fetch-site': 'cross-site' }),
    mayOperate: () => false,
  },
  'a viewer with the token as cookie': {
    headers: () => ({ cookie: `bora-console=${attacker.profileToken}` }),
    mayView: ({ auth }) => auth === 'none',
    mayOperate: isOpen,
  },
  'an owner with the cookie as token': {
    headers: () => ({ authorization: `Token ${(staff.owner.cookie ?? '').split('=')[1]}` }),
    mayView: ({ auth }) => auth === 'none',
    mayOperate: isOpen,
  },
};

const junkOf = (endpoint: CallShape) => junkFor(endpoint, ids, ['1', '8', '81', '101', '801', victim.email]);

const send = (endpoint: CallShape, caller: Caller, { path, body }: Junk) => {
  const { bytes } = endpoint as ConsoleEndpoint;
  const type = bytes?.types[0] ?? 'application/json';
  return server.app.inject({
    method: endpoint.method,
    url: path,
    headers: { ...caller.headers(), ...(endpoint.method !== 'GET' && { 'content-type': type }) },
    ...(endpoint.method !== 'GET' && {
      payload: bytes ? Buffer.from(JSON.stringify(body) ?? '') : (JSON.stringify(body) ?? 'null'),
    }),
  });
};

/** A path that cannot be decoded reaches no call. */
const isRoutable = (path: string) => {
  try {
    return decodeURIComponent(path) !== '';
  } catch {
    return false;
  }
};

/** What ends a caller's session, or the service for all. Callers who may not do it try it all the same. */
const ENDS: readonly string[] = ['logout', 'consoleSignOut', 'setMaintenance', 'setMinVersion'];

async function attack(name: string, endpoint: CallShape, may: (caller: Caller) => boolean): Promise<void> {
  const [seed = 0] = fc.sample(fc.nat(), { seed: SEED + name.length * 7919 + name.charCodeAt(1), numRuns: 1 });
  const all = Object.entries(CALLERS);
  const few = fc.sample(fc.shuffledSubarray(all, { minLength: FEW.callers, maxLength: FEW.callers }), {
    seed,
    numRuns: 1,
  })[0]!;
  for (const [who, caller] of ROUNDS > 0 ? all : few) {
    const isAllowed = may(caller);
    if (isAllowed && ENDS.includes(name)) continue;
    for (const junk of fc.sample(junkOf(endpoint), { seed, numRuns: ROUNDS || FEW.requests })) {
      const { statusCode: status, body } = await send(endpoint, caller, junk);
      const what = `${name} by ${who}: ${endpoint.method} ${junk.path.slice(0, 200)} ${JSON.stringify(junk.body)?.slice(0, 300)}`;
      expect(status, `${what} ${body.slice(0, 300)}`).toBeLessThan(500);
      if (!isAllowed && isRoutable(junk.path)) expect([401, 403, 429], `${what}: ${status}`).toContain(status);
      if (status >= 400) expect(consoleErrorReplySchema.parse(JSON.parse(body)).code, what).toMatch(/^[A-Z_]+$/);
      // Members of staff see accounts; nobody else sees anything of the victim that is not public.
      if (
        !who.includes('owner') &&
        who !== 'support' &&
        !junk.path.includes('%40') &&
        !JSON.stringify(junk.body)?.includes('@')
      )
        expect(body, what).not.toContain(victim.email);
    }
  }
}

/** Sessions last: a call that ended one would make all later ones harmless. */
async function expectSessions(): Promise<void> {
  for (const viewer of [attacker, limited])
    expect((await server.call(endpoints.getMyAccount, { token: viewer.profileToken })).status).toBe(200);
  for (const role of staffRoles)
    expect((await members.call(consoleEndpoints.getConsoleSession, staff[role])).status).toBe(200);
}

describe('a call of viewers gives nothing to the wrong caller', () => {
  test.each(Object.entries(endpoints) as [EndpointName, Endpoint][])('%s', (name, endpoint) =>
    attack(name, endpoint, (caller) => caller.mayView(endpoint, name)),
  );

  test('the sessions last and the rows of the victim are as they were after all attacks on calls of viewers', async () => {
    await expectSessions();
    expect(await rowsOfVictim()).toEqual(before);
  });
});

describe('a call of the console gives nothing to the wrong caller', () => {
  test.each(Object.entries(consoleEndpoints) as [ConsoleEndpointName, ConsoleEndpoint][])('%s', (name, endpoint) =>
    attack(name, endpoint, (caller) => caller.mayOperate(endpoint)),
  );

  test('the sessions last after all attacks on calls of the console', expectSessions);
});
