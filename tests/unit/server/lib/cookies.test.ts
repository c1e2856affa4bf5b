import { expect, test } from 'vitest';
import { cookieName, readCookies, writeCookie } from '#server/lib/cookies.ts';

test.each<[string | undefined, Record<string, string>]>([
  [undefined, {}],
  ['', {}],
  ['a=1; b=2', { a: '1', b: '2' }],
  ['a=1;b = 2 ', { a: '1', b: '2' }],
  ['a=1=2', { a: '1=2' }],
  ['a=', { a: '' }],
  // A second one may come from another host of the domain.
  ['a=own; a=foreign', { a: 'own' }],
  ['=1; b; c=3', { c: '3' }],
])('the header %j has the cookies %j', (header, cookies) => {
  expect(Object.fromEntries(readCookies(header))).toEqual(cookies);
});

test('a cookie is for this host, this site and no script, and on https only this host can set it', () => {
  expect(writeCookie('session', 'x1', { isSecure: false, livesSeconds: 60 })).toBe(
    'session=x1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax',
  );
  expect(writeCookie('session', '', { isSecure: true, livesSeconds: 0, sameSite: 'Strict' })).toBe(
    '__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
  expect([cookieName('session', true), cookieName('session', false)]).toEqual(['__Host-session', 'session']);
});
