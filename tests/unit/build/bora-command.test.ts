import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const command = join(import.meta.dirname, '../../../scripts/bora.mjs');
const bora = (...words: readonly string[]) => spawnSync(process.execPath, [command, ...words], { encoding: 'utf8' });

test('bora without words lists its commands, of which completion knows each', () => {
  const { stdout, status } = bora();
  expect(status).toBe(0);
  const names = [...stdout.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!);
  expect(names).toEqual(
    expect.arrayContaining(['start', 'serve', 'work', 'doctor', 'media', 'migrate', 'backup', 'restore']),
  );
  const completion = bora('completion', 'bash').stdout;
  for (const name of names) expect(completion).toMatch(new RegExp(`[" ]${name} `));
});

test('completion is valid bash and offers commands', () => {
  const script = `${bora('completion', 'bash').stdout}\nCOMP_WORDS=(bora do) COMP_CWORD=1; _bora; echo "\${COMPREPLY[@]}"`;
  expect(spawnSync('bash', ['-c', script], { encoding: 'utf8' }).stdout.trim()).toBe('doctor');
});

test('words that are no command exit with 2, and say so', () => {
  expect(bora('dctor')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/"dctor" is no command/),
  });
});

test('a command gets its words, and its exit code is that of bora', () => {
  expect(bora('doctor', '--help')).toMatchObject({ status: 0, stdout: expect.stringMatching(/--mail ADDRESS/) });
  expect(bora('doctor', '--strange')).toMatchObject({ status: 2, stderr: expect.stringMatching(/strange/) });
});

test('bora tells its version', () => {
  expect(bora('--version').stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});
