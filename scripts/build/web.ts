import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { createProgress } from './progress.ts';

/*
 * Builds the app into dist/web and shows progress. Runs in its own process, because Vite sets NODE_ENV to production.
 */
const progress = createProgress(process.stderr);

/** Counts modules read and scripts written; the build for old sets takes most of the time. */
function counting(): Plugin {
  let modules = 0;
  let scripts = 0;
  return {
    name: 'bora:progress',
    transform() {
      modules += 1;
      progress.tell('Building the app: reading sources', modules);
    },
    renderChunk() {
      scripts += 1;
      progress.tell('Building the app: writing scripts', scripts);
    },
  };
}

progress.tell('Building the app');
await build({
  root: join(import.meta.dirname, '../..'),
  logLevel: 'error',
  plugins: [counting()],
});
progress.tell('Building the console');
await build({ configFile: join(import.meta.dirname, '../../console/vite.config.ts'), logLevel: 'error' });
progress.done('Built the app and the console');
