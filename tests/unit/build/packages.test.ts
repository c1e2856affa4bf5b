import { expect, test } from 'vitest';
import { isAllowed, judgePackages, withDependencies, type Locked } from '../../../scripts/build/packages.ts';

const of = (license: string, more: Locked[string] = {}) => ({
  version: '1.0.0',
  integrity: 'sha512-x',
  license,
  ...more,
});

const LOCKED: Locked = {
  '': {},
  'node_modules/app': of('MIT', { dependencies: { part: '1' } }),
  'node_modules/app/node_modules/part': of('MIT', { optionalDependencies: { deep: '1' } }),
  'node_modules/part': of('LGPL-3.0-or-later'),
  'node_modules/deep': of('BSD-2-Clause'),
  'node_modules/@scope/tool': of('GPL-3.0-only', { dev: true }),
};
const judge = (changes: Locked = {}, scripts = {}) =>
  judgePackages({ locked: { ...LOCKED, ...changes }, shipped: ['app', 'not-installed'], scripts });

test('what a package depends on is found where it would load it', () => {
  expect([...withDependencies(LOCKED, ['app'])].sort()).toEqual([
    'node_modules/app',
    'node_modules/app/node_modules/part',
    'node_modules/deep',
  ]);
});

test('copyleft stays on the server and with the tools', () => {
  expect(judge()).toEqual([]);
  expect(judge({ 'node_modules/deep': of('LGPL-3.0-or-later') })).toEqual([
    'deep@1.0.0: the licence LGPL-3.0-or-later is not allowed on televisions.',
  ]);
  expect(judge({ 'node_modules/server': of('AGPL-3.0-only') })).toEqual([
    'server@1.0.0: the licence AGPL-3.0-only is not allowed on the server.',
  ]);
  expect(judge({ 'node_modules/silent': { version: '1.0.0', integrity: 'sha512-x' } })).toHaveLength(1);
});

test.each([
  ['MIT OR GPL-3.0-only', true],
  ['(MIT AND GPL-3.0-only)', false],
  ['Apache-2.0 AND MIT', true],
  ['SEE LICENSE IN x', false],
])('the licence %s is allowed: %s', (license, expected) =>
  expect(isAllowed(license, ['MIT', 'Apache-2.0'])).toBe(expected),
);

test('an install script is named, of any version or of this one', () => {
  const changes = { 'node_modules/@a/b': of('MIT', { hasInstallScript: true, dev: true }) };
  expect(judge(changes)).toHaveLength(1);
  expect(judge(changes, { '@a/b@1.0.1': true })).toHaveLength(1);
  expect(judge(changes, { '@a/b@1.0.0': true })).toEqual([]);
  expect(judge(changes, { '@a/b': false })).toEqual([]);
});

test('a package without a hash is told', () => {
  expect(judge({ 'node_modules/loose': { version: '1.0.0', license: 'MIT' } })).toEqual([
    'node_modules/loose has no hash.',
  ]);
});
