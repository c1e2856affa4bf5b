import { join } from 'node:path';
import { createServer } from 'vite';

/** The server as it is, and in front of it the app from its sources: what is saved is seen at once. */
await import('../server/main.ts');
const app = await createServer({ root: join(import.meta.dirname, '..') });
await app.listen();
app.printUrls();
