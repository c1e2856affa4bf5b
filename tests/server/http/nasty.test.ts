import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorReplySchema, isErrorCode } from '#contract/error-reply.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { bodyOf, encode, fieldsOf, nasty, nastyText } from '#tests/support/server/nasty-values.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Sends every call of the contract data that no television sends. Fields come from the contract's schemas, so new calls
 * and fields are covered; the fixed seed makes failures reproducible.
 */

const SEED = 20261120;
const RUNS = 20;

let server: ServerFixture;
let victim: Viewer;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  victim = await server.buildViewer();
});
afterAll(() => server.close());

interface Sent {
  method: Endpoint['method'];
  url: string;
  headers: Record<string, string>;
  payload?: string;
}

const requestOf = (endpoint: Endpoint, token: string): fc.Arbitrary<Sent> =>
  fc
    .record({
      params: fc.array(nastyText, { minLength: 2, maxLength: 2 }),
      // Forms of ids: of the catalogue, and of everything else.
      id: fc.constantFrom('1', '00000000-0000-4000-8000-000000000000'),
      isPathNasty: fc.boolean(),
      query: fc.dictionary(fc.constantFrom(...fieldsOf(endpoint.query), 'limit', 'extra'), nasty, { maxKeys: 4 }),
      body: bodyOf(endpoint),
      // Most malformed JSON is refused before any field is checked.
      text: fc.constantFrom(
        'json',
        'json',
        'json',
        'json',
        'broken',
        'number',
        'empty',
        'huge',
      ) as fc.Arbitrary<string>,
      type: fc.constantFrom(
        ...Array.from({ length: 8 }, () => 'application/json'),
        'text/plain',
        'text/html',
        'multipart/form-data',
        '',
      ),
      authorization: fc.constantFrom(token, token, token, `Bearer ${token}x`, 'Token', 'Basic YTpi', 'x'.repeat(4000)),
    })
    .map(({ params, id, isPathNasty, query, body, text, type, authorization }): Sent => {
      let index = 0;
      const path = endpoint.path.replace(/:\w+/g, () =>
        isPathNasty ? encode(params[index++ % 2]).slice(0, 600) || '%20' : id,
      );
      const search = Object.entries(query).map(([name, value]) => `${name}=${encode(value).slice(0, 2000)}`);
      const json = JSON.stringify(body) ?? 'null';
      const payload = {
        json,
        broken: json.slice(0, -1) + '{"',
        number: '12',
        empty: '',
        huge: `"${'x'.repeat(2_000_000)}"`,
      }[text];
      const hasBody = endpoint.method !== 'GET';
      return {
        method: endpoint.method,
        url: search.length > 0 ? `${path}?${search.join('&')}` : path,
        headers: {
          authorization,
          'x-profile-pin': encode(params[0]).slice(0, 100),
          ...(hasBody && type !== '' && { 'content-type': type }),
        },
        ...(hasBody && payload !== undefined && { payload }),
      };
    });

const expectOfTheContract = (response: { statusCode: number; json(): unknown }, what: string) => {
  expect(response.statusCode, what).toBeLessThan(500);
  if (response.statusCode < 400) return;
  expect(isErrorCode(strictErrorReply.parse(response.json()).code), what).toBe(true);
};

describe('nasty input', () => {
  test.each(Object.entries(endpoints))(
    'nasty input to %s gets an answer of the contract and never a 5xx',
    async (_name, endpoint) => {
      const { email } = await server.buildAccount();
      let { profileToken } = await server.signIn(email);
      await fc.assert(
        fc.asyncProperty(requestOf(endpoint, 'TOKEN'), async (request) => {
          const headers = {
            ...request.headers,
            authorization: request.headers['authorization']!.replace('TOKEN', profileToken),
          };
          const response = await server.app.inject({ ...request, headers });
          expectOfTheContract(
            response,
            `${request.method} ${request.url.slice(0, 200)} ${request.payload?.slice(0, 200)}`,
          );
          if (endpoint === endpoints.logout && response.statusCode === 204)
            ({ profileToken } = await server.signIn(email));
        }),
        { seed: SEED, numRuns: RUNS },
      );
    },
  );

  const withBody = Object.entries<Endpoint>(endpoints).filter(([, { body }]) => body !== undefined);

  test.each(withBody)(
    'a body for %s is refused when it has 2 MB, is of another type, or is broken',
    async (_name, endpoint: Endpoint) => {
      const { profileToken } = await server.buildViewer();
      const url = endpoint.path.replace(/:\w+/g, '1');
      const send = (type: string, payload: string) =>
        server.app.inject({
          method: endpoint.method,
          url,
          headers: { authorization: profileToken, 'content-type': type },
          payload,
        });
      for (const response of [
        await send('application/json', `{"a":"${'x'.repeat(2_000_000)}"}`),
        await send('text/plain', '{}'),
        await send('application/x-www-form-urlencoded', 'a=b'),
        await send('application/json', '{"a":'),
      ])
        expect([response.statusCode, errorReplySchema.parse(response.json()).code]).toEqual([400, 'VALIDATION_FAILED']);
    },
  );
});

test('nasty input inside a nested part is reported under the caller’s field name', async () => {
  const body = { email: 'a@b.kr', password: 'bora-test-9', device: { platform: 'web', model: '\0', name: 7 } };
  const { error } = await server.call(endpoints.login, { body });
  expect([error.code, Object.keys(error.fields ?? {}).sort()]).toEqual([
    'VALIDATION_FAILED',
    ['device.model', 'device.name'],
  ]);
});

test('a caller with another account’s token neither reads nor changes the first account', async () => {
  const { play_log_id: playLogId } = await server.openVideo(victim);
  const order = await server.call(endpoints.createOrder, { token: victim.profileToken, params: { id: 81 } });
  const sessions = (await server.call(endpoints.listDeviceSessions, { token: victim.token })).reply;
  const ids = [victim.profileId, victim.accountId, playLogId, order.reply.id, sessions.results[0]!.id];
  const tables = ['accounts', 'profiles', 'device_sessions', 'tokens', 'play_logs', 'orders'] as const;
  const rowsOfVictim = async () => {
    const rows = tables.map((table) => server.db.selectFrom(table).selectAll().execute());
    return (await Promise.all(rows)).map((ofTable) =>
      ofTable.filter((row) => JSON.stringify(row).includes(victim.accountId)),
    );
  };
  const before = await rowsOfVictim();

  const attacker = await server.buildViewer();
  // Viewers block the profiles of others, which changes nothing of these.
  const { blockProfile: _block, unblockProfile: _unblock, ...others } = endpoints;
  const owned = Object.values(others).filter(({ path }) => /:(id|userId)\//.test(path));
  for (const endpoint of owned) {
    for (const id of ids) {
      const response = await server.app.inject({
        method: endpoint.method,
        url: endpoint.path.replace(':type', 'rated').replace(/:\w+/g, id),
        headers: { authorization: attacker.profileToken },
        ...(endpoint.method !== 'GET' && {
          payload: { name: '훔침', total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: true },
        }),
      });
      expectOfTheContract(response, `${endpoint.method} ${endpoint.path}`);
      expect(response.statusCode, `${endpoint.method} ${endpoint.path}`).toBeGreaterThanOrEqual(400);
      expect(response.body).not.toContain(victim.email);
    }
  }
  expect(await rowsOfVictim()).toEqual(before);
});
