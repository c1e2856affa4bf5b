import { engineNames, findEngine, type EngineName } from './engines.ts';

/** The engines that run on this machine, and the reasons why the others do not. */
export interface EnginesHere {
  readonly here: readonly EngineName[];
  readonly missing: readonly { readonly name: EngineName; readonly reason: string }[];
}

/**
 * Looks for every engine and downloads the missing ones.
 *
 * @throws Error in CI on Linux x64, where all of them must run.
 */
export async function findEnginesHere(): Promise<EnginesHere> {
  const here: EngineName[] = [];
  const missing: { name: EngineName; reason: string }[] = [];
  for (const name of engineNames) {
    try {
      if (await findEngine(name)) here.push(name);
      else missing.push({ name, reason: `it is built for Linux on x64, this is ${process.platform} ${process.arch}` });
    } catch (error) {
      missing.push({ name, reason: String(error) });
    }
  }
  const mustRun = process.env['CI'] && process.platform === 'linux' && process.arch === 'x64';
  if (mustRun && missing.length > 0)
    throw new Error(missing.map(({ name, reason }) => `Chromium ${name} must run here: ${reason}`).join('\n'));
  return { here, missing };
}

/** Warnings for the test output, so that nobody mistakes a missing engine for a tested one. */
export const tellMissing = ({ missing }: EnginesHere) =>
  missing.map(({ name, reason }) => `CHROMIUM ${name} DID NOT RUN: ${reason.split('\n')[0]}`);
