import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { dirname, join } from 'node:path';
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { bundleServer } from '#tests/support/server/server-bundle.ts';
import { createMigratedDatabase } from '#tests/support/server/server-database.ts';
import { createServerFixture } from '#tests/support/server/server-fixture.ts';

test('a command works on the database, and a running server sees it', async () => {
  const bundle = await bundleServer();
  const own = await createMigratedDatabase();
  const server = await createServerFixture({ database: await openPostgres(own.url) });
  const { profileToken: token } = await server.buildViewer();
  const status = async () => (await server.call(endpoints.getItem, { token, params: { id: 1 } })).status;
  const run = async (...words: string[]) => {
    const child = spawn(process.execPath, [join(dirname(bundle.path), 'titles.js'), ...words], {
      env: { PATH: process.env['PATH'] ?? '', DATABASE_URL: own.url, CATALOGUE_DIR: tmpdir() },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let err = '';
    child.stderr.on('data', (part: Buffer) => (err += part.toString()));
    const [code] = (await once(child, 'close')) as [number];
    return { code, err };
  };

  expect(await status()).toBe(200);
  expect(await run('unpublish', '1')).toEqual({ code: 0, err: '' });
  await expect.poll(status).toBe(404);
  // The clips are not in this folder.
  expect(await run('publish', '1')).toMatchObject({
    code: 1,
    err: expect.stringContaining('Files of its clips are missing') as string,
  });

  await server.close();
  await own.drop();
  await bundle.remove();
});
