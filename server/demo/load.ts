import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Demo, LoadedDemo } from './demo.ts';

/** The demo; undefined without its folder, which is optional. */
export async function loadDemo({ folder, code }: { folder: string; code: string }): Promise<LoadedDemo | undefined> {
  if (!existsSync(folder) || !existsSync(code)) return undefined;
  // The address is computed, so that neither the compiler nor a bundler needs the folder.
  const { demo } = (await import(/* @vite-ignore */ pathToFileURL(code).href)) as { demo: Demo };
  return { ...demo, catalogueFolder: join(folder, 'catalogue') };
}
