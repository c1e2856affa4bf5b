import { expect, test } from 'vitest';
import { CODES, findRemoteKey } from '#platform/key-codes.ts';
import { remoteKeys } from '#platform/platform.ts';

test.each(remoteKeys)('every code of the key %s is read as that key on all systems', (key) => {
  expect(CODES[key].map(findRemoteKey)).toEqual(CODES[key].map(() => key));
});

/** The makers' documents, and what a keyboard sends. */
test.each([
  ['left', [37]],
  ['up', [38]],
  ['right', [39]],
  ['down', [40]],
  ['ok', [13, 65376]],
  ['back', [27, 461, 8, 10009]],
  ['play', [415]],
  ['pause', [19]],
  ['play-pause', [10252, 32]],
  ['stop', [413]],
  ['rewind', [412]],
  ['fast-forward', [417]],
  ['next', [10233]],
  ['previous', [10232]],
  ['channel-up', [427, 33]],
  ['channel-down', [428, 34]],
  ['red', [403]],
  ['green', [404]],
  ['yellow', [405]],
  ['blue', [406]],
  ['info', [457]],
  ['caption', [10221, 460]],
  ['search', [10225]],
] as const)('%s is read from the codes %j', (key, codes) =>
  expect(codes.map((code) => findRemoteKey(code))).toEqual(codes.map(() => key)),
);

test('digits are read from both rows of digits, and no other code is a key', () => {
  const digits = Array.from({ length: 10 }, (_, digit) => String(digit));
  expect(digits.map((digit) => findRemoteKey(48 + Number(digit)))).toEqual(digits);
  expect(digits.map((digit) => findRemoteKey(96 + Number(digit)))).toEqual(digits);
  expect([0, 65, 447, 448, 449, 10182].map(findRemoteKey)).toEqual(Array<null>(6).fill(null));
});
