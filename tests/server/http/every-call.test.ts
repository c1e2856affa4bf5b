import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints, type EndpointName } from '#contract/endpoints.ts';
import type { CallOptions } from '#tests/support/contract-call.ts';
import { rowsWith } from '#tests/support/server/account-rows.ts';
import { createExampleCalls } from '#tests/support/server/example-calls.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Each call of the contract: successful, malformed, forbidden and repeated. Expectations come from the contract (auth,
 * parts, idempotency); the examples only add a successful request.
 */

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

const NOWHERE = '00000000-0000-4000-8000-000000000000';

const cases = createExampleCalls(() => server);
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

/** Counts of wrong tries: of codes, links, passwords, vouchers and PINs. */
const wrongTries = async () =>
  (await server.db.selectFrom('rate_limits').select(['key', 'count']).where('count', '>', 0).orderBy('key').execute())
    .map(({ key, count }) => `${key} ${count}`)
    .filter((line) => /:wrong|^voucher|^sign-in:(?:account|address):|:confirms-of:|^pin:count:/.test(line));

test.each(names)('%s succeeds, and its repetition is answered as the contract says', async (name) => {
  const endpoint = endpointOf(name);
  const { ask, again } = cases[name];
  const options = await ask();
  const wrong = await wrongTries();
  const first = await server.call(endpoint, options);
  // Nobody is refused for having been right often.
  expect(await wrongTries()).toEqual(wrong);
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

/** Mail leaves after the answer. */
const unsent = () => server.db.selectFrom('outbox').select('kind').where('sent_at', 'is', null).execute();

/** All rows but the counts of tries. */
async function rowsNow({ withTimes }: { withTimes: boolean }): Promise<string[]> {
  await expect.poll(unsent).toEqual([]);
  const rows = (await rowsWith(server.db, '')).filter((row) => !row.startsWith('rate_limits '));
  return withTimes ? rows : rows.map((row) => row.replace(/"\w+_at": "[^"]*"/g, '')).sort();
}

/** Calls whose repetition moves a time: the last one counts, or an end is put off. */
const MOVES_TIMES: EndpointName[] = [
  'removeStartAgain',
  'removeHistory',
  'createOrder',
  'orderPlan',
  'beginIdentityCheck',
  'renewMediaTicket',
];

const writes = names.filter((name) => endpointOf(name).method !== 'GET' && cases[name].again === undefined);
// Each crash counts.
test.each(writes.filter((name) => name !== 'reportCrash'))('%s writes nothing new a minute later', async (name) => {
  const options = await cases[name].ask();
  expect((await server.call(endpointOf(name), options)).status).toBeLessThan(300);
  const withTimes = !MOVES_TIMES.includes(name);
  const written = await rowsNow({ withTimes });
  server.clock.advance(60);
  expect((await server.call(endpointOf(name), options)).status).toBeLessThan(300);
  expect(await rowsNow({ withTimes })).toEqual(written);
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
