import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import type { ConsoleEndpoint } from '#contract/console/endpoint.ts';
import { getConsoleSession } from '#contract/console/staff.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createMembers } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

/* The console that is left out, and the one on https. Both servers use one database. */

const HTML = '<!doctype html><title>보라 콘솔</title>';

let folder: string;
let server: ServerFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bora-console-'));
  await mkdir(join(folder, 'assets'));
  await writeFile(join(folder, 'index.html'), HTML);
  await writeFile(join(folder, 'assets', 'main.js'), '0;');
  server = await createServerFixture({ console: 'off', consoleFolder: folder });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

test('the console’s page, files and calls are unknown where it is off, and viewers notice nothing', async () => {
  const calls = Object.values(consoleEndpoints as Record<string, ConsoleEndpoint>).map(({ method, path }) => ({
    method,
    url: path.replace(/:\w+/g, '1'),
  }));
  const pages = ['/console', '/console/', '/console/index.html', '/console/assets/main.js'].map((url) => ({
    method: 'GET' as const,
    url,
  }));
  for (const request of [...calls, ...pages]) {
    const { statusCode, body, headers } = await server.app.inject(request);
    expect({ ...request, statusCode, isPage: body.includes('보라 콘솔'), cookie: headers['set-cookie'] }).toEqual({
      ...request,
      statusCode: 404,
      isPage: false,
      cookie: undefined,
    });
  }
  const document = (await server.app.inject('/api/openapi.json')).json<{ paths: Record<string, unknown> }>();
  expect(document.paths).toHaveProperty([endpoints.getStatus.path]);
  expect(Object.keys(document.paths).filter((path) => path.includes('console'))).toEqual([]);
  expect((await server.call(endpoints.getStatus, {})).status).toBe(200);
});

test('the session’s cookie on https belongs to this host alone, and one without the prefix signs nobody in', async () => {
  const secure = await createServerFixture({ publicUrl: 'https://bora.test', consoleFolder: folder });
  try {
    const { call, buildMember } = createMembers(secure);
    const { cookie } = await buildMember('support');
    expect(cookie).toMatch(/^__Host-bora-console=[\w-]{43}$/);
    const open = await call(getConsoleSession, { cookie });
    expect(open.reply).toMatchObject({ idle_seconds: 30 * 60, staff: { role: 'support' } });
    const leftMs = Date.parse(open.reply.expires_at) - secure.clock.now().getTime();
    expect(leftMs).toBe(12 * 3600_000);
    const bare = await call(getConsoleSession, { cookie: cookie?.replace('__Host-', '') });
    expect(bare.error.code).toBe('TOKEN_INVALID');

    const signedIn = await secure.app.inject({ url: '/console/' });
    expect([signedIn.statusCode, signedIn.body]).toEqual([200, HTML]);
  } finally {
    await secure.close();
  }
});
