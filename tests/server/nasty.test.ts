import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorReplySchema, isErrorCode } from '#contract/errors.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const values: unknown[] = [
  null,
  true,
  -1,
  1e308,
  '',
  '\0',
  '\ud800',
  'x'.repeat(5000),
  [],
  {},
  '%00',
  "' or 1=1 --",
  '../../etc/passwd',
  '99999999999999999999',
  { $gt: '' },
  [[[]]],
];

const asText = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Half a surrogate pair has no encoding of its own; these bytes are what a careless client would send. */
const encode = (text: string) => (text === '\ud800' ? '%ED%A0%80' : encodeURIComponent(text));

/** Every field of any query or body, each with the same value. */
const fields = [
  'item_id',
  'device',
  'limit',
  'offset',
  'sort',
  'show_playback_offset',
  'keyword',
  'sorting',
  'theme',
  'unknown',
];
const bodyOf = (value: unknown) =>
  JSON.stringify({
    email: value,
    password: value,
    device: value,
    total_play_time: value,
    play_end_offset: value,
    is_player_exit: value,
  });

const requestsOf = ({ method, path }: Endpoint, value: unknown, token: string) => {
  const text = encode(asText(value));
  const authorization = { authorization: token };
  const plain = path.replace(/:\w+/g, '1');
  const query = fields.map((field) => `${field}=${text}`).join('&');
  return [
    { method, url: path.replace(/:\w+/g, text === '' ? '%20' : text), headers: authorization },
    { method, url: `${plain}?${query}`, headers: authorization },
    {
      method,
      url: plain,
      headers: { ...authorization, 'x-profile-pin': text.slice(0, 200), range: text.slice(0, 50) },
    },
    { method, url: plain, headers: { authorization: text.slice(0, 500) } },
    ...(method === 'GET'
      ? []
      : [
          {
            method,
            url: plain,
            headers: { ...authorization, 'content-type': 'application/json' },
            payload: bodyOf(value),
          },
        ]),
  ];
};

describe('nasty input', () => {
  test.each(Object.entries(endpoints))(
    'to %s gets an answer of the contract and never a 5xx',
    async (_name, endpoint) => {
      const { email } = await server.buildAccount();
      let { profileToken } = await server.signIn(email);
      for (const value of values) {
        for (const request of requestsOf(endpoint, value, profileToken)) {
          const response = await server.app.inject(request);
          expect(response.statusCode, `${request.method} ${request.url}`).toBeLessThan(500);
          if (response.statusCode < 400) continue;
          expect(isErrorCode(errorReplySchema.strict().parse(response.json()).code)).toBe(true);
        }
        if (endpoint === endpoints.logout) ({ profileToken } = await server.signIn(email));
      }
    },
  );
});
