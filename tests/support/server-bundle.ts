import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What cannot be put into one file: it loads files of its own. */
const external = ['@electric-sql/*', '@node-rs/*', 'pg-native'];

/**
 * The server and its packages as one file, for processes that are started again and again: reading and translating some
 * hundred sources is more than half of a start.
 */
export async function bundleServer(): Promise<{ path: string; remove(): Promise<void> }> {
  const entry = join(root, 'server/main.ts');
  const path = join(root, 'node_modules/.cache', `bora-server-${randomUUID()}.mjs`);
  await build({
    entryPoints: [entry],
    outfile: path,
    bundle: true,
    platform: 'node',
    format: 'esm',
    external,
    logLevel: 'error',
    // Folders are found from where the sources are.
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(entry).href) },
    banner: {
      js: `import { createRequire } from 'node:module'; const require = createRequire('${pathToFileURL(entry)}');`,
    },
  });
  return { path, remove: () => rm(path, { force: true }) };
}
