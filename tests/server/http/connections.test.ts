import { once } from 'node:events';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { closeSilent, limitConnections } from '#server/http/connections.ts';
import { createHttp } from '#server/http/http.ts';
import { systemClock } from '#server/lib/clock.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';

/*
 * Connections over real sockets, with timeouts of milliseconds. Tests wait for the server's actions and never for a
 * fixed time: if the server keeps a connection, the test times out.
 */

const TIMES = { request: 1500, silence: 3000, betweenRequests: 1000, lookEvery: 100, refusal: 500 };
const CROWD = 500;
/** After so many answers, each slow client has sent a byte. */
const TURNS = 10;

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
  /** All received data, once the server has closed the connection. */
  closed: Promise<string>;
}

/** Never closes its own side, like a client that wants to hold the connection. */
async function open(sent: string, to = port): Promise<Client> {
  const socket = connect({ port: to, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (part) => (received += part.toString()));
  // A reset counts as the end.
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

const HEAD = `POST ${endpoints.login.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;

const countConnections = () =>
  new Promise<number>((resolve, reject) =>
    server.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

/** A viewer's call on its own connection. */
const ask = () =>
  new Promise<number>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: endpoints.getStatus.path, agent: false }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    })
      .on('error', reject)
      .end();
  });

test('the last of very many headers is read too: a proxy’s own may come after those of its caller', async () => {
  const many = 'a:\r\n'.repeat(3000);
  const ask = async (path: string, last: string) => {
    const { closed } = await open(
      `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${many}${last}\r\n\r\n`,
    );
    return (await closed).split('\r\n')[0];
  };
  expect(await ask('/metrics', 'b:')).toBe('HTTP/1.1 200 OK');
  expect(await ask('/metrics', 'x-forwarded-for: 203.0.113.9')).toBe('HTTP/1.1 404 Not Found');
  expect(await ask('/', 'host: evil.example')).toBe('HTTP/1.1 400 Bad Request');
});

test('a request for two hosts is refused', async () => {
  const { closed } = await open('GET / HTTP/1.1\r\nhost: localhost\r\nHost: evil.example\r\nconnection: close\r\n\r\n');
  expect(await closed).toMatch(/^HTTP\/1\.1 400 /);
});

describe('a body that is too long', () => {
  let http: FastifyInstance;
  let to: number;
  beforeAll(async () => {
    http = await createHttp({ random: systemRandom, clock: systemClock, publicUrl: () => '' });
    http.post('/call', { config: { surface: 'call' } }, () => 'done');
    await http.listen({ port: 0, host: '127.0.0.1' });
    to = (http.server.address() as AddressInfo).port;
  });
  afterAll(() => http.close());

  /** More than any buffer between a client and the server. */
  const long = 'a'.repeat(16 * 2 ** 20);

  test.each([
    ['says its length', `content-length: ${long.length}\r\n\r\n${long}`],
    ['comes in chunks', `transfer-encoding: chunked\r\n\r\n${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`],
  ])('and %s is read to its end, so that no proxy takes the process for failed', async (_how, body) => {
    const next = 'POST /call HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n';
    const { closed } = await open(
      `POST /call HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${body}${next}`,
      to,
    );
    expect((await closed).match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 200']);
  });
});

describe('a crowd of connections', () => {
  test.each([
    ['idle', '', /^(HTTP\/1\.1 408 |$)/],
    ['stuck in their headers', 'GET / HTTP/1.1\r\nhost: localhost\r\n', /^HTTP\/1\.1 408 /],
    ['stuck in their bodies', `${HEAD}content-length: 1000\r\n\r\n{"email":"`, /^HTTP\/1\.1 408 /],
  ])(
    'a crowd of connections that are %s is closed, and another viewer is served before and after',
    async (_what, sent, answer) => {
      const crowd = await openMany(sent);
      expect(await ask()).toBe(200);
      for (const received of await Promise.all(crowd.map(({ closed }) => closed))) expect(received).toMatch(answer);
      expect(await ask()).toBe(200);
    },
  );

  test('a crowd of connections that send their bodies slowly is closed by the request timeout', async () => {
    const crowd = await openMany(`${HEAD}content-length: 100000\r\n\r\n`);
    let open = crowd;
    for (const each of crowd) void each.closed.then(() => (open = open.filter((other) => other !== each)));
    // Each viewer's answer lets the next clients send a byte, so none is silent for long.
    for (let turn = 0; open.length > 0; turn += 1) {
      expect(await ask()).toBe(200);
      for (const { socket } of crowd.filter((_, index) => index % TURNS === turn % TURNS))
        if (socket.writable) socket.write('x');
    }
    expect(await ask()).toBe(200);
  });

  test('a crowd of connections that half-close during a request is closed', async () => {
    const crowd = await openMany(`${HEAD}content-length: 1000\r\n\r\n{`);
    for (const { socket } of crowd) socket.end();
    await Promise.all(crowd.map(({ closed }) => closed));
    expect(await ask()).toBe(200);
  });

  test('a crowd of connections that send no HTTP leaves no socket open, although no client closes its side', async () => {
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
    await expect.poll(countConnections).toBeLessThanOrEqual(before);
    for (const { socket } of callers) socket.destroy();
  });

  test('has a limit', () => expect(server.app.server.maxConnections).toBeGreaterThan(4 * CROWD));
});

test('answers of a crowded process close their connections', async () => {
  const app = Fastify();
  limitConnections(app, { most: 10, crowded: 1 });
  app.get('/', () => 'answered');
  const { port: own } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const connectionOf = (socket: Socket) =>
    new Promise<string>((told) => {
      socket.once('data', (part) => told(/\r\nconnection: *(\S+)/i.exec(part.toString())?.[1] ?? ''));
      socket.write('GET / HTTP/1.1\r\nhost: localhost\r\n\r\n');
    });
  const first = connect({ port: Number(own), host: '127.0.0.1' });
  expect(await connectionOf(first)).toBe('keep-alive');
  const second = connect({ port: Number(own), host: '127.0.0.1' });
  const ended = once(second, 'close');
  expect(await connectionOf(second)).toBe('close');
  await ended;
  expect(await connectionOf(first)).toBe('keep-alive');
  first.destroy();
  await app.close();
});

test('a refused call whose body never arrives ends with its connection', async () => {
  const { closed } = await open(
    `POST ${endpoints.changePassword.path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: 1000\r\n\r\n{`,
  );
  expect(await closed).toMatch(/^HTTP\/1\.1 401 /);
});

test('an answer continues past the request timeout while bytes flow', async () => {
  const times = { ...TIMES, request: 300, silence: 2000 };
  const http = await createHttp({
    random: systemRandom,
    clock: systemClock,
    publicUrl: () => '',
    connectionTimes: times,
  });
  let sent = 0;
  let onReceived: () => void = () => undefined;
  /** Sends a part when the viewer has received the previous one, until both timeouts have passed. */
  async function* film() {
    const endsAt = performance.now() + times.request + times.silence;
    while (performance.now() < endsAt) {
      const received = new Promise<void>((resolve) => (onReceived = resolve));
      sent += 1;
      yield 'x';
      await received;
    }
  }
  http.get('/film', { config: { surface: 'media' } }, () => Readable.from(film()));
  const answer = await fetch(`${await http.listen({ port: 0, host: '127.0.0.1' })}/film`);
  let received = 0;
  for await (const part of answer.body!) {
    received += part.length;
    if (received === sent) onReceived();
  }
  expect(received).toBe(sent);
  await http.close();
});

test('a reader that stops reading is closed, and what it read is closed too', async () => {
  const connectionTimes = { ...TIMES, silence: 300 };
  const http = await createHttp({ random: systemRandom, clock: systemClock, publicUrl: () => '', connectionTimes });
  let close: () => void = () => undefined;
  const isClosed = new Promise<void>((resolve) => (close = resolve));
  async function* film() {
    try {
      for (;;) yield await Promise.resolve(Buffer.alloc(64 * 1024));
    } finally {
      close();
    }
  }
  http.get('/film', { config: { surface: 'media' } }, () => Readable.from(film()));
  const url = new URL(await http.listen({ port: 0, host: '127.0.0.1' }));
  const reader = connect({ port: Number(url.port), host: '127.0.0.1', allowHalfOpen: true }).pause();
  reader.write('GET /film HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await isClosed;
  reader.destroy();
  await http.close();
});

test('a connection on which nothing has come is closed, and one whose first bytes wait to be read is not', async () => {
  const accepting = createServer().listen(0, '127.0.0.1');
  await once(accepting, 'listening');
  const to = (accepting.address() as AddressInfo).port;
  const pair = async () => {
    const [[accepted], { socket }] = await Promise.all([
      once(accepting, 'connection') as Promise<[Socket]>,
      open('', to),
    ]);
    return { accepted: accepted.resume(), socket };
  };
  const [silent, calling] = [await pair(), await pair()];
  const came = once(calling.accepted, 'data');
  calling.socket.write('GET / HTTP/1.1');
  closeSilent([silent.accepted, calling.accepted]);
  await Promise.all([once(silent.accepted, 'close'), came]);
  expect(calling.accepted.destroyed).toBe(false);
  calling.accepted.destroy();
  accepting.close();
});

test('a closing server answers what runs, and first closes a connection that a browser opened in advance', async () => {
  const http = await createHttp({ random: systemRandom, clock: systemClock, publicUrl: () => '' });
  let isAsked: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const advance: { unused?: Client } = {};
  http.get('/slow', { config: { surface: 'media' } }, async () => {
    isAsked();
    await advance.unused?.closed;
    return 'done';
  });
  const url = await http.listen({ port: 0, host: '127.0.0.1' });
  advance.unused = await open('', Number(new URL(url).port));
  const answer = fetch(`${url}/slow`);
  await asked;
  await Promise.all([http.close(), answer]);
  expect(await (await answer).text()).toBe('done');
});

test('a connection that has ended is kept by nobody', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const http = await createHttp({ random: systemRandom, clock: systemClock, publicUrl: () => '' });
  const kept: WeakRef<Socket>[] = [];
  http.server.on('connection', (socket) => void kept.push(new WeakRef(socket)));
  const to = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port);
  for (let count = 0; count < 20; count += 1) await (await open('not HTTP\r\n\r\n', to)).closed;
  expect(kept).toHaveLength(20);
  await expect
    .poll(() => {
      collect();
      // The last ones may still be in a register or a cache of the runtime.
      return kept.filter((one) => one.deref() !== undefined).length;
    })
    .toBeLessThan(5);
  await http.close();
});
