import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createServer } from 'vite';
import { readEnv } from '#server/start/env.ts';

/*
 * Starts the server, which starts again when one of its sources changes, and Vite's development server for the app in
 * front of it.
 */
const root = join(import.meta.dirname, '..');
const { port } = readEnv();
const tsx = createRequire(import.meta.url).resolve('tsx/cli');
const server = spawn(process.execPath, [tsx, 'watch', '--clear-screen=false', 'server/start/main.ts'], {
  cwd: root,
  stdio: 'inherit',
});
server.once('exit', (code) => process.exit(code ?? 1));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.kill(signal));

const address = `http://127.0.0.1:${port}`;
const app = await createServer({
  root,
  server: { proxy: { '/api': address, '/media': address, '/art': address } },
});
await app.listen();
app.printUrls();
