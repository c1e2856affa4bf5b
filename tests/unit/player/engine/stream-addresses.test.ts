import { expect, test } from 'vitest';
import { createStreamAddresses } from '#src/player/engine/stream-addresses.ts';

const streamAt = (url: string) => ({ protocol: 'dash', url, drm: null }) as const;
const manifestOf = (ticket: string | number) => `https://media.test/${ticket}/clips/7/manifest.mpd`;
const pieceOf = (ticket: string | number) => `https://media.test/${ticket}/clips/7/video/3.m4s`;

test('addresses stay unchanged until they are replaced', () => {
  const addresses = createStreamAddresses(manifestOf('a'));
  expect(addresses.rewrite(pieceOf('a'))).toBe(pieceOf('a'));
  expect(addresses.isReplaced(pieceOf('a'))).toBe(false);
  expect(addresses.changes()).toBe(0);
});

test("Shaka's addresses are rewritten to the newest one after any number of replacements", () => {
  const addresses = createStreamAddresses(manifestOf('a'));
  for (const ticket of ['b', 'c']) {
    expect(addresses.replace([streamAt(manifestOf(ticket))])).toBe(true);
    expect(addresses.rewrite(pieceOf('a'))).toBe(pieceOf(ticket));
  }
  expect(addresses.changes()).toBe(2);
});

test('addresses of other servers stay unchanged', () => {
  const addresses = createStreamAddresses(manifestOf('a'));
  addresses.replace([streamAt(manifestOf('b'))]);
  expect(addresses.rewrite('https://licence.test/a/clips/7/key')).toBe('https://licence.test/a/clips/7/key');
});

test('the same stream is found among several', () => {
  const addresses = createStreamAddresses(manifestOf('a'));
  expect(addresses.replace([streamAt('https://media.test/b/7.m3u8'), streamAt(manifestOf('b'))])).toBe(true);
  expect(addresses.rewrite(pieceOf('a'))).toBe(pieceOf('b'));
});

test('addresses stay unchanged when no stream is the same', () => {
  const addresses = createStreamAddresses(manifestOf('a'));
  expect(addresses.replace([streamAt('https://media.test/b/7.m3u8')])).toBe(false);
  expect(addresses.replace([])).toBe(false);
  expect(addresses.rewrite(pieceOf('a'))).toBe(pieceOf('a'));
});

test('the first and the last few addresses count as replaced, and the current one as valid', () => {
  const addresses = createStreamAddresses(manifestOf('first'));
  for (let ticket = 1; ticket <= 6; ticket += 1) addresses.replace([streamAt(manifestOf(ticket))]);
  const replaced = ['first', 1, 2, 3, 4, 5, 6].filter((ticket) => addresses.isReplaced(pieceOf(ticket)));
  expect(replaced).toEqual(['first', 2, 3, 4, 5]);
});
