import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createServerFixture, PASSWORD, type ServerFixture } from '#tests/support/server-fixture.ts';

/** Wrong codes of a reset that one address may send; the cheapest of the calls that are limited by address. */
const LIMIT = 30;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ trustedProxies: '10.0.0.0/8, 2001:db8::/32' });
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

describe('the address that limits count by', () => {
  test('is the one that a trusted proxy names: one viewer behind it does not use up another’s', async () => {
    await useUp('10.1.2.3', () => '203.0.113.1');
    expect(await guess('10.1.2.3', '203.0.113.1')).toBe(429);
    // The same viewer by another of the proxies, too; and another viewer by the same one is free.
    expect(await guess('2001:db8::7', '203.0.113.1')).toBe(429);
    expect(await guess('10.1.2.3', '203.0.113.2')).toBe(400);
  });

  test('is the caller’s own where it is no trusted proxy, whatever it says of others', async () => {
    await useUp('198.51.100.9', (turn) => `203.0.113.${100 + turn}`);
    expect(await guess('198.51.100.9', '203.0.113.250')).toBe(429);
    expect(await guess('198.51.100.9')).toBe(429);
    // Who it spoke of has lost nothing.
    expect(await guess('203.0.113.100')).toBe(400);
    // This machine is trusted only where nothing else is said.
    expect(await guess('127.0.0.1', '198.51.100.9')).toBe(400);
  });

  test('is the last one that no proxy of ours has written: what a viewer puts in front is not believed', async () => {
    await useUp('10.1.2.3', (turn) => `192.0.2.${turn}, 203.0.113.50, 10.9.9.9`);
    expect(await guess('10.1.2.3', '192.0.2.200, 203.0.113.50')).toBe(429);
    expect(await guess('10.1.2.3', '192.0.2.1')).toBe(400);
  });
});
