import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createMakeBackup } from '#server/backup/daily.ts';
import { backupJob } from '#server/backup/index.ts';
import { nextRunAt } from '#server/jobs/rules.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-daily-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const { signal } = new AbortController();
const names = async () => (await readdir(folder)).sort();
const jobAt = (at: string, makeBackup: (file: string) => Promise<void>, kept = 2) =>
  backupJob({ plan: { folder, atMinute: 4 * 60 + 30, kept }, clock: { now: () => new Date(at) }, makeBackup });
/** Put aside by an operator. */
const KEPT = 'bora-2026-11-01.backup.kept';
const write = (file: string) => writeFile(file, '');

test('a backup has the name of the Korean day, and only as many as asked are kept', async () => {
  for (const name of ['bora-2026-11-01.backup', 'bora-2026-11-02.backup', 'other.backup', 'bora-2026-11-03.txt', KEPT])
    await write(join(folder, name));
  await jobAt('2026-11-28T19:30:00Z', write).run({ signal });
  expect(await names()).toEqual([
    KEPT,
    'bora-2026-11-02.backup',
    'bora-2026-11-03.txt',
    'bora-2026-11-29.backup',
    'other.backup',
  ]);
  // Again on that day, it takes the place of the earlier one.
  await jobAt('2026-11-29T03:00:00Z', write).run({ signal });
  expect(await names()).toHaveLength(5);
});

test('a backup that cannot be made fails the job and removes no earlier one', async () => {
  for (const day of ['01', '02', '03']) await write(join(folder, `bora-2026-11-${day}.backup`));
  const job = jobAt('2026-11-28T19:30:00Z', () => Promise.reject(new Error('The disk is full.')), 1);
  await expect(job.run({ signal })).rejects.toThrow('The disk is full.');
  expect(await names()).toHaveLength(3);
});

test('the next backup is at half past four in Korea', () => {
  const next = (after: string) => nextRunAt(jobAt(after, write), new Date(after)).toISOString();
  expect(next('2026-11-28T19:29:59Z')).toBe('2026-11-28T19:30:00.000Z');
  expect(next('2026-11-28T19:30:00Z')).toBe('2026-11-29T19:30:00.000Z');
});

describe('the command that makes a backup', () => {
  const run = async (text: string) => {
    const program = join(folder, 'program.mjs');
    await writeFile(program, text);
    await createMakeBackup(program)(join(folder, 'made'), signal);
  };

  test('is told the file, in a process of its own', async () => {
    await run(`import { writeFileSync } from 'node:fs';
      const [, , command, file] = process.argv;
      writeFileSync(file, command + ' ' + process.pid);`);
    const [command, pid] = (await readFile(join(folder, 'made'), 'utf8')).split(' ');
    expect(command).toBe('backup');
    expect(pid).not.toBe(String(process.pid));
  });

  test('fails with what it says', async () => {
    await expect(run(`console.error('The disk is full.'); process.exit(1);`)).rejects.toThrow(/^The disk is full\.$/);
  });
});
