import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { buildServer } from '../../../scripts/build/server.ts';

const root = join(import.meta.dirname, '../../..');

/**
 * Bundles the server as it is shipped, for tests that start many processes: compiling the sources takes more than half
 * of a start.
 */
export async function bundleServer(): Promise<{ path: string; remove(): Promise<void> }> {
  // Inside the checkout, because the server and Node resolve folders and packages relative to the file.
  const folder = join(root, 'node_modules/.cache', `bora-server-${randomUUID()}`);
  await buildServer(folder);
  return { path: join(folder, 'main.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}
