import { buildAppWhenNeeded } from './build-app.ts';

/** How often to look whether npm is still there, in ms. */
const LOOK_EVERY_MS = 500;

// The shell between npm and this process does not pass SIGTERM on: it ends and would leave the server behind.
if (process.env['npm_lifecycle_event']) {
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, 'SIGTERM');
  }, LOOK_EVERY_MS);
  look.unref();
}

buildAppWhenNeeded();
await import('../server/main.ts');
