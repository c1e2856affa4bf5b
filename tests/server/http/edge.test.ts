import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { endpoints } from '#contract/endpoints.ts';
import { errorCodes } from '#contract/errors.ts';
import { createHttp } from '#server/http/http.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createTransact } from '#server/db/open.ts';
import { carryOut } from '#server/monitoring/status/service-state.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { serverCount } from '#tests/support/server/server-database.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';

/* Decisions made before a route's own code runs depend on the matched route, never on the spelling of the address. */

let server: ServerFixture;
let webFolder: string;
beforeAll(async () => {
  webFolder = await writeFiles({ 'index.html': '<html lang="ko">app</html>', 'assets/a.js': 'a' });
  server = await createServerFixture({ webFolder });
});
afterAll(async () => {
  await server.close();
  await rm(webFolder, { recursive: true, force: true });
});

const statusPath = endpoints.getStatus.path;
const STATUS_SPELLED = [statusPath, '/%61pi/v1.0/status/', '/api/v1.0/%73tatus/', `${statusPath}?a=/media/`];

/** Sends a raw request, because a client would normalize the spelling. */
async function sendRaw(target: string, headers = ''): Promise<string> {
  const { port } = server.app.server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  socket.write(`GET ${target} HTTP/1.1\r\nhost: bora.test\r\nconnection: close\r\n${headers}\r\n`);
  let received = '';
  socket.on('data', (part) => (received += part.toString()));
  await once(socket, 'close');
  return received;
}

describe('every route', () => {
  test('declares its surface', () => {
    expect(server.app.routeTable.size).toBeGreaterThan(Object.keys(endpoints).length / 2);
    for (const [url, { surface }] of server.app.routeTable) {
      const expected = Object.entries({
        '/api/console': 'console',
        '/console/oidc': 'console',
        '/api': 'call',
        '/media': 'media',
        '/art': 'art',
        '/dev': 'operator',
      }).find(([prefix]) => url === prefix || url.startsWith(`${prefix}/`))?.[1];
      if (expected !== undefined) expect([url, surface]).toEqual([url, expected]);
      else expect(['page', 'static', 'supervision']).toContain(surface);
    }
    for (const { path } of Object.values(endpoints)) expect(server.app.routeTable.get(path)?.surface).toBe('call');
  });

  test('is rejected without a surface', async () => {
    const http = await createHttp({ random: systemRandom, clock: systemClock, publicUrl: () => '' });
    expect(() => http.get('/somewhere', () => 'hello')).toThrow('/somewhere has no surface');
    await http.close();
  });
});

describe('the limit of calls', () => {
  const from = (address: string, url: string, method: 'GET' | 'POST' = 'GET') =>
    server.app.inject({ method, url, headers: { 'x-forwarded-for': address } });

  test('counts every spelling and every surface, except hits on the app’s files', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    for (let calls = 0; calls < 1200 * serverCount; calls += 1)
      expect((await from('203.0.113.7', STATUS_SPELLED[calls % STATUS_SPELLED.length]!)).statusCode).toBe(200);
    const limited = [
      ...STATUS_SPELLED,
      '/api/openapi.json',
      '/api/%zz/',
      '/api/nothing/',
      '/art/pictures/secret.webp',
      '/media/forged/media/short/video.mp4',
      '/link',
      '/password?token=x',
      '/nothing',
      '/assets/missing.js',
      '//api/v1.0/status/',
    ];
    for (const url of limited) {
      const { statusCode, headers } = await from('203.0.113.7', url);
      expect([url, statusCode]).toEqual([url, 429]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await from('203.0.113.7', '/nothing', 'POST')).statusCode).toBe(429);
    const absolute = await sendRaw(`http://bora.test${statusPath}`, 'x-forwarded-for: 203.0.113.7\r\n');
    expect(absolute).toMatch(/^HTTP\/1\.1 429 /);

    for (const url of ['/', '/assets/a.js', '/art/pictures/poster.webp', '/healthz', '/readyz'])
      expect([url, (await from('203.0.113.7', url)).statusCode]).toEqual([url, 200]);
    expect((await from('203.0.113.8', statusPath)).statusCode).toBe(200);
  });

  test('counts a household’s IPv6 addresses as one, and forged tickets and unknown pictures as calls', async () => {
    const addressOf = (turn: number) => `2001:db8:1:4::${turn.toString(16)}`;
    for (let calls = 0; calls < 1200 * serverCount; calls += 1) {
      const url = calls % 20 === 0 ? '/art/pictures/none.webp' : '/media/forged/media/short/video.mp4';
      expect((await from(addressOf(calls), url)).statusCode).toBe(404);
    }
    expect((await from(addressOf(0xffff), statusPath)).statusCode).toBe(429);
    expect((await from('2001:db8:1:5::1', statusPath)).statusCode).toBe(200);
  });

  test('exempts programs on this machine, but not clients behind a proxy on it', async () => {
    const named = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];
    const send = (headers: Record<string, string>) => server.app.inject({ url: statusPath, headers });
    for (let calls = 0; calls < 1201 * serverCount; calls += 1) await send({ 'x-real-ip': 'x' });
    expect((await send({})).statusCode).toBe(200);
    for (const name of named.slice(1)) expect([name, (await send({ [name]: 'x' })).statusCode]).toEqual([name, 429]);
  });
});

describe('a limit in the database', () => {
  test('counts an IPv6 address by its /64', async () => {
    const guess = async (address: string) =>
      (
        await server.call(endpoints.resetPassword, {
          query: { auth_code: 'AAAAAAAAAA' },
          body: { new_password: 'bora-test-1' },
          headers: { 'x-forwarded-for': address },
        })
      ).status;
    for (let turn = 0; turn < 30; turn += 1) await guess(`2001:db8:1:2::${turn}`);
    expect(await guess('2001:db8:1:2:ffff::1')).toBe(429);
    expect(await guess('2001:db8:1:3::1')).not.toBe(429);
  });
});

describe('maintenance', () => {
  const SENTENCE = '새벽 4시까지 <점검>해요.';
  beforeEach(async () => {
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'maintenance', message: SENTENCE },
    );
    server.clock.advance(2);
  });
  afterEach(async () => {
    await carryOut(
      { transact: createTransact(server.db), record: recordNothing },
      { set: 'maintenance', message: null },
    );
    server.clock.advance(2);
  });

  test('refuses calls in any spelling of their address', async () => {
    for (const url of ['/%61pi/v1.0/items/1/wish/', '/api/v1.0/items/1/%77ish/', '/api/nothing/']) {
      const answer = await server.app.inject({ method: 'PUT', url });
      expect([answer.statusCode, strictErrorReply.parse(answer.json()).code]).toEqual([503, 'MAINTENANCE']);
    }
  });

  test('refuses phone pages with a maintenance page', async () => {
    const phone = createPhone(server.app);
    for (const page of [
      await phone.open('/link'),
      await phone.open('/password?token=x'),
      await phone.open('/%6cink'),
      await phone.open('/link/'),
      await phone.send('/password/request', { email: 'a@bora.example' }),
      await phone.send('/link/sign-up', {}),
      await phone.send('/checkout/00000000-0000-4000-8000-000000000000', { action: 'approve' }),
    ]) {
      expect([page.statusCode, page.heading]).toEqual([503, '점검 중이에요']);
      expect(page.document.querySelector('main')?.textContent).toContain(SENTENCE);
      expect(Number(page.headers['retry-after'])).toBeGreaterThan(0);
    }
  });

  test('keeps files, supervisors, operators and preflights working', async () => {
    for (const url of ['/', '/art/pictures/poster.webp', '/healthz', '/readyz', '/metrics', '/dev/mail'])
      expect([url, (await server.app.inject(url)).statusCode]).toEqual([url, 200]);
    const preflight = await server.app.inject({ method: 'OPTIONS', url: '/%61pi/v1.0/items/1/wish/' });
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
  });
});

test('an overloaded process refuses everybody but supervisors, with a retry time', async () => {
  const http = await createHttp({
    random: systemRandom,
    clock: systemClock,
    publicUrl: () => '',
    strain: () => 'overloaded',
  });
  http.get('/call', { config: { surface: 'call' } }, () => 'done');
  http.get('/health', { config: { surface: 'supervision' } }, () => 'done');
  const refused = await http.inject('/call');
  expect(refused.statusCode).toBe(503);
  expect(refused.json()).toEqual({ code: 'OVERLOADED', message: errorCodes.OVERLOADED.message });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  expect((await http.inject('/health')).statusCode).toBe(200);
  await http.close();
});

test('a strained process refuses the calls that nobody waits for, and answers the others', async () => {
  const http = await createHttp({
    random: systemRandom,
    clock: systemClock,
    publicUrl: () => '',
    strain: () => 'strained',
  });
  http.get('/call', { config: { surface: 'call' } }, () => 'done');
  http.get('/optional', { config: { surface: 'call', isOptional: true } }, () => 'done');
  expect((await http.inject('/call')).statusCode).toBe(200);
  expect((await http.inject('/optional')).json()).toMatchObject({ code: 'OVERLOADED' });
  await http.close();
});

describe('a method', () => {
  test.each([
    ['PATCH', statusPath, 'GET, HEAD, OPTIONS'],
    ['GET', endpoints.changePassword.path, 'POST, OPTIONS'],
    ['DELETE', '/api/profiles/v1/list/', 'GET, HEAD, POST, OPTIONS'],
    ['POST', '/', 'GET, HEAD'],
    ['PUT', '/link', 'GET, HEAD'],
    ['GET', '/link/sign-in', 'POST'],
    ['POST', '/art/pictures/poster.webp', 'GET, HEAD, OPTIONS'],
    ['HEAD', '/api/episodes/v2/101/video/', 'GET, OPTIONS'],
  ] as const)('%s at %s answers 405 with the allowed methods', async (method, url, allow) => {
    const answer = await server.app.inject({ method, url });
    const sorted = String(answer.headers.allow).split(', ').sort();
    expect([answer.statusCode, sorted]).toEqual([405, allow.split(', ').sort()]);
    if (method !== 'HEAD') expect(strictErrorReply.parse(answer.json()).code).toBe('METHOD_NOT_ALLOWED');
  });

  test('a wrong method does not reveal hidden paths', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/metrics' })).statusCode).toBe(404);
    expect((await server.app.inject({ method: 'POST', url: '/nothing' })).statusCode).toBe(404);
  });

  test('HEAD gets the answer of GET without a body', async () => {
    const { profileToken } = await server.buildViewer();
    const headers = { authorization: profileToken };
    for (const url of [statusPath, endpoints.listThemes.path, '/', '/link', '/healthz', '/api/openapi.json']) {
      const [get, head] = [
        await server.app.inject({ url, headers }),
        await server.app.inject({ method: 'HEAD', url, headers }),
      ];
      expect([url, head.statusCode, head.body]).toEqual([url, get.statusCode, '']);
      expect([url, head.headers['content-type']]).toEqual([url, get.headers['content-type']]);
      expect([url, Number(head.headers['content-length'])]).toEqual([url, get.rawPayload.length]);
    }
  });

  test('HEAD is refused like GET for restricted paths', async () => {
    expect((await server.app.inject({ method: 'HEAD', url: endpoints.listThemes.path })).statusCode).toBe(401);
  });
});

describe('compression', () => {
  const gzip = { 'accept-encoding': 'gzip, deflate, br' };

  test('shrinks the home rows to a fraction for clients that accept it', async () => {
    const { profileToken } = await server.buildViewer();
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url: endpoints.listHomeRows.path, headers: { authorization: profileToken, ...headers } });
    const [plain, packed] = [await ask({}), await ask(gzip)];
    expect([plain.headers['content-encoding'], packed.headers['content-encoding']]).toEqual([undefined, 'gzip']);
    expect(packed.rawPayload.length * 2).toBeLessThan(plain.rawPayload.length);
    expect(JSON.parse(gunzipSync(packed.rawPayload).toString())).toEqual(plain.json());
    for (const { headers } of [plain, packed]) expect(headers['vary']).toBe('accept-encoding');
    expect((await ask({ 'accept-encoding': 'gzip;q=0, identity' })).headers['content-encoding']).toBeUndefined();
  });

  test('skips small answers and secrets', async () => {
    const { token, profileId } = await server.buildViewer();
    expect((await server.call(endpoints.getStatus, { headers: gzip })).headers['content-encoding']).toBeUndefined();
    const secret = await server.call(endpoints.getProfileToken, { token, params: { id: profileId }, headers: gzip });
    expect([secret.headers['content-encoding'], secret.headers['vary']]).toEqual([undefined, undefined]);
  });

  test('is disabled for every GET whose answer contains a secret', () => {
    const SECRET = /"(token|device_code|stream_url|streams|checkout_url|ticket)":|"url":.*"expires_at":/;
    const secrets = Object.entries<Endpoint>(endpoints).filter(
      ([, { method, reply }]) =>
        method === 'GET' && reply && SECRET.test(JSON.stringify(z.toJSONSchema(reply, { reused: 'inline' }))),
    );
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter(([, { carriesSecret }]) => carriesSecret !== true).map(([name]) => name)).toEqual([]);
  });
});

test('serves the OpenAPI document with identical bytes each time', async () => {
  const [one, other] = [await server.app.inject('/api/openapi.json'), await server.app.inject('/api/openapi.json')];
  expect(one.rawPayload.equals(other.rawPayload)).toBe(true);
});
