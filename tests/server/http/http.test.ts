import { connect, type AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { endpoints } from '#contract/endpoints.ts';
import { isErrorCode } from '#contract/error-reply.ts';
import { errorCodes } from '#contract/errors.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { serverCount } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture();
});
afterAll(() => server.close());

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const loginUrl = endpoints.login.path;
const json = { 'content-type': 'application/json' };

describe('a failure', () => {
  test.each([
    ['an unknown route', { method: 'GET', url: '/api/nothing/' }, 404, 'NOT_FOUND'],
    ['a route without its last slash', { method: 'GET', url: '/api/v1.0/status' }, 404, 'NOT_FOUND'],
    ['another method', { method: 'DELETE', url: '/api/v1.0/status/' }, 405, 'METHOD_NOT_ALLOWED'],
    ['a broken escape', { method: 'GET', url: '/api/%zz/' }, 400, 'VALIDATION_FAILED'],
    ['broken JSON', { method: 'POST', url: loginUrl, headers: json, payload: '{"email":' }, 400, 'VALIDATION_FAILED'],
    ['an empty body', { method: 'POST', url: loginUrl, headers: json, payload: '' }, 400, 'VALIDATION_FAILED'],
    ['null', { method: 'POST', url: loginUrl, headers: json, payload: 'null' }, 400, 'VALIDATION_FAILED'],
    [
      'a prototype in JSON',
      { method: 'POST', url: loginUrl, headers: json, payload: '{"__proto__":{"email":"a@b.kr"}}' },
      400,
      'VALIDATION_FAILED',
    ],
    [
      'plain text',
      { method: 'POST', url: loginUrl, headers: { 'content-type': 'text/plain' }, payload: 'hello' },
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a form',
      {
        method: 'POST',
        url: loginUrl,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'a=b',
      },
      400,
      'VALIDATION_FAILED',
    ],
    [
      'a body of 2 MB',
      { method: 'POST', url: loginUrl, headers: json, payload: `"${'x'.repeat(2_000_000)}"` },
      400,
      'VALIDATION_FAILED',
    ],
    ['no token', { method: 'GET', url: '/api/home/v1/rows/' }, 401, 'TOKEN_INVALID'],
  ] as const)('a failure for %s has the contract’s body', async (_name, request, status, code) => {
    const response = await server.app.inject({ ...request });
    expect(response.statusCode).toBe(status);
    const body = strictErrorReply.parse(response.json());
    expect([body.code, body.message]).toEqual([code, errorCodes[code].message]);
    expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(response.headers['x-request-id']).toMatch(UUID);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test('an unexpected failure reveals nothing', async () => {
    const broken = await createServerFixture();
    const { token } = await broken.buildViewer();
    await broken.db.schema.dropTable('profile_images').execute();
    const { status, error } = await broken.call(endpoints.listProfileImages, { token });
    expect(status).toBe(500);
    expect(error).toEqual({ code: 'INTERNAL', message: '서버에 문제가 생겼어요. 잠시 후 다시 시도해 주세요.' });
    await broken.close();
  });

  test('a failure in HTTP itself closes the connection, and the server keeps running', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('NONSENSE\r\n\r\n'));
      socket.on('data', (part) => (text += part.toString())).on('close', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(/\r\nx-request-id: (\S+)\r\n/.exec(answer)?.[1]).toMatch(UUID);
    const body = strictErrorReply.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n'))));
    expect(isErrorCode(body.code)).toBe(true);
    expect((await server.call(endpoints.getStatus)).status).toBe(200);
  });
});

test('an empty body is accepted with a JSON content type', async () => {
  const { profileToken } = await server.buildViewer();
  for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'] as const) {
    const url = endpoints.addWish.path.replace(':id', '1');
    const { statusCode, body } = await server.app.inject({
      method,
      url,
      headers: { ...json, authorization: profileToken },
    });
    expect([statusCode, body]).toEqual([200, JSON.stringify({ is_wished: method === 'PUT' })]);
  }
});

describe('every answer', () => {
  test('has a request id of its own', async () => {
    const ids = await Promise.all(
      [1, 2, 3].map(async () => (await server.call(endpoints.getStatus)).headers['x-request-id']),
    );
    expect(ids.every((id) => UUID.test(String(id)))).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });

  test('forbids browsers to sniff types and to frame it', async () => {
    const { headers } = await server.call(endpoints.getStatus);
    expect(headers['x-content-type-options']).toBe('nosniff');
    for (const part of ["object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"])
      expect(headers['content-security-policy']).toContain(part);
    // Televisions may open the app over plain http.
    expect(headers['content-security-policy']).not.toContain('upgrade-insecure-requests');
    expect(headers['x-powered-by']).toBeUndefined();
  });

  test('the status call says that the service is up', async () => {
    const { reply } = await server.call(endpoints.getStatus);
    expect(reply).toEqual({
      status: 'ok',
      message: '',
      server_time: server.clock.now().toISOString(),
      min_version: { tizen: '0.1.0', webos: '0.1.0', web: '0.1.0' },
    });
  });
});

test('an answer is the same compressed, for each of two viewers and each time', async () => {
  const viewers = await Promise.all([server.buildViewer(), server.buildViewer()]);
  const url = endpoints.listHomeRows.path;
  const ask = async (token: string, encoding: string) =>
    server.app.inject({ url, headers: { authorization: `Token ${token}`, 'accept-encoding': encoding } });
  for (const time of [1, 2, 3, 4])
    for (const { profileToken: token } of viewers) {
      const [plain, packed] = [await ask(token, 'identity'), await ask(token, 'gzip')];
      expect([time, packed.headers['content-encoding'], packed.headers.vary]).toEqual([
        time,
        'gzip',
        'accept-encoding',
      ]);
      expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    }
});

describe('a packaged app', () => {
  test.each(['null', 'file://', 'https://somewhere.example'])(
    'a packaged app with the origin %s may call',
    async (origin) => {
      const preflight = await server.app.inject({
        method: 'OPTIONS',
        url: '/api/play_logs/1/',
        headers: {
          origin,
          'access-control-request-method': 'PATCH',
          'access-control-request-headers': 'authorization,content-type,range,x-profile-pin',
        },
      });
      expect(preflight.statusCode).toBe(204);
      expect(preflight.headers['access-control-allow-origin']).toBe('*');
      expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
      for (const header of ['authorization', 'content-type', 'range', 'x-profile-pin'])
        expect(preflight.headers['access-control-allow-headers']).toContain(header);

      const answer = await server.call(endpoints.getStatus, { headers: { origin } });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
      for (const header of ['content-length', 'content-range', 'x-request-id', 'retry-after'])
        expect(answer.headers['access-control-expose-headers']).toContain(header);
    },
  );

  test('may read a failure', async () => {
    const { headers } = await server.call(endpoints.getMyAccount, { headers: { origin: 'null' } });
    expect(headers['access-control-allow-origin']).toBe('*');
  });
});

describe('the OpenAPI document', () => {
  test('describes every call of the contract', async () => {
    const response = await server.app.inject({ method: 'GET', url: '/api/openapi.json' });
    const document = response.json<{
      openapi: string;
      paths: Record<string, Record<string, { responses: Record<string, unknown>; security?: unknown }>>;
      servers: unknown;
    }>();
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.servers).toEqual([{ url: 'http://bora.test' }]);
    for (const { method, path, auth, suppliedToken } of Object.values<Endpoint>(endpoints)) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation?.responses).toHaveProperty('4XX');
      const isWithToken = auth !== 'none' || suppliedToken !== undefined;
      expect(operation?.security).toEqual(expect.arrayContaining(isWithToken ? [{ token: [] }] : []));
      if (!isWithToken) expect(operation?.security).toEqual([]);
    }
    for (const { method, path } of Object.values(consoleEndpoints)) {
      const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
      expect(operation).toMatchObject({ tags: ['console'], responses: { '4XX': {} } });
    }
    const described = Object.values(document.paths).flatMap((path) => Object.keys(path));
    expect(described).toHaveLength(Object.keys({ ...endpoints, ...consoleEndpoints }).length);
  });
});

describe('limits of calls', () => {
  test('too many calls a minute from one address are answered with 429, while others are served', async () => {
    const flooded = await createServerFixture();
    const from = (address: string) => flooded.call(endpoints.getStatus, { headers: { 'x-forwarded-for': address } });
    // Each process counts separately.
    for (let calls = 0; calls < 1200 * serverCount; calls += 1) await from('203.0.113.7');
    const { status, error, headers } = await from('203.0.113.7');
    expect([status, error.code]).toEqual([429, 'TOO_MANY_REQUESTS']);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect((await from('203.0.113.8')).status).toBe(200);
    await flooded.close();
  });
});
