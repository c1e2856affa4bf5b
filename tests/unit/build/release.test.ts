import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { imageTagOf, nameVersion } from '../../../scripts/release/release.ts';

const read = (name: string) => readFileSync(join(import.meta.dirname, '../../..', name), 'utf8');

test.each([
  ['none', '1.0.0~20261130.abc1234'],
  ['this', '1.0.0'],
  ['earlier', '1.0.0+20261130.abc1234'],
] as const)('a commit whose tag is at %s is named %s, in the order of Debian', (tagged, name) => {
  const madeAt = Date.parse('2026-11-30T00:30:00Z') / 1000;
  expect(nameVersion('1.0.0', { tagged, madeAt, commit: 'abc1234def' })).toBe(name);
  expect(imageTagOf(name)).toMatch(/^\w[\w.-]{0,127}$/);
});

test('the newest release of the changelog is the version of the packages', () => {
  const [, newest] = /^## \[([\d.]+)\] - \d{4}-\d\d-\d\d$/m.exec(read('CHANGELOG.md')) ?? [];
  expect(newest).toBeDefined();
  for (const name of ['package.json', 'package-lock.json', 'demo/package.json'])
    expect(JSON.parse(read(name))).toMatchObject({ version: newest });
});
