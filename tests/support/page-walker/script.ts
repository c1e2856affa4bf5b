import { join } from 'node:path';
import { build } from 'esbuild';

/** Bundles the walker into a script that defines `window.pageWalker`. Run it before the scripts of the page. */
export async function pageWalkerScript(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'page-walker.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  return outputFiles[0]?.text ?? '';
}
