import { engineNames, findEngine, type EngineName } from './engines.ts';

/** Which engines run here, and why the others do not. */
export interface EnginesHere {
  readonly here: readonly EngineName[];
  readonly missing: readonly { readonly name: EngineName; readonly reason: string }[];
}

/**
 * Looks for every engine, and fetches those that are not here yet.
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

/** Whoever reads the outcome must see what was not tried. */
export const tellMissing = ({ missing }: EnginesHere) =>
  missing.map(({ name, reason }) => `CHROMIUM ${name} DID NOT RUN: ${reason.split('\n')[0]}`);
