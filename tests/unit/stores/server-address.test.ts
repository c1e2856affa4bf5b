import { expect, test } from 'vitest';
import { saveAddress, savedAddress, readAddress } from '#src/stores/server-address.ts';
import { createMemoryStorage } from '#tests/support/app/fake-platform.ts';

test.each([
  ['192.168.0.7:8080', 'http://192.168.0.7:8080'],
  ['https://tv.example.com', 'https://tv.example.com'],
  ['https://tv.example.com/', 'https://tv.example.com'],
  ['  HTTP://TV.example.com  ', 'http://tv.example.com'],
])('%s is the server %s', (typed, origin) => {
  expect(readAddress(typed)).toBe(origin);
});

test.each([
  '',
  ' ',
  'ftp://example.com',
  'javascript:alert(1)',
  'http://a/b',
  'http://a?b',
  'http://me@a',
  'two words',
  'http://',
])('"%s" is not a server', (typed) => expect(readAddress(typed)).toBeNull());

test('an address is stored, and a damaged one is ignored', () => {
  const storage = createMemoryStorage();
  expect(savedAddress(storage)).toBeNull();
  saveAddress(storage, 'http://10.0.0.2:8080');
  expect(savedAddress(storage)).toBe('http://10.0.0.2:8080');
  storage.set('server-address', 'file:///etc/passwd');
  expect(savedAddress(storage)).toBeNull();
  saveAddress(storage, null);
  expect(savedAddress(storage)).toBeNull();
});
