import { describe, expect, test } from 'vitest';
import { browserOf } from '#server/staff/browser.ts';
import { hashRecoveryCode, makeRecoveryCodes } from '#server/staff/recovery-codes.ts';
import { codeAt, findStep, stepOf, totpUrl } from '#server/lib/totp.ts';
import { systemRandom } from '#server/lib/random.ts';

/** `12345678901234567890`, the secret of RFC 6238, appendix B, in base 32. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1000);

describe('codes of authenticator apps', () => {
  test.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('are those of RFC 6238 after %d seconds', (seconds, code) => {
    expect(codeAt(SECRET, stepOf(at(seconds)), 8)).toBe(code);
    expect(codeAt(SECRET, stepOf(at(seconds)))).toBe(code.slice(2));
  });

  test('count one step early and one step late, and no further', () => {
    const code = codeAt(SECRET, 100);
    const found = [98, 99, 100, 101, 102].map((step) => findStep(SECRET, code, at(step * 30), null));
    expect(found).toEqual([undefined, 100, 100, 100, undefined]);
  });

  test('count once', () => {
    const code = codeAt(SECRET, 100);
    expect(findStep(SECRET, code, at(3000), 99)).toBe(100);
    expect(findStep(SECRET, code, at(3000), 100)).toBeUndefined();
    expect(findStep(SECRET, codeAt(SECRET, 99), at(3000), 100)).toBeUndefined();
  });

  test('are offered to apps with the address as the name', () => {
    expect(totpUrl(SECRET, 'a+b@bora.example')).toBe(
      `otpauth://totp/Bora%3Aa%2Bb%40bora.example?secret=${SECRET}&issuer=Bora`,
    );
  });
});

test('recovery codes are ten different ones, and their spelling does not matter', () => {
  const codes = makeRecoveryCodes(systemRandom);
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){5}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(hashRecoveryCode('abcd-1021-EFGH-0000')).toBe(
    hashRecoveryCode(' ABCD io2l efgh OOOO'.replace('io2l', 'lO2I')),
  );
});

test('a browser is named without its user agent', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/143.0.0.0 Safari/537.36';
  expect(browserOf(chrome)).toBe('Chrome · Windows');
  expect(browserOf(`${chrome} Edg/143.0`)).toBe('Edge · Windows');
  expect(browserOf('<script>')).toBe('알 수 없는 브라우저');
  expect(browserOf(undefined)).toBe('알 수 없는 브라우저');
});
