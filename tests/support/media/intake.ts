import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { clipFileSchema } from '#server/intake/clip-file.ts';
import type { Protection } from '#server/lib/protection.ts';
import { createSteps } from '#server/intake/steps/index.ts';
import { STEP_NAMES, type StepName } from '#server/intake/steps/step.ts';
import { findTools, type Tools } from '#server/intake/tools.ts';

/** The tools of intake; undefined where they are not installed. */
export function mediaTools(): Tools | undefined {
  try {
    return findTools();
  } catch {
    return undefined;
  }
}

/** Makes a source with ffmpeg in `folder`. */
export function ffmpeg(tools: Tools, folder: string, ...words: readonly string[]): void {
  const { status, stderr } = spawnSync(tools.ffmpeg, ['-nostdin', '-v', 'error', '-y', ...words], { cwd: folder });
  if (status !== 0) throw new Error(`ffmpeg could not make a source: ${stderr.toString()}`);
}

export interface IntakeRun {
  readonly folder: string;
  readonly notices: readonly string[];
  clip(): ReturnType<typeof clipFileSchema.parse>;
  /** Names in the job's folder and in the package. */
  names(): string[];
  packaged(name: string): string;
}

/** Runs the steps of a job up to one of them. */
export async function runIntake(
  tools: Tools,
  source: string,
  {
    folder = mkdtempSync(join(source, '../..', 'job-')),
    until = 'inspect',
    freeBytes,
    protection,
  }: { folder?: string; until?: StepName; freeBytes?: () => number; protection?: Protection } = {},
): Promise<IntakeRun> {
  const notices: string[] = [];
  const { signal } = new AbortController();
  for (const step of createSteps(tools, freeBytes).slice(0, STEP_NAMES.indexOf(until) + 1))
    await step.run({
      source,
      folder,
      protection,
      signal,
      progress: () => undefined,
      notice: ({ message }) => notices.push(message),
    });
  return {
    folder,
    notices,
    clip: () => clipFileSchema.parse(JSON.parse(readFileSync(join(folder, 'clip.json'), 'utf8'))),
    names: () => readdirSync(folder).sort(),
    packaged: (name) => join(folder, 'packaged', name),
  };
}
