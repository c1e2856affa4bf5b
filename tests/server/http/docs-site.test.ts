import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const PUBLIC_URL = 'http://bora.test';

let folder: string;
let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-docs-'));
  await mkdir(join(folder, 'operations'));
  await writeFile(join(folder, 'index.html'), '<h1>Operating</h1>');
  await writeFile(join(folder, 'operations/backup.html'), '<h1>Backup</h1>');
  await writeFile(join(folder, '.secret'), 'no');
  server = await createServerFixture({ publicUrl: PUBLIC_URL, docsFolder: folder });
  members = createMembers(server);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const get = (url: string, cookie = '') => server.app.inject({ method: 'GET', url, headers: { cookie } });

test.each(['owner', 'editor', 'support'] as const)('a signed-in %s reads the documentation', async (role) => {
  const { cookie } = await members.buildMember(role);
  const start = await get('/docs/', cookie);
  expect(start.body).toBe('<h1>Operating</h1>');
  expect(start.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-frame-options': 'DENY' });
  expect((await get('/docs/operations/backup.html', cookie)).body).toBe('<h1>Backup</h1>');
  expect((await get('/docs', cookie)).headers.location).toBe('/docs/');
});

test.each(['', 'bora-console=no-such-session', 'bora-console='])('others come to the sign-in: %j', async (cookie) => {
  for (const path of ['/docs/', '/docs/operations/backup.html', '/docs/no-such-page.html']) {
    const answer = await get(path, cookie);
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/console/']);
  }
});

test.each([
  '.secret',
  '../package.json',
  '..%2fpackage.json',
  'operations/../.secret',
  'no-such-page.html',
  'operations',
])('nothing outside of the pages is there: %s', async (path) => {
  const { cookie } = await members.buildMember('owner');
  expect((await get(`/docs/${path}`, cookie)).statusCode).toBe(404);
});
