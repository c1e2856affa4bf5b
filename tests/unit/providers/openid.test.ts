import { afterEach, expect, test, vi } from 'vitest';
import { createOpenIdProvider } from '#server/providers/openid.ts';

afterEach(() => vi.unstubAllGlobals());

/** @param issuer what the provider calls itself in its description. */
function find(address: string, issuer: string) {
  const described = { issuer, authorization_endpoint: `${address}/authorize`, token_endpoint: `${address}/token` };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json(described)));
  return createOpenIdProvider(
    { issuer: address, clientId: 'bora', clientSecret: 'a-secret', scopes: 'openid' },
    { now: () => new Date(0) },
  ).find();
}

test('an address that signs in people of any organisation is refused', async () => {
  const [shared, own] = ['https://login.microsoftonline.com/common/v2.0', 'https://login.microsoftonline.com/7/v2.0'];
  await expect(find(shared, 'https://login.microsoftonline.com/{tenantid}/v2.0')).rejects.toThrow(/any organisation/);
  await expect(find(own, own)).resolves.toBeDefined();
});

test('a provider that calls itself another one is refused', async () => {
  await expect(find('https://login.example/a', 'https://login.example/b')).rejects.toThrow(/issuer/);
});

test('a provider that did not answer once is asked again by the next sign-in, and its answer is known for an hour', async () => {
  const address = 'https://login.example';
  const described = {
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
  };
  const fetch = vi
    .fn(() => Promise.resolve(Response.json(described)))
    .mockRejectedValueOnce(new Error('no network'))
    .mockResolvedValueOnce(Response.json({}, { status: 503 }));
  vi.stubGlobal('fetch', fetch);
  let nowMs = 0;
  const provider = createOpenIdProvider(
    { issuer: address, clientId: 'bora', clientSecret: 'a-secret', scopes: 'openid' },
    { now: () => new Date(nowMs) },
  );
  for (const _failure of ['no network', '503']) await expect(provider.find()).rejects.toThrow();
  await Promise.all([provider.find(), provider.find()]);
  nowMs = 3600_000 - 1;
  await provider.find();
  expect(fetch).toHaveBeenCalledTimes(3);
  nowMs = 3600_000;
  await provider.find();
  expect(fetch).toHaveBeenCalledTimes(4);
});
