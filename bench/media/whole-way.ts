import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setPriority } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createSteps } from '#server/intake/steps/index.ts';
import type { Tools } from '#server/intake/tools.ts';
import { cutFilm } from './sources.ts';

/** Length of the film. A step's start takes the same time for any length, so a much shorter clip would overstate it. */
export const SECONDS = 60;
const ROUNDS = 3;
const LOOK_EVERY_MS = 50;
const TICKS_A_SECOND = 100;

export interface Measured {
  seconds: number;
  /** Processor time in seconds, which other work on the machine hardly changes. */
  cpu: number;
  /** Largest memory of the tools at one time. */
  bytes: number;
}

/** Seconds of one step. */
export type StepSeconds = Readonly<Record<string, number>>;

export interface Round {
  readonly steps: Measured;
  readonly command: Measured;
  /** The seconds of each step, in the order of the steps. */
  readonly parts: StepSeconds;
}

/** That of the tools of intake. */
const NICENESS = 10;

/** The arguments of one ffmpeg command that makes the same rungs and nothing else. */
const commandOf = (source: string): string[] => [
  ...['-nostdin', '-v', 'error', '-y', '-i', source],
  ...['-filter_complex', '[0:v]split=3[a][b][c];[a]scale=640:360[va];[b]scale=960:540[vb];[c]scale=1280:720[vc]'],
  ...['va', 'vb', 'vc'].flatMap((label) => [
    ...['-map', `[${label}]`, '-c:v', 'libx264', '-preset', 'medium', '-tune', 'animation', '-crf', '22'],
    ...['-g', '48', '-keyint_min', '48', '-sc_threshold', '0', `${label}.mp4`],
  ]),
  ...['-map', '0:a', '-c:a', 'aac', '-b:a', '128k', '-ar', '48000', 'sound.mp4'],
];

/** Memory of the processes that work in a folder, in bytes. */
function memoryIn(folder: string): number {
  let kilobytes = 0;
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) continue;
      kilobytes += Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      // It has ended.
    }
  }
  return kilobytes * 1024;
}

/** Processor time of this process and of all children that have ended, in seconds. */
function cpuSeconds(): number {
  const fields = readFileSync('/proc/self/stat', 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  // utime, stime, cutime and cstime of proc(5), in ticks.
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_A_SECOND;
}

async function measure(folder: string, work: () => Promise<void>): Promise<Measured> {
  let bytes = 0;
  const cpu = cpuSeconds();
  const looking = setInterval(() => (bytes = Math.max(bytes, memoryIn(folder))), LOOK_EVERY_MS);
  const begin = performance.now();
  await work().finally(() => clearInterval(looking));
  return { seconds: (performance.now() - begin) / 1000, cpu: cpuSeconds() - cpu, bytes };
}

const runCommand = (ffmpeg: string, folder: string, words: readonly string[]) =>
  new Promise<void>((resolve, reject) => {
    const child = spawn(ffmpeg, words, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    child.on('spawn', () => setPriority(child.pid!, NICENESS));
    child.on('close', (code) => (code === 0 ? resolve() : reject(new Error(`ffmpeg ended with ${code}`))));
  });

/**
 * All steps of intake beside one command of ffmpeg, in turns: a ratio within a round says more than times of different rounds,
 * as the machine is not equally busy in all of them. The first of a round changes.
 */
export async function timeWholeWay(tools: Tools, folder: string): Promise<Round[]> {
  const source = cutFilm(tools.ffmpeg, join(folder, 'sources'), 'cloud-mail', SECONDS);
  const steps = createSteps(tools);
  const runByHand = async () => {
    const place = mkdtempSync(join(folder, 'command-'));
    return measure(place, () => runCommand(tools.ffmpeg, place, commandOf(source)));
  };
  const runSteps = async () => {
    const place = mkdtempSync(join(folder, 'job-'));
    const nothing = () => undefined;
    const context = { source, folder: place, signal: new AbortController().signal, progress: nothing, notice: nothing };
    const parts: Record<string, number> = {};
    const measured = await measure(place, async () => {
      for (const step of steps) {
        const begin = performance.now();
        await step.run(context);
        parts[step.name] = (performance.now() - begin) / 1000;
      }
    });
    return { measured, parts };
  };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = round % 2 === 0 ? await runByHand() : undefined;
    const { measured, parts } = await runSteps();
    rounds.push({ steps: measured, command: before ?? (await runByHand()), parts });
  }
  return rounds;
}
