import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { newDataDir, startProcess } from '#tests/support/server-process.ts';

test('a server without a catalogue serves, and says how to fill it', async () => {
  const dataDir = await newDataDir();
  const catalogueFolder = join(dataDir, 'files');
  // CATALOGUE_DIR turns off the demo's catalogue, production its accounts.
  const variables = { DATA_DIR: dataDir, CATALOGUE_DIR: catalogueFolder, NODE_ENV: 'production', LOG_LEVEL: 'error' };
  const server = startProcess(variables);
  const url = await server.url;
  expect((await fetch(`${url}/api/v1.0/status/`)).status).toBe(200);
  expect(server.out).toEqual([
    `Bora: ${url}`,
    'The catalogue is empty. Fill it with: npm run catalogue -- import <folder or .jsonl file>',
    `  (on the embedded database stop the server first; files of the catalogue go into ${catalogueFolder})`,
  ]);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  await rm(dataDir, { recursive: true, force: true });
}, 120_000);
