import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { writeTar } from '../../../scripts/release/archive.ts';
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

test.runIf(process.platform === 'linux')(
  'an image’s tar has the same bytes, whenever and by whom its files were written',
  () => {
    const work = mkdtempSync(join(tmpdir(), 'bora-tar-'));
    onTestFinished(() => rmSync(work, { recursive: true }));
    const tarOf = (name: string, files: readonly string[], { mode, time }: { mode: number; time: number }) => {
      const folder = join(work, name);
      mkdirSync(join(folder, 'blobs'), { recursive: true });
      for (const file of files) {
        writeFileSync(join(folder, file), file);
        chmodSync(join(folder, file), mode);
        utimesSync(join(folder, file), time, time);
      }
      const tar = join(work, `${name}.tar`);
      writeTar(tar, folder, ['blobs', 'index.json'], { version: '1.0.0', madeAt: 1_700_000_000 });
      return readFileSync(tar);
    };
    const files = ['blobs/one', 'blobs/two', 'index.json'];
    const first = tarOf('first', files, { mode: 0o644, time: 1 });
    expect(first.includes('blobs/two')).toBe(true);
    expect(tarOf('second', [...files].reverse(), { mode: 0o600, time: 2 }).equals(first)).toBe(true);
  },
);
