import { existsSync } from 'node:fs';
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { z } from 'zod';
import { STEP_NAMES, type StepName } from './step.ts';

/** The result of each step in the job's folder. Files of one format are JSON. */
export const RESULTS = {
  probe: 'probe.json',
  plan: 'plan.json',
  encode: 'encoded',
  package: 'packaged',
  inspect: 'clip.json',
} as const satisfies Record<StepName, string>;

/** Marks what is being written. The rest of the name is random, so that two attempts never share a folder. */
const UNFINISHED = '.unfinished-';

/** Whether a step is finished: its result exists, or that of a later one, which outlives it. */
export const isFinished = (folder: string, name: StepName): boolean =>
  STEP_NAMES.slice(STEP_NAMES.indexOf(name)).some((step) => existsSync(join(folder, RESULTS[step])));

/** Removes what a killed run left behind. */
export async function removeUnfinished(folder: string): Promise<void> {
  const names = await readdir(folder);
  await Promise.all(
    names
      .filter((name) => name.startsWith(UNFINISHED))
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

/** Writes a folder of files; it appears under its name only when `fill` is done. */
export async function writeFolder(folder: string, name: string, fill: (draft: string) => Promise<void>): Promise<void> {
  const draft = await mkdtemp(join(folder, UNFINISHED));
  try {
    await fill(draft);
    await rename(draft, join(folder, name));
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** Writes a JSON file that appears only when it is on the disk. */
export async function writeJson(folder: string, name: string, value: unknown): Promise<void> {
  const draft = await mkdtemp(join(folder, UNFINISHED));
  try {
    const file = await open(join(draft, name), 'wx');
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(join(draft, name), join(folder, name));
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

export const readJson = async <T extends z.ZodType>(path: string, schema: T): Promise<z.output<T>> =>
  schema.parse(JSON.parse(await readFile(path, 'utf8')));
