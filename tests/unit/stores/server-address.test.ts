import { expect, test } from 'vitest';
import { keepAddress, keptAddress, readAddress } from '#src/stores/server-address.ts';
import { createMemoryStorage } from '#tests/support/fake-platform.ts';

test.each([
  ['192.168.0.7:8080', 'http://192.168.0.7:8080'],
  ['https://tv.example.com', 'https://tv.example.com'],
  ['https://tv.example.com/', 'https://tv.example.com'],
  ['  HTTP://TV.example.com  ', 'http://tv.example.com'],
])('%s is a server', (typed, origin) => {
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
])('"%s" is none', (typed) => expect(readAddress(typed)).toBeNull());

test('an address is kept, and what another hand wrote in its place is not believed', () => {
  const storage = createMemoryStorage();
  expect(keptAddress(storage)).toBeNull();
  keepAddress(storage, 'http://10.0.0.2:8080');
  expect(keptAddress(storage)).toBe('http://10.0.0.2:8080');
  storage.set('server-address', 'file:///etc/passwd');
  expect(keptAddress(storage)).toBeNull();
  keepAddress(storage, null);
  expect(keptAddress(storage)).toBeNull();
});
