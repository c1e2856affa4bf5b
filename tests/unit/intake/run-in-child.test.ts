import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRunInChild } from '#server/intake/run-in-child.ts';
import { RunFailedError } from '#server/intake/run-job.ts';

/* The program that works on a video, as it may end: what its worker hears, and that no process stays. */

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-child-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function run(text: string, signal = new AbortController().signal, onStep = (_step: string) => undefined as void) {
  const program = join(folder, 'program.mjs');
  await writeFile(program, text);
  const job = { source: join(folder, 'fox.mkv'), folder, signal, onStep };
  return createRunInChild(program, {})({ ...job, onProgress: () => undefined, onNotice: () => undefined });
}
const say = (message: object, then = '') => `process.send(${JSON.stringify(message)}, () => { ${then} });`;
const END = 'process.disconnect();';
const STEP = { kind: 'step', step: 'probe' };
const FAILED = { kind: 'failed', message: 'no', code: 'SOURCE_EMPTY', params: {}, isFinal: true };

test.each([
  ['says nothing', END, 'PROGRAM_ENDED', false],
  ['says what nobody understands', say({ kind: 'finished' }, END), 'PROGRAM_ENDED', false],
  ['ends half way', say(STEP, END), 'PROGRAM_ENDED', false],
  ['is killed half way', say(STEP, 'process.kill(process.pid, "SIGKILL");'), 'PROGRAM_KILLED', false],
  ['cannot be read', 'not a program', 'PROGRAM_ENDED', false],
  ['says that it failed', say(FAILED, END), 'SOURCE_EMPTY', true],
  ['says that it failed, and is killed', say(FAILED, 'process.kill(process.pid, "SIGKILL");'), 'SOURCE_EMPTY', true],
])('a program that %s is a failure', async (_what, text, code, isFinal) => {
  const failure = await run(text).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RunFailedError);
  expect(failure).toMatchObject({ code, isFinal });
});

test.each([
  ['ends', END],
  ['is killed at its end', 'process.kill(process.pid, "SIGKILL");'],
])('a program that says that it is done and %s has done its work', async (_what, then) => {
  const steps: string[] = [];
  await run(say(STEP, say({ kind: 'done' }, then)), undefined, (step) => void steps.push(step));
  expect(steps).toEqual(['probe']);
});

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
/** Starts a tool that outlives its program, and writes down the ids of both. */
const WITH_TOOL = `
  import { spawn } from 'node:child_process';
  import { writeFileSync } from 'node:fs';
  const tool = spawn('sleep', ['600']);
  writeFileSync(${JSON.stringify('PIDS')}, JSON.stringify([process.pid, tool.pid]));
`;
const withTool = () => WITH_TOOL.replace('PIDS', join(folder, 'pids'));
const expectNoneLeft = async () => {
  const pids = JSON.parse(await readFile(join(folder, 'pids'), 'utf8')) as number[];
  expect(pids).toHaveLength(2);
  await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), { timeout: 60_000 });
};

test('a program that ends leaves no tool behind', async () => {
  await expect(run(`${withTool()} process.exit(1);`)).rejects.toMatchObject({ code: 'PROGRAM_ENDED' });
  await expectNoneLeft();
});

test.each([
  ['waits', ''],
  ['does not want to end', "process.on('SIGTERM', () => undefined);"],
])('a program that %s ends with its tools when its worker loses the job, whose reason counts', async (_what, more) => {
  const losing = new AbortController();
  const text = `${withTool()} ${more} ${say(STEP)} setInterval(() => undefined, 1000);`;
  await expect(run(text, losing.signal, () => losing.abort(new Error('lost')))).rejects.toThrow('lost');
  await expectNoneLeft();
});

test('no program begins for a worker that has lost its job', async () => {
  const signal = AbortSignal.abort(new Error('lost'));
  await expect(run(`${withTool()} process.exit(0);`, signal)).rejects.toThrow('lost');
  await expect(readFile(join(folder, 'pids'))).rejects.toThrow('ENOENT');
});
