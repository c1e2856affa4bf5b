import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const SCRIPTS = ['\n  window.first = 1;\n', 'import("_")'];
const PAGE = `<html lang="ko"><script>${SCRIPTS[0]}</script><script type="module">${SCRIPTS[1]}</script>app<script src="./a.js"></script></html>`;

let server: ServerFixture;
let webFolder: string;
beforeAll(async () => {
  webFolder = await writeFiles({
    'index.html': PAGE,
    'assets/index-abc123.js': 'console.log(1)',
    'assets/style-abc123.css': 'body{}',
    'favicon.svg': '<svg/>',
    '.secret': 'hidden',
  });
  server = await createServerFixture({ webFolder });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true, force: true });
});

const get = (url: string, accept = '*/*', of = server) => of.app.inject({ method: 'GET', url, headers: { accept } });

describe('the built app', () => {
  test.each(['/', '/index.html'])('is the answer for a page at %s', async (url) => {
    const response = await get(url, 'text/html,application/xhtml+xml');
    expect(response.statusCode).toBe(200);
    expect(response.body).toContain('app');
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  test('the built app is the default at / without an Accept header', async () => {
    expect((await get('/')).body).toContain('app');
  });

  test('allows its own inline scripts, by their hashes, and no other', async () => {
    const policy = String((await get('/')).headers['content-security-policy']);
    const scripts = policy.split(';').find((part) => part.startsWith('script-src'));
    const hashes = SCRIPTS.map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
    expect(scripts).toBe(`script-src 'self' ${hashes.join(' ')}`);
    for (const url of ['/favicon.svg', '/nothing'])
      expect((await get(url)).headers['content-security-policy']).toContain("script-src 'self';");
  });

  test('is at no other path: browsers get a Korean error page', async () => {
    for (const url of ['/home', '/items/12', '/assets', '/link/nothing', '//link', '/nothing/']) {
      const response = await get(url, 'text/html,application/xhtml+xml');
      expect([url, response.statusCode, response.headers['content-type']]).toEqual([
        url,
        404,
        'text/html; charset=utf-8',
      ]);
      expect(response.body).toContain('<html lang="ko">');
      expect(response.body).toContain('<main data-screen="error">');
      expect(response.headers['cache-control']).toBe('no-store');
    }
  });

  test.each([
    ['/link/', '/link'],
    ['/link/?code=ABCD-1234', '/link?code=ABCD-1234'],
    ['/password/', '/password'],
    ['/link/sign-up/?code=%22%3E', '/link/sign-up?code=%22%3E'],
    ['/checkout/%2F%2Fevil.example/', '/checkout/%2F%2Fevil.example'],
  ])('redirects from %s to %s', async (url, location) => {
    const response = await get(url, 'text/html');
    expect([response.statusCode, response.headers.location]).toEqual([308, location]);
  });

  test('answers the icon that browsers request on their own', async () => {
    expect((await get('/favicon.ico')).statusCode).toBe(204);
  });

  test.each([
    ['/assets/index-abc123.js', 'application/javascript; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/assets/style-abc123.css', 'text/css; charset=utf-8', 'public, max-age=31536000, immutable'],
    ['/favicon.svg', 'image/svg+xml', 'no-cache'],
  ])('has %s', async (url, type, cache) => {
    const response = await get(url);
    expect(response.statusCode).toBe(200);
    expect([response.headers['content-type'], response.headers['cache-control']]).toEqual([type, cache]);
  });

  test.each([
    '/assets/missing.js',
    '/.secret',
    '/%2esecret',
    '/assets/../.secret',
    '/..%2f..%2fpackage.json',
    '/nothing',
  ])('has nothing at %s', async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each(['/api/nothing', '/api', '/media/x', '/art/x'])('is not the answer for a page at %s', async (url) => {
    const response = await get(url, 'text/html');
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: 'NOT_FOUND' });
  });
});

test('a server without a built app answers calls, and 404 for pages', async () => {
  const bare = await createServerFixture();
  expect((await get('/', '*/*', bare)).json()).toMatchObject({ code: 'NOT_FOUND' });
  expect((await get('/', 'text/html', bare)).statusCode).toBe(404);
  expect((await get('/api/v1.0/status/', '*/*', bare)).statusCode).toBe(200);
  await bare.close();
});
