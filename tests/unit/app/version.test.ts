import { expect, test } from 'vitest';
import { isOlder } from '#src/app/version.ts';

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.1.0', '0.1.1', true],
  ['0.2.0', '0.1.9', false],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
])('version %s with the minimum %s is outdated: %s', (version, minimum, older) => {
  expect(isOlder(version, minimum)).toBe(older);
});
