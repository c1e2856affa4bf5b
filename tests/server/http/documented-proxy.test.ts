import { readFileSync } from 'node:fs';
import {
  createServer,
  request as sendRequest,
  type IncomingHttpHeaders,
  type OutgoingHttpHeaders,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { errorCodes } from '#contract/errors.ts';
import { makeToken } from '#server/accounts/tokens.ts';
import { systemRandom } from '#server/lib/random.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import { createMediaSigner, TRAILER_GRANT } from '#server/providers/media-signer.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { findNginx, freePort, startProxy, type RunningNginx } from '#tests/support/server/nginx.ts';

/* The configuration of nginx in docs/operations/https.md, in front of two processes that say who they are. */

const document = readFileSync(join(import.meta.dirname, '../../../docs/operations/https.md'), 'utf8');
const section = /^## Reverse proxy and TLS\n([\s\S]*?)^## /m.exec(document)![1]!;
const [single = '', several = ''] = [...section.matchAll(/^```nginx\n([\s\S]*?)^```/gm)].map(([, block]) => block!);

/** Replaces what must be there. */
const swap = (text: string, what: string | RegExp, by: string): string => {
  expect(text).toMatch(what);
  return text.replaceAll(what, by);
};

/** The documented `server`, without TLS. */
const plain = (port: number) => {
  const listening = swap(single, /listen 443 ssl http2;/g, `listen 127.0.0.1:${port};`);
  const withoutTls = swap(listening, /^ *ssl_certificate.*\n/gm, '');
  return swap(withoutTls, '/var/log/nginx/error.log', 'stderr');
};

/** The blocks for a console under a name of its own: what the `server` of viewers gets, and the other one. */
const [, ofViewers = '', ofConsole = ''] =
  /^## The console under a name of its own\n[\s\S]*?^```nginx\n([\s\S]*?)\n\n([\s\S]*?)^```/m.exec(document)!;

const forOne = (port: number, process: number) => swap(plain(port), /127\.0\.0\.1:8080/g, `127.0.0.1:${process}`);

/** The second block replaces the locations of the first one, as the text says. */
function forTwo(port: number, [first, second]: readonly [number, number]): string {
  const [outside = '', inside = ''] = several.split('# In `server`:\n');
  const settings = plain(port).slice(0, plain(port).indexOf('  location'));
  const upstreams = swap(
    swap(outside, /10\.0\.0\.1:8080/g, `127.0.0.1:${first}`),
    /10\.0\.0\.2:8080/g,
    `127.0.0.1:${second}`,
  );
  return `${upstreams}\n${settings}\n${inside}\n}`;
}

interface Process {
  readonly server: Server;
  readonly port: number;
  /** How it answers. */
  mode: 'well' | 'never' | 404;
  lastHeaders: IncomingHttpHeaders;
}

async function startProcess(name: string): Promise<Process> {
  const server = createServer((request, response) => {
    process.lastHeaders = request.headers;
    if (process.mode === 'never') return;
    response.writeHead(process.mode === 404 ? 404 : 200).end(name);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const process: Process = { server, port, mode: 'well', lastHeaders: {} };
  return process;
}

async function end({ server }: Process): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

const accounts = Array.from({ length: 20 }, () => systemRandom.uuid());
const tokenOf = (account: string) => ({ authorization: `Token ${makeToken(account, systemRandom)}` });
const signer = createMediaSigner({ secret: 'secret', publicUrl: () => '', clock: createServerClock() });
const mediaOf = (accountId: string, id = systemRandom.uuid()) =>
  signer.sign({ accountId, id, folder: 'media/short', expiresAt: new Date(0) });

const nginx = findNginx();

describe.runIf(nginx !== undefined)('the documented nginx', () => {
  let one: Process;
  let two: Process;
  let proxy: RunningNginx | undefined;
  let url: string;
  const start = async (change = (configuration: string) => configuration) => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    proxy = await startProxy(nginx!, { port, configuration: change(forTwo(port, [one.port, two.port])) });
  };
  /** With shorter waits for a process that hangs. */
  const startImpatient = () => start((configuration) => swap(configuration, /(?<=proxy_read_timeout )\d+s/g, '2s'));
  beforeEach(async () => {
    [one, two] = [await startProcess('one'), await startProcess('two')];
  });
  afterEach(async () => {
    await proxy?.stop(/upstream/);
    await Promise.all([one, two].map(end));
  });

  const get = (
    path: string,
    { headers = {}, method = 'GET', localAddress = '127.0.0.1' }: RequestOptions = {},
  ): Promise<{ status: number; from: string }> =>
    new Promise((resolve, reject) => {
      const outgoing = sendRequest(url + path, { method, headers, localAddress, agent: false }, (answer) => {
        text(answer).then((from) => resolve({ status: answer.statusCode!, from }), reject);
      });
      outgoing.on('error', reject).end();
    });
  const fromOf = async (path: string, headers: OutgoingHttpHeaders = {}) => (await get(path, { headers })).from;
  const homeOf = (account: string) => fromOf('/api/home/v1/rows/', tokenOf(account));
  /** An account whose calls go to this process. */
  const accountAt = async (name: string) => {
    for (const account of accounts) if ((await homeOf(account)) === name) return account;
    throw new Error(`no account goes to ${name}`);
  };

  test('sends all calls and media of an account to one process, and accounts to both', async () => {
    await start();
    const homes = new Set<string>();
    for (const account of accounts) {
      const home = await homeOf(account);
      homes.add(home);
      const media = mediaOf(account);
      expect([
        await homeOf(account),
        await fromOf(`/media/edge/living/${shortenUuid(account)}/${shortenUuid(account)}`),
        await fromOf(media.urlOf('media/short/manifest.mpd')),
        await fromOf(media.licenseUrl()),
        await fromOf('/api/inputs/1/', tokenOf(account)),
      ]).toEqual([home, home, home, home, home]);
    }
    expect(homes).toEqual(new Set(['one', 'two']));
  });

  test('sends what has no account by the caller’s address, trailers too', async () => {
    await start();
    const [first, second] = [mediaOf(TRAILER_GRANT.accountId), mediaOf(TRAILER_GRANT.accountId)];
    const used = new Set<string>();
    for (let host = 1; host <= 20; host += 1) {
      const caller = { localAddress: `127.0.0.${host}` };
      const { from } = await get('/', caller);
      used.add(from);
      for (const path of ['/api/v1.0/status/', first.urlOf('media/a/b.mp4'), second.urlOf('media/a/c.mp4')])
        expect(await get(path, caller)).toEqual({ status: 200, from });
    }
    expect(used).toEqual(new Set(['one', 'two']));
  });

  test('names the caller, whatever the caller says, and hides what is for supervisors', async () => {
    await start();
    const account = await accountAt('one');
    const claims = { 'x-forwarded-for': '203.0.113.9', 'cf-ipcountry': 'JP' };
    await get('/api/home/v1/rows/', { headers: { ...tokenOf(account), ...claims } });
    expect(one.lastHeaders).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
    expect(one.lastHeaders['cf-ipcountry']).toBeUndefined();
    for (const path of ['/metrics', '/readyz', '/healthz']) expect((await get(path)).status).toBe(404);
  });

  test('goes on when a process is gone, and comes back to it', async () => {
    await start();
    const account = await accountAt('two');
    const media = mediaOf(account).urlOf('media/short/video.mp4');
    await end(two);
    expect([await homeOf(account), await fromOf(media)]).toEqual(['one', 'one']);
    two.server.listen(two.port, '127.0.0.1');
    await expect.poll(() => homeOf(account), { interval: 200 }).toBe('two');
  });

  test('takes the other process for pictures and calls of one that hangs', async () => {
    await startImpatient();
    const account = await accountAt('one');
    one.mode = 'never';
    const media = mediaOf(account);
    expect(
      await Promise.all([homeOf(account), fromOf(media.urlOf('media/short/video.mp4')), fromOf(media.licenseUrl())]),
    ).toEqual(['two', 'two', 'two']);
  });

  test('never sends a write twice', async () => {
    await startImpatient();
    const account = await accountAt('one');
    one.mode = 'never';
    const { status } = await get('/api/v1.0/items/1/rating/', { headers: tokenOf(account), method: 'PATCH' });
    expect(status).toBe(504);
    expect(two.lastHeaders.authorization).not.toBe(one.lastHeaders.authorization);
  });

  test('looks for a script of another version at the other process', async () => {
    await start();
    const own = await fromOf('/');
    (own === 'one' ? one : two).mode = 404;
    for (const path of ['/assets/index-abc.js', '/console/assets/index-abc.js'])
      expect(await get(path)).toEqual({ status: 200, from: own === 'one' ? 'two' : 'one' });
    expect((await get('/index.html')).status).toBe(404);
  });
});

describe.runIf(nginx !== undefined)('the documented nginx with one process', () => {
  test('passes calls, and takes parts of videos for the console alone', async () => {
    const process = await startProcess('one');
    const port = await freePort();
    const proxy = await startProxy(nginx!, { port, configuration: forOne(port, process.port) });
    const send = async (path: string, bytes: number) =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { method: 'PUT', body: new Uint8Array(bytes) })).status;
    expect(await send('/api/console/uploads/1/', 2 ** 20)).toBe(200);
    expect(await send('/api/v1.0/profiles/', 2 ** 20)).toBe(413);
    expect(await send('/api/v1.0/profiles/', 1_000)).toBe(200);
    await proxy.stop(/client intended to send too large body/);
    await end(process);
  });

  test('writes no address into a log, because some have tokens', async () => {
    const process = await startProcess('one');
    const port = await freePort();
    const folder = await mkdtemp(join(tmpdir(), 'bora-log-'));
    const log = join(folder, 'requests.log');
    const proxy = await startProxy(nginx!, { port, configuration: forOne(port, process.port), log });
    const address = `http://127.0.0.1:${port}/account-file?token=secret`;
    expect((await fetch(address)).status).toBe(200);
    expect((await fetch(address, { method: 'PUT', body: new Uint8Array(2 ** 20) })).status).toBe(413);
    // Nor does it complain of the second one.
    await proxy.stop();
    expect(readFileSync(log, 'utf8')).toBe('');
    await rm(folder, { recursive: true });
    await end(process);
  });

  test('refuses the connections of one address above a number', async () => {
    const process = await startProcess('one');
    process.mode = 'never';
    const port = await freePort();
    const configuration = swap(forOne(port, process.port), 'limit_conn connections 200;', 'limit_conn connections 5;');
    const proxy = await startProxy(nginx!, { port, configuration });
    const stop = new AbortController();
    const ask = async () => (await fetch(`http://127.0.0.1:${port}/`, { signal: stop.signal })).status;
    const asked = Array.from({ length: 6 }, () => ask().catch(() => 'held'));
    expect(await Promise.race(asked)).toBe(429);
    stop.abort();
    expect((await Promise.all(asked)).filter((one) => one === 'held')).toHaveLength(5);
    await proxy.stop(/limiting connections/);
    await end(process);
  });

  test('refuses a flood of calls of one address', async () => {
    const process = await startProcess('one');
    const port = await freePort();
    const proxy = await startProxy(nginx!, { port, configuration: forOne(port, process.port) });
    const ask = () => fetch(`http://127.0.0.1:${port}/`);
    const answers = new Map<number, Response>();
    // The burst is 400; slow machines refill it while they ask.
    for (let round = 0; round < 100 && answers.size < 2; round += 1)
      for (const answer of await Promise.all(Array.from({ length: 20 }, ask))) answers.set(answer.status, answer);
    expect([...answers.keys()].sort()).toEqual([200, 429]);
    const refusal = answers.get(429)!;
    const { message } = errorCodes.TOO_MANY_REQUESTS;
    expect([refusal.headers.get('retry-after'), await refusal.json()]).toEqual([
      '5',
      { code: 'TOO_MANY_REQUESTS', message },
    ]);
    await proxy.stop(/limiting requests/);
    await end(process);
  });

  test('keeps the console under a name of its own away from the name of viewers', async () => {
    const process = await startProcess('one');
    const [port, ownPort] = [await freePort(), await freePort()];
    const documented = plain(port);
    const zones = documented.slice(0, documented.indexOf('server {'));
    const settings = documented.slice(zones.length, documented.indexOf('  location'));
    const viewers = `${settings}\n${ofViewers}\nlocation / { proxy_pass http://127.0.0.1:8080; }\n}`;
    const own = `${swap(settings, String(port), String(ownPort))}\n${ofConsole}\n}`;
    const configuration = swap(`${zones}${viewers}\n${own}`, /127\.0\.0\.1:8080/g, `127.0.0.1:${process.port}`);
    const proxy = await startProxy(nginx!, { port, configuration });
    const statuses = (at: number) =>
      Promise.all(
        ['/', '/console/', '/docs/', '/api/console/v1/session/'].map(
          async (path) => (await fetch(`http://127.0.0.1:${at}${path}`, { redirect: 'manual' })).status,
        ),
      );
    expect(await statuses(port)).toEqual([200, 308, 308, 404]);
    expect(await statuses(ownPort)).toEqual([404, 200, 200, 200]);
    await proxy.stop();
    await end(process);
  });
});
