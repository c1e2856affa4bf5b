import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { CLAIMED_ADDRESS, CLAIMED_COUNTRY, PROXY_CHECK_PATH, proxyCheckSchema } from '#server/http/proxy-check.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/** Wrong reset codes per address: the cheapest call that is limited by address. */
const LIMIT = 30;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({
    trustedProxies: '10.0.0.0/8, 2001:db8::/32',
    countries: { countries: ['KR', 'JP'], header: 'x-country', unknown: undefined },
  });
});
afterAll(() => server.close());

const guess = async (from: string, forwardedFor?: string) => {
  const { statusCode } = await server.app.inject({
    method: 'PATCH',
    url: `${endpoints.resetPassword.path}?auth_code=AAAAAAAAAA`,
    remoteAddress: from,
    headers: forwardedFor === undefined ? {} : { 'x-forwarded-for': forwardedFor },
    payload: { new_password: PASSWORD },
  });
  return statusCode;
};
const useUp = async (from: string, forwardedFor?: (turn: number) => string) => {
  for (let turn = 0; turn < LIMIT; turn += 1) expect(await guess(from, forwardedFor?.(turn))).toBe(400);
};

describe('a call of this machine', () => {
  const isHidden = async (headers: Record<string, string>) => {
    const { statusCode } = await server.app.inject({ url: '/metrics', headers });
    return statusCode !== 200;
  };

  test.each(['localhost', 'localhost:8080', '127.0.0.1:8080', '127.1.2.3', '[::1]:8080'])('may name %s', async (host) =>
    expect(await isHidden({ host })).toBe(false),
  );

  test.each([
    ['to the name of a website that leads here', { host: 'rebound.example' }],
    ['to a name that begins like this machine', { host: 'localhost.example' }],
    ['to an address that begins like this machine', { host: '127.0.0.1.example:80' }],
    ['that a proxy has forwarded', { 'x-forwarded-for': '203.0.113.1' }],
    ['that a proxy has forwarded without an address', { 'x-forwarded-proto': 'https' }],
  ])('is none %s', async (_, headers) => expect(await isHidden(headers)).toBe(true));
});

describe('the rate limit’s client address', () => {
  test('is named by a trusted proxy, so viewers behind it have separate limits', async () => {
    await useUp('10.1.2.3', () => '203.0.113.1');
    expect(await guess('10.1.2.3', '203.0.113.1')).toBe(429);
    // The same viewer through another trusted proxy is limited too; another viewer through the same proxy is not.
    expect(await guess('2001:db8::7', '203.0.113.1')).toBe(429);
    expect(await guess('10.1.2.3', '203.0.113.2')).toBe(400);
  });

  test('is the socket’s address for an untrusted proxy, whatever it claims', async () => {
    await useUp('198.51.100.9', (turn) => `203.0.113.${100 + turn}`);
    expect(await guess('198.51.100.9', '203.0.113.250')).toBe(429);
    expect(await guess('198.51.100.9')).toBe(429);
    // The named client has lost nothing.
    expect(await guess('203.0.113.100')).toBe(400);
    // This machine is trusted only by default.
    expect(await guess('127.0.0.1', '198.51.100.9')).toBe(400);
  });

  test('is the last one not added by a trusted proxy, so viewers cannot forge it', async () => {
    await useUp('10.1.2.3', (turn) => `192.0.2.${turn}, 203.0.113.50, 10.9.9.9`);
    expect(await guess('10.1.2.3', '192.0.2.200, 203.0.113.50')).toBe(429);
    expect(await guess('10.1.2.3', '192.0.2.1')).toBe(400);
  });
});

describe('what the doctor asks through a proxy', () => {
  const ask = async (remoteAddress: string, headers: Record<string, string>) => {
    const { body } = await server.app.inject({ url: PROXY_CHECK_PATH, remoteAddress, headers });
    return proxyCheckSchema.parse(JSON.parse(body));
  };

  test.each([
    ['no proxy', {}, 'missing', 'missing'],
    ['one that passes headers on', { 'x-forwarded-for': CLAIMED_ADDRESS }, 'passed-on', 'missing'],
    ['one that appends', { 'x-forwarded-for': `${CLAIMED_ADDRESS}, 203.0.113.5` }, 'appended-to', 'missing'],
    ['one that replaces', { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' }, 'replaced', 'https'],
    ['one that says nonsense of the protocol', { 'x-forwarded-proto': 'gopher' }, 'missing', 'missing'],
  ])('tells %s', async (_, headers, address, protocol) => {
    expect(await ask('10.1.2.3', headers)).toMatchObject({ address, protocol });
  });

  test('tells whether a claimed country arrives', async () => {
    const arrives = async (headers: Record<string, string>) =>
      (await ask('10.1.2.3', { 'x-forwarded-for': '203.0.113.5', ...headers })).isCountryPassedOn;
    expect(await arrives({ 'x-country': CLAIMED_COUNTRY })).toBe(true);
    expect(await arrives({ 'x-country': `${CLAIMED_COUNTRY}, KR` })).toBe(true);
    expect(await arrives({ 'x-country': 'KR' })).toBe(false);
    expect(await arrives({ 'cf-ipcountry': CLAIMED_COUNTRY })).toBe(false);
    expect(await arrives({})).toBe(false);
  });

  test('tells a trusted proxy from another', async () => {
    const headers = { 'x-forwarded-for': '203.0.113.5' };
    expect((await ask('10.1.2.3', headers)).isTrusted).toBe(true);
    expect((await ask('198.51.100.9', headers)).isTrusted).toBe(false);
  });
});
