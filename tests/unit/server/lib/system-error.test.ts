import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explainSystemError } from '#server/lib/system-error.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-errors-'));
  await writeFile(join(folder, 'file'), 'content');
});
afterAll(() => rm(folder, { recursive: true }));

const sentenceOf = (failing: Promise<unknown>): Promise<string | undefined> =>
  failing.then(() => 'no error', explainSystemError);

test('what is wrong with a file is a sentence that names it', async () => {
  const absent = join(folder, 'absent', 'backup.bora');
  expect(await sentenceOf(open(absent))).toBe(`There is no ${absent}.`);
  expect(await sentenceOf(readdir(join(folder, 'absent')))).toBe(`There is no ${join(folder, 'absent')}.`);
  const inFile = join(folder, 'file', 'backup.bora');
  expect(await sentenceOf(open(inFile))).toBe(`A part of ${inFile} is a file, where a folder is needed.`);
  expect(await sentenceOf(open(folder, 'w'))).toBe(`${folder} is a folder, not a file.`);
});

test.each([
  ['EACCES', '/data may not be opened by this user: look at its owner and its mode.'],
  ['EROFS', '/data is on a disk that cannot be written.'],
  ['ENOSPC', 'The disk is full: write failed. Free some space, then try again.'],
  ['EIO', 'write failed'],
])('an error %s is told as: %s', (code, sentence) => {
  const error = Object.assign(new Error('write failed'), { code, syscall: 'write', path: '/data' });
  expect(explainSystemError(error)).toBe(sentence);
});

test('an error of the network names its address itself, and one of the program has no sentence', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
    syscall: 'connect',
  });
  expect(explainSystemError(error)).toBe('connect ECONNREFUSED 127.0.0.1:1');
  expect(explainSystemError(new TypeError('x is not a function'))).toBeUndefined();
  expect(explainSystemError('x')).toBeUndefined();
});
