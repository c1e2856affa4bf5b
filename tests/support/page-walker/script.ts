import { join } from 'node:path';
import { build } from 'esbuild';

/** One script that makes `window.pageWalker`, to be run before the page's own. */
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
