import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Bundles a program of the tests: compiling the sources at each start takes longer than the start. */
export async function bundleProcess(
  program = 'tests/evening/process/main.ts',
): Promise<{ path: string; remove(): Promise<void> }> {
  // Inside the checkout, because Node resolves packages relative to the file.
  const folder = join(root, 'node_modules/.cache', `bora-evening-${randomUUID()}`);
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: program, out: 'main' }],
    outdir: folder,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node20.19',
    sourcemap: true,
    logLevel: 'error',
  });
  return { path: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
