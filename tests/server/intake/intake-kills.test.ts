import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RESULTS } from '#server/intake/steps/results.ts';
import { STEP_NAMES, type StepName } from '#server/intake/steps/step.ts';
import { ffmpeg, mediaTools } from '#tests/support/media/intake.ts';

/* Kills a worker with its real tools at each step in turn: nothing goes on without it, and the next one finishes the job. */

const OFTEN = { interval: 5 };
const tools = mediaTools();
const checkout = join(import.meta.dirname, '../../..');
/** Inside the checkout, because the programs import packages. */
const programs = join(checkout, 'node_modules/.cache', `bora-intake-${randomUUID()}`);
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'bora-kills-'));
  if (!tools) return;
  mkdirSync(join(root, 'sources'));
  const sound = ['-f', 'lavfi', '-i', 'sine=440:d=2', '-c:a', 'aac'];
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=640x360:r=24:d=2', '-c:v', 'libx264', '-preset', 'ultrafast'];
  ffmpeg(tools, join(root, 'sources'), ...picture.slice(0, 4), ...sound.slice(0, 4), ...picture.slice(4), 'fox.mp4');
  // A sign is drawn into the pictures.
  writeFileSync(
    join(root, 'sources/fox.ko.ass'),
    '[Events]\nFormat: Start, End, Text\nDialogue: 0:00:00.50,0:00:01.50,{\\p1\\pos(20,20)}m 0 0 l 90 0 90 90\n' +
      'Dialogue: 0:00:00.50,0:00:01.50,대사\n',
  );
  await build({
    absWorkingDir: checkout,
    entryPoints: ['tests/support/media/intake-worker.ts', 'server/intake/child.ts'],
    outdir: programs,
    entryNames: '[name]',
    bundle: true,
    splitting: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    logLevel: 'error',
  });
});
afterAll(() => {
  rmSync(root, { recursive: true, force: true });
  rmSync(programs, { recursive: true, force: true });
});

function processesThat(hold: (pid: string) => boolean): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && hold(pid);
    } catch {
      // It has just ended.
      return false;
    }
  });
}
/** Tools that run for the job: ffmpeg, ffprobe, fpcalc and the packager. */
const toolsOf = (folder: string) => processesThat((pid) => readlinkSync(`/proc/${pid}/cwd`).startsWith(folder));
/** Programs that work on the job. */
const programsOf = (folder: string) =>
  processesThat((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(folder));

/** Starts a worker. @returns the steps that it has begun. */
function startWorker(folder: string) {
  const words = [join(programs, 'intake-worker.js'), join(programs, 'child.js'), join(root, 'sources/fox.mp4'), folder];
  const worker = spawn(process.execPath, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  const begun: string[] = [];
  createInterface(worker.stdout).on('line', (line) => begun.push(line));
  return { begun, kill: () => worker.kill('SIGKILL') };
}

// Processes are found in /proc.
describe.runIf(tools !== undefined && process.platform === 'linux')('a worker that is killed', () => {
  test('a worker that is killed at each step in turn leaves no process and no half result, and the next one continues', async () => {
    const folder = mkdtempSync(join(root, 'job-'));
    const done = new Set<StepName>();
    for (const step of STEP_NAMES) {
      const { begun, kill } = startWorker(folder);
      // On a busy machine the worker before may have finished this step before it was killed.
      const isReached = (each: string) =>
        each === 'done' || STEP_NAMES.indexOf(each as StepName) >= STEP_NAMES.indexOf(step);
      await expect.poll(() => begun.some(isReached), OFTEN).toBe(true);
      // `plan` runs no tool.
      if (step !== 'plan')
        await expect.poll(() => toolsOf(folder).length > 0 || begun.at(-1) !== step, OFTEN).toBe(true);
      kill();
      await expect.poll(() => [...toolsOf(folder), ...programsOf(folder)], OFTEN).toEqual([]);
      // A step that had just ended has its result, and the next worker does not repeat it.
      expect(begun[0]).toBe(STEP_NAMES.find((each) => !done.has(each)) ?? 'done');
      STEP_NAMES.filter((each) => readdirSync(folder).includes(RESULTS[each])).forEach((each) => done.add(each));
      expect(STEP_NAMES.slice(0, STEP_NAMES.indexOf(step)).every((each) => done.has(each))).toBe(true);
    }
    const last = startWorker(folder);
    await expect.poll(() => last.begun.at(-1), OFTEN).toBe('done');
    expect(readdirSync(folder).sort()).toEqual(['clip.json', 'packaged', 'plan.json', 'probe.json']);
    expect(readdirSync(join(folder, 'packaged')).sort()).toEqual([
      ...['drawn-ko.json', 'h264-360-drawn-ko.mp4', 'h264-360.m3u8', 'h264-360.mp4', 'manifest.mpd', 'master.m3u8'],
      ...['previews.webp', 'sound-und.m3u8', 'sound-und.mp4', 'still.webp', 'subtitles-ko.vtt'],
    ]);
  });
});
