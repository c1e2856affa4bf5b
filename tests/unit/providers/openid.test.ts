import { generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
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

describe('an ID token', () => {
  const address = 'https://login.example';
  const keys = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const others = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const asked = { state: 'state', nonce: 'nonce', verifier: 'v'.repeat(43), isFresh: false };

  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  function makeToken(claims: object, key: KeyObject, algorithm = 'RS256') {
    const now = Math.floor(Date.now() / 1000);
    const all = { iss: address, aud: 'bora', sub: '7', nonce: 'nonce', iat: now, exp: now + 60, ...claims };
    const text = `${encode({ alg: algorithm, kid: '1' })}.${encode(all)}`;
    return `${text}.${algorithm === 'none' ? '' : sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
  }

  function readClaims(token: string) {
    const answers: Record<string, object> = {
      '/.well-known/openid-configuration': {
        issuer: address,
        authorization_endpoint: `${address}/authorize`,
        token_endpoint: `${address}/token`,
        jwks_uri: `${address}/keys`,
      },
      '/keys': { keys: [{ ...keys.publicKey.export({ format: 'jwk' }), kid: '1', alg: 'RS256', use: 'sig' }] },
      '/token': { access_token: 'access', token_type: 'bearer', id_token: token },
    };
    vi.stubGlobal('fetch', (url: string | URL) => Promise.resolve(Response.json(answers[new URL(url).pathname])));
    const settings = { issuer: address, clientId: 'bora', clientSecret: 'a-secret', scopes: 'openid' };
    const answer = new URL('https://bora.example/console/oidc/callback?code=code&state=state');
    return createOpenIdProvider(settings, { now: () => new Date() }).readClaims(answer, asked);
  }

  test('signed by the provider says who somebody is', async () => {
    expect(await readClaims(makeToken({ groups: ['owners'] }, keys.privateKey))).toMatchObject({
      sub: '7',
      groups: ['owners'],
    });
  });

  test.each([
    ['signed by another key', makeToken({}, others.privateKey)],
    ['without a signature', makeToken({}, keys.privateKey, 'none')],
    ['of another service', makeToken({ aud: 'another' }, keys.privateKey)],
    ['for another sign-in', makeToken({ nonce: 'another' }, keys.privateKey)],
    ['with a control character as the person', makeToken({ sub: '7\u0000' }, keys.privateKey)],
    ['with a person of 256 letters', makeToken({ sub: 'a'.repeat(256) }, keys.privateKey)],
  ])('%s is refused', async (_what, token) => {
    await expect(readClaims(token)).rejects.toThrow();
  });
});
