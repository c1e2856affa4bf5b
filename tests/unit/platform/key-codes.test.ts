import { expect, test } from 'vitest';
import { CODES, findRemoteKey } from '#platform/key-codes.ts';
import { remoteKeys } from '#platform/platform.ts';

test.each(remoteKeys)('every code of the key %s is read as that key on all systems', (key) => {
  expect(CODES[key].map(findRemoteKey)).toEqual(CODES[key].map(() => key));
});
