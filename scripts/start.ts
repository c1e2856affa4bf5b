import { buildAppWhenNeeded } from './build-app.ts';

/** How often to check whether npm is still running, in ms. */
const LOOK_EVERY_MS = 500;

// The shell between npm and this process does not forward SIGTERM: it ends and would orphan the server.
if (process.env['npm_lifecycle_event']) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  look.unref();
}

// A worker delivers no app, and server/start/main.ts refuses unknown words: do not let either wait for a build.
if ([undefined, 'both', 'serve'].includes(process.argv[2])) {
  buildAppWhenNeeded();
  await (await import('./docs/build.ts')).buildDocsWhenNeeded();
}
console.error('Starting the server …');
await import('#server/start/main.ts');
