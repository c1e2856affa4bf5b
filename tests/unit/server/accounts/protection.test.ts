import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createKeySeal, secretIn } from '#server/watching/protection/key-seal.ts';
import { licenseFor, readLicenseRequest } from '#server/watching/protection/license.ts';

const KEY = '00112233445566778899aabbccddeeff';
const KEY_ID = 'ffeeddccbbaa99887766554433221100';
const seal = createKeySeal(() => 'a-secret-of-thirty-two-characters');

test('a sealed key opens with its secret and its purpose alone', () => {
  const sealed = seal.seal(KEY, 'clip one');
  expect(sealed).not.toContain(KEY);
  expect(Buffer.from(sealed, 'base64url').includes(Buffer.from(KEY, 'hex'))).toBe(false);
  expect(seal.open(sealed, 'clip one')).toBe(KEY);
  expect(() => seal.open(sealed, 'clip two')).toThrow();
  expect(() => createKeySeal(() => 'another-secret-of-thirty-two-chars').open(sealed, 'clip one')).toThrow();
  const changed = Buffer.from(sealed, 'base64url');
  changed[changed.length - 1]! ^= 1;
  expect(() => seal.open(changed.toString('base64url'), 'clip one')).toThrow();
  expect(seal.seal(KEY, 'clip one')).not.toBe(sealed);
});

test('a data folder has one secret, which only its owner can read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'bora-secret-'));
  try {
    const secret = secretIn(join(folder, 'data'));
    expect(secret).toMatch(/^[\w-]{43}$/);
    expect(secretIn(join(folder, 'data'))).toBe(secret);
    expect(statSync(join(folder, 'data/clip-key-secret')).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a licence has the wanted key in the form of the Encrypted Media Extensions', () => {
  const protection = { scheme: 'cenc', keyId: KEY_ID, key: KEY } as const;
  const kid = Buffer.from(KEY_ID, 'hex').toString('base64url');
  const wanted = readLicenseRequest(JSON.stringify({ kids: [kid], type: 'temporary' }));
  expect(wanted).toEqual([kid]);
  expect(licenseFor(protection, wanted!)).toEqual({
    keys: [{ kty: 'oct', kid, k: Buffer.from(KEY, 'hex').toString('base64url') }],
    type: 'temporary',
  });
  expect(licenseFor(protection, ['A'.repeat(22)])).toBeUndefined();
});

test.each(['', 'kids', '{}', '{"kids":[]}', '{"kids":["short"]}', '{"kids":"AAAAAAAAAAAAAAAAAAAAAA"}', 'null'])(
  'the request %j is none',
  (body) => {
    expect(readLicenseRequest(body)).toBeUndefined();
  },
);
