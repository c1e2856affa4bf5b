import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createHttp } from '#server/http/http.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server-fixture.ts';
import { strictErrorReply } from '#tests/support/error-reply.ts';

/*
 * Connections over real sockets, with limits of milliseconds. A test waits for what the server does and never for a
 * time of its own: a connection that the server keeps makes it run into the timeout of the test.
 */

const TIMES = { request: 1500, silence: 3000, betweenRequests: 1000, lookEvery: 100, refusal: 500 };
const CROWD = 500;

let server: ServerFixture;
let port: number;
beforeAll(async () => {
  server = await createServerFixture({ connectionTimes: TIMES });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

interface Client {
  socket: Socket;
  /** What was received, once the server has closed the connection. */
  closed: Promise<string>;
}

/** Never closes its own side, as a caller that wants to hold the connection. */
async function open(sent: string): Promise<Client> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (part) => (received += part.toString()));
  // A reset is an end too.
  socket.on('error', () => undefined);
  const closed = new Promise<string>((resolve) => {
    const end = () => {
      socket.destroy();
      resolve(received);
    };
    socket.on('end', end).on('close', end);
  });
  await once(socket, 'connect');
  if (sent !== '') socket.write(sent);
  return { socket, closed };
}

const openMany = (sent: string) => Promise.all(Array.from({ length: CROWD }, () => open(sent)));

const HEAD = `POST ${endpoints.login.path} HTTP/1.1\r\nhost: bora.test\r\ncontent-type: application/json\r\n`;

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** A viewer's call on a connection of its own. */
const ask = () =>
  new Promise<number>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: endpoints.getStatus.path, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

describe('a crowd of connections', () => {
  test.each([
    ['idle', '', /^(HTTP\/1\.1 408 |$)/],
    ['stuck in their headers', 'GET / HTTP/1.1\r\nhost: bora.test\r\n', /^HTTP\/1\.1 408 /],
    ['stuck in their bodies', `${HEAD}content-length: 1000\r\n\r\n{"email":"`, /^HTTP\/1\.1 408 /],
  ])('that are %s is ended, and another viewer is answered before and after', async (_what, sent, answer) => {
    const crowd = await openMany(sent);
    expect(await ask()).toBe(200);
    for (const received of await Promise.all(crowd.map(({ closed }) => closed))) expect(received).toMatch(answer);
    expect(await ask()).toBe(200);
  });

  test('that dribble their bodies is ended by the whole time of a request, not by silence', async () => {
    const crowd = await openMany(`${HEAD}content-length: 100000\r\n\r\n`);
    const dribble = setInterval(() => crowd.forEach(({ socket }) => socket.writable && socket.write('x')), 100);
    expect(await ask()).toBe(200);
    await Promise.all(crowd.map(({ closed }) => closed));
    clearInterval(dribble);
    expect(await ask()).toBe(200);
  });

  test('that are closed on one side in the middle of a request is ended', async () => {
    const crowd = await openMany(`${HEAD}content-length: 1000\r\n\r\n{`);
    for (const { socket } of crowd) socket.end();
    await Promise.all(crowd.map(({ closed }) => closed));
    expect(await ask()).toBe(200);
  });

  test('that send no HTTP leaves nothing open on the server, though no caller closes its side', async () => {
    const before = await countConnections();
    const answered = Array.from({ length: 50 }, async () => {
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
      socket.write('NONSENSE\r\n\r\n');
      const received = String((await once(socket, 'data'))[0]);
      return { socket, received };
    });
    const callers = await Promise.all(answered);
    for (const { received } of callers) {
      const body = strictErrorReply.parse(JSON.parse(received.slice(received.indexOf('\r\n\r\n'))));
      expect(body.fields).toEqual({ request: ['WRONG_FORMAT'] });
    }
    await expect.poll(countConnections, { timeout: 10_000 }).toBeLessThanOrEqual(before);
    for (const { socket } of callers) socket.destroy();
  });

  test('has a bound', () => expect(server.app.server.maxConnections).toBeGreaterThan(4 * CROWD));
});

test('a refused call whose body never comes ends with its connection', async () => {
  const { closed } = await open(
    `POST ${endpoints.changePassword.path} HTTP/1.1\r\nhost: bora.test\r\ncontent-length: 1000\r\n\r\n{`,
  );
  expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
});

test('an answer is sent on after the time that a request may take, as long as bytes flow', async () => {
  const http = await createHttp({
    random: systemRandom,
    clock: systemClock,
    publicUrl: () => '',
    connectionTimes: TIMES,
  });
  const parts = Math.ceil((TIMES.request + TIMES.silence) / 100);
  async function* film() {
    for (let part = 0; part < parts; part += 1) {
      yield 'x';
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  http.get('/film', { config: { surface: 'media' } }, () => Readable.from(film()));
  const answer = await fetch(`${await http.listen({ port: 0, host: '127.0.0.1' })}/film`);
  expect(await answer.text()).toBe('x'.repeat(parts));
  await http.close();
});
