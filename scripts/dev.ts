import { join } from 'node:path';
import { createServer } from 'vite';

/** Starts the server, with Vite's development server for the app in front of it. */
await import('#server/start/main.ts');
const app = await createServer({ root: join(import.meta.dirname, '..') });
await app.listen();
app.printUrls();
