import { once } from 'node:events';
import { truncate, writeFile } from 'node:fs/promises';
import { request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { errorCodes } from '#contract/errors.ts';
import type { Video } from '#contract/playback.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import {
  createEdgeSigner,
  edgeCredential,
  EDGE_TICKET_SECONDS,
  type MediaEdge,
} from '#server/providers/edge-signer.ts';
import { checkMediaEdge } from '#server/start/doctor/media-edge.ts';
import { createMediaSigner, TRAILER_GRANT } from '#server/providers/media-signer.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { addDownload, download, leave } from '#tests/support/media/media.ts';
import { findNginx, freePort, startEdge, type RunningEdge } from '#tests/support/server/nginx.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { VIDEO_BYTES } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { tellMissingTools } from '#tests/support/browser/tools-here.ts';

const SECRET = 'an-edge-secret-of-thirty-two-letters';
const credential = { 'x-bora-edge': edgeCredential(SECRET) };

/** nginx has a clock of its own, so that the service's must be right at the start. */
const rightClock = () => createServerClock(new Date().toISOString());

describe('the service behind an edge', () => {
  const edge = { url: 'https://media.bora.test', secret: SECRET, told: [] };
  let server: ServerFixture;
  let viewer: Viewer;
  let video: Video;
  beforeAll(async () => {
    server = await createServerFixture({ mediaEdge: edge });
    viewer = await server.buildViewer();
    video = await server.openVideo(viewer);
  });
  afterAll(() => server.close());

  const living = `/media/edge/living/`;
  const statusOf = async (url: string, headers: Record<string, string> = credential) =>
    (await server.app.inject({ url, headers })).statusCode;

  test('hands out addresses at the edge that live three minutes, and renews them', async () => {
    expect(video.ticket!.expires_in).toBe(EDGE_TICKET_SECONDS);
    for (const { url } of [...video.streams, ...video.subtitles, video.thumbnails!])
      expect(url).toMatch(/^https:\/\/media\.bora\.test\/media\/[^/]+\/media\/short\/~\/[\w./-]+$/);
    expect(video.streams[0]!.url).toContain(`/${video.ticket!.ticket}/`);
    server.clock.advance(60);
    const renewed = await server.call(endpoints.renewMediaTicket, {
      token: viewer.profileToken,
      params: { id: video.play_log_id },
    });
    expect(renewed.reply.expires_in).toBe(EDGE_TICKET_SECONDS);
    expect(renewed.reply.ticket).not.toBe(video.ticket!.ticket);
  });

  test('serves downloads itself', async () => {
    await addDownload(server);
    const { url, streams } = (await download(server, viewer)).reply;
    for (const address of [url, ...streams.map((stream) => stream.url)])
      expect(address).toMatch(/^http:\/\/bora\.test\/media\//);
    expect(await statusOf(new URL(url).pathname, {})).toBe(200);
  });

  test('gives files only to the edge, and never a whole clip', async () => {
    const file = '/media/edge/file/media/short/video.mp4';
    const { statusCode, headers, rawPayload } = await server.app.inject({ url: file, headers: credential });
    expect([statusCode, headers['cache-control'], rawPayload.equals(VIDEO_BYTES)]).toEqual([
      ...[200, 'public, max-age=60', true],
    ]);
    for (const wrong of [
      {},
      { 'x-bora-edge': '' },
      { 'x-bora-edge': SECRET },
      { 'x-bora-edge': `${credential['x-bora-edge']}A` },
    ])
      expect(await statusOf(file, wrong as Record<string, string>)).toBe(404);
    for (const path of [
      'media/short/download.mp4',
      'media/short/notes.txt',
      'media/short/..%2fother/video.mp4',
      'media/short',
    ])
      expect(await statusOf(`/media/edge/file/${path}`)).toBe(404);
    // An address of the edge opens nothing at the service.
    expect(await statusOf(new URL(video.streams[0]!.url).pathname, {})).toBe(404);
  });

  test('says whether a play log lives', async () => {
    const path = `${living}${shortenUuid(viewer.accountId)}/${video.play_log_id}`;
    expect(await statusOf(path)).toBe(204);
    expect(await statusOf(path, {})).toBe(404);
    expect(await statusOf(`${living}x/y`)).toBe(404);
    expect(await statusOf(`${living}${shortenUuid(video.play_log_id)}/${viewer.accountId}`)).toBe(403);
    await leave(server, viewer, video.play_log_id);
    server.clock.advance(5);
    expect(await statusOf(path)).toBe(403);
  });

  test('keeps the addresses of trailers open', async () => {
    expect(await statusOf(`${living}${shortenUuid(TRAILER_GRANT.accountId)}/${TRAILER_GRANT.id}`)).toBe(204);
  });

  test('lets the app’s page load from the edge', async () => {
    const policy = String((await server.app.inject('/link')).headers['content-security-policy']);
    expect(policy).toBeDefined();
    const { headers } = await server.app.inject('/nothing');
    for (const part of ['img-src', 'media-src', 'connect-src'])
      expect(String(headers['content-security-policy'])).toMatch(
        new RegExp(`${part} [^;]*http://bora\\.test https://media\\.bora\\.test`),
      );
  });
});

const nginx = findNginx();
tellMissingTools()
  .filter((line) => line.includes('NGINX'))
  .forEach((line) => console.log(line));

describe.runIf(nginx !== undefined)('nginx as the edge', () => {
  let server: ServerFixture;
  let edge: RunningEdge;
  let place: MediaEdge;
  let viewer: Viewer;
  let video: Video;
  beforeAll(async () => {
    place = { url: `http://127.0.0.1:${await freePort()}`, secret: SECRET, told: [] };
    server = await createServerFixture({ mediaEdge: place, clock: rightClock() });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    edge = await startEdge(nginx!, place, `127.0.0.1:${port}`);
    viewer = await server.buildViewer();
    video = await server.openVideo(viewer);
  });
  afterAll(async () => {
    await edge.stop();
    await server.close();
  });

  const base = (of = video) => of.streams[0]!.url.replace(/manifest\.mpd$/, '');
  const get = async (url: string, headers: Record<string, string> = {}, method = 'GET') => {
    const answer = await fetch(url, { method, headers });
    return {
      status: answer.status,
      header: (name: string) => answer.headers.get(name),
      body: Buffer.from(await answer.arrayBuffer()),
    };
  };
  const codeOf = (body: Buffer) => strictErrorReply.parse(JSON.parse(body.toString())).code;
  const until = <T>(read: () => T) => expect.poll(read, { interval: 100 });

  test('serves all that a video names, as the service would', async () => {
    for (const { url } of [...video.streams, ...video.subtitles, video.thumbnails!])
      expect((await get(url)).status).toBe(200);
    const { header, body } = await get(`${base()}video.mp4`, { origin: 'null' });
    expect(body.equals(VIDEO_BYTES)).toBe(true);
    expect(
      ['content-type', 'cache-control', 'access-control-allow-origin', 'accept-ranges', 'x-request-id'].map(header),
    ).toEqual(['video/mp4', 'private, no-cache', '*', 'bytes', null]);
    expect(header('access-control-expose-headers')).toContain('content-range');
    expect(header('cross-origin-resource-policy')).toBe('cross-origin');
    expect(header('content-security-policy')).toContain("default-src 'none'");
    const again = await get(`${base()}video.mp4`, { 'if-none-match': header('etag')! });
    expect(again.status).toBe(304);
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=9990-', 9990, 9999],
    ['bytes=-10', 9990, 9999],
    ['bytes=9990-20000', 9990, 9999],
  ])('answers the range %s', async (range, start, end) => {
    const { status, header, body } = await get(`${base()}video.mp4`, { range });
    expect([status, header('content-range')]).toEqual([206, `bytes ${start}-${end}/10000`]);
    expect(body.equals(VIDEO_BYTES.subarray(start, end + 1))).toBe(true);
  });

  test('answers HEAD, a preflight, a wrong method and a range beyond the end', async () => {
    const head = await get(`${base()}video.mp4`, {}, 'HEAD');
    expect([head.status, head.header('content-length'), head.body.length]).toEqual([200, '10000', 0]);
    const preflight = await get(`${base()}video.mp4`, {}, 'OPTIONS');
    expect([preflight.status, preflight.header('access-control-allow-headers')]).toEqual([204, 'range']);
    const wrong = await get(`${base()}video.mp4`, {}, 'POST');
    expect([wrong.status, codeOf(wrong.body)]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    expect((await get(`${base()}video.mp4`, { range: 'bytes=10000-' })).status).toBe(416);
    const conditional = await get(`${base()}video.mp4`, { 'if-match': '"another"' });
    expect([conditional.status, codeOf(conditional.body)]).toEqual([404, 'NOT_FOUND']);
  });

  test('opens nothing else, and says so as the contract does', async () => {
    const [, ticket = ''] = /\/media\/([^/]+)\//.exec(video.streams[0]!.url)!;
    const [expires, account, id, md5 = ''] = ticket.split('.');
    const at = (parts: readonly unknown[], rest = 'media/short/~/video.mp4') =>
      `${place.url}/media/${parts.join('.')}/${rest}`;
    const refused = [
      at([Number(expires) + 1, account, id, md5]),
      at([expires, id, account, md5]),
      at([expires, account, id, `${md5.slice(1)}A`]),
      at([expires, account, id, '']),
      at([expires, account, id, md5], 'media/other/~/video.mp4'),
      at([expires, account, id, md5], 'media/~/short/video.mp4'),
      at([expires, account, id, md5], 'media/short/~/..%2f..%2fother/~/video.mp4'),
      at([expires, account, id, md5], 'media/short/~/download.mp4'),
      at([expires, account, id, md5], 'media/short/~/video2.mp4'),
      at([expires, account, id, md5], 'media/short/~/video.mp4%0a'),
      at([expires, account, id, md5], 'media/short/~/video.mp4%20HTTP/1.1%0d%0ax-a:%20b'),
      `${place.url}/media/edge/file/media/short/video.mp4`,
      `${place.url}/bora-living`,
      `${place.url}/api/v1.0/status/`,
      `${place.url}/`,
    ];
    for (const url of refused) {
      const { status, header, body } = await get(url);
      expect([url, status, header('cache-control')]).toEqual([url, 404, 'no-store']);
      expect(JSON.parse(body.toString())).toEqual({ code: 'NOT_FOUND', message: errorCodes.NOT_FOUND.message });
      expect(header('access-control-allow-origin')).toBe('*');
    }
  });

  test('is told by the doctor, also where it has another secret or is away', async () => {
    const told = async (mediaEdge: MediaEdge) => (await checkMediaEdge({ mediaEdge }))[0];
    expect(await told(place)).toMatchObject({ part: 'Media edge', state: 'good' });
    expect(await told({ ...place, secret: `${SECRET}-of-another-day` })).toMatchObject({
      state: 'bad',
      seen: [expect.stringContaining('does not know the signature'), expect.stringMatching(/[가-힣]/)],
    });
    expect(await told({ ...place, url: `http://127.0.0.1:${await freePort()}` })).toMatchObject({
      state: 'bad',
      seen: [expect.stringContaining('does not answer'), expect.stringMatching(/[가-힣]/)],
    });
  });

  test('refuses an address whose three minutes are over', async () => {
    const clock = createServerClock(new Date(Date.now() - (EDGE_TICKET_SECONDS + 5) * 1000).toISOString());
    const own = createMediaSigner({ secret: '', publicUrl: () => '', clock });
    const expiresAt = new Date(Date.now() + 3_600_000);
    const grant = { folder: 'media/short', accountId: viewer.accountId, id: video.play_log_id, expiresAt };
    const old = createEdgeSigner({ edge: place, own, clock }).sign(grant).urlOf('media/short/video.mp4');
    const { status, body } = await get(old);
    expect([status, codeOf(body)]).toEqual([410, 'PLAYBACK_EXPIRED']);
  });

  /** Begins an answer that is never read, and is longer than what the system keeps for such readers. */
  const hold = async (address: string, localAddress: string): Promise<Socket> => {
    const { hostname, port, pathname } = new URL(address);
    const reader = connect({ host: hostname, port: Number(port), localAddress });
    reader.write(`GET ${pathname} HTTP/1.1\r\nhost: edge\r\n\r\n`);
    await once(reader, 'data');
    return reader.pause();
  };
  /** @returns the status of a short answer. */
  const statusFrom = async (address: string, localAddress: string): Promise<number> => {
    const asked = request(address, { localAddress, agent: false }).end();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    answer.resume();
    await once(answer, 'end');
    return answer.statusCode!;
  };

  test('answers one playback, and trailers for one address, at most 64 times at once, and others meanwhile', async () => {
    const path = join(server.catalogueFolder, 'media/short/long.mp4');
    await writeFile(path, '');
    await truncate(path, 32 * 2 ** 20);
    const own = createMediaSigner({ secret: '', publicUrl: () => '', clock: server.clock });
    const trailer = createEdgeSigner({ edge: place, own, clock: server.clock }).sign({
      ...TRAILER_GRANT,
      folder: 'media/short',
      expiresAt: new Date(server.clock.now().getTime() + 3_600_000),
    });
    const other = await server.openVideo(await server.buildViewer());
    const cases: readonly { of(file: string): string; others: readonly (readonly [string, string])[] }[] = [
      { of: (file) => `${base()}${file}`, others: [[`${base(other)}video.mp4`, '127.0.0.1']] },
      {
        of: (file) => trailer.urlOf(`media/short/${file}`),
        others: [
          [`${base()}video.mp4`, '127.0.0.1'],
          [trailer.urlOf('media/short/video.mp4'), '127.0.0.2'],
        ],
      },
    ];
    for (const { of, others } of cases) {
      const readers: Socket[] = [];
      for (let count = 0; count < 64; count += 1) readers.push(await hold(of('long.mp4'), '127.0.0.1'));
      const more = await get(of('video.mp4'));
      expect([more.status, codeOf(more.body), more.header('retry-after')]).toEqual([503, 'OVERLOADED', '3']);
      for (const [address, from] of others) expect(await statusFrom(address, from)).toBe(200);
      for (const reader of readers) reader.destroy();
      await until(async () => (await get(of('video.mp4'))).status).toBe(200);
    }
  });

  test('asks the service for a file once, whoever plays it', async () => {
    const other = await server.openVideo(await server.buildViewer());
    await get(`${base()}video.webm`);
    await get(`${base(other)}video.webm`, { range: 'bytes=500-' });
    const lines = () =>
      edge
        .log()
        .split('\n')
        .filter((line) => line.includes('video.webm'));
    await until(lines).toHaveLength(2);
    expect(lines()[0]).toMatch(/ GET 200 media\/short\/video\.webm 10000 MISS /);
    expect(lines()[1]).toMatch(/ GET 206 media\/short\/video\.webm 9500 HIT /);
    expect(edge.log()).not.toContain(viewer.accountId);
    expect(edge.log()).not.toContain('127.0.0.1');
  });

  test('stops serving within seconds after the play log has ended, also what it has cached', async () => {
    const left = await server.openVideo(viewer);
    const url = `${base(left)}video.mp4`;
    expect((await get(url)).status).toBe(200);
    await leave(server, viewer, left.play_log_id);
    // The service's own cache of the play log.
    server.clock.advance(5);
    await until(async () => (await get(url)).status).toBe(410);
    expect(codeOf((await get(url)).body)).toBe('PLAYBACK_EXPIRED');
  });
});

describe.runIf(nginx !== undefined)('nginx without the service', () => {
  test('goes on with what it has, and answers 503 for the rest', async () => {
    const place = { url: `http://127.0.0.1:${await freePort()}`, secret: SECRET, told: [] };
    const server = await createServerFixture({ mediaEdge: place, clock: rightClock() });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const edge = await startEdge(nginx!, place, `127.0.0.1:${port}`);
    const [first, second] = [await server.buildViewer(), await server.buildViewer()];
    const playing = await server.openVideo(first);
    const unknown = await server.openVideo(second);
    const at = ({ streams }: Video, file: string) => streams[0]!.url.replace('manifest.mpd', file);
    expect((await fetch(at(playing, 'video.mp4'))).status).toBe(200);
    await server.close();
    expect((await fetch(at(playing, 'video.mp4'), { headers: { range: 'bytes=0-9' } })).status).toBe(206);
    for (const url of [at(playing, 'video.webm'), at(unknown, 'video.mp4')]) {
      const answer = await fetch(url);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '3']);
      expect(strictErrorReply.parse(await answer.json()).code).toBe('OVERLOADED');
    }
    await edge.stop();
  });
});

describe.runIf(nginx !== undefined)('nginx in front of two processes', () => {
  test('asks the other one while one of them is away', async () => {
    const place = { url: `http://127.0.0.1:${await freePort()}`, secret: SECRET, told: [] };
    const server = await createServerFixture({ mediaEdge: place, clock: rightClock() });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const edge = await startEdge(nginx!, place, `127.0.0.1:${await freePort()}`, `127.0.0.1:${port}`);
    // Some of these accounts belong to the process that is away.
    for (let count = 0; count < 6; count += 1) {
      const { streams } = await server.openVideo(await server.buildViewer());
      const { status } = await fetch(streams[0]!.url.replace('manifest.mpd', 'video.mp4'));
      expect(status).toBe(200);
    }
    await edge.stop();
    await server.close();
  });
});

describe.runIf(nginx !== undefined)('nginx that is killed while a set plays', () => {
  test('goes on with the same address when it is back, and what ended meanwhile stays shut', async () => {
    const place = { url: `http://127.0.0.1:${await freePort()}`, secret: SECRET, told: [] };
    const server = await createServerFixture({ mediaEdge: place, clock: rightClock() });
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const edge = await startEdge(nginx!, place, `127.0.0.1:${port}`);
    const [first, second] = [await server.buildViewer(), await server.buildViewer()];
    const [playing, left] = [await server.openVideo(first), await server.openVideo(second)];
    const piece = async ({ streams }: Video) => {
      const url = streams[0]!.url.replace('manifest.mpd', 'video.mp4');
      return (await fetch(url, { headers: { range: 'bytes=0-9' } })).status;
    };
    expect([await piece(playing), await piece(left)]).toEqual([206, 206]);

    await edge.crash();
    await expect(piece(playing)).rejects.toThrow('fetch failed');
    await leave(server, second, left.play_log_id);
    // The service's own cache of the play log.
    server.clock.advance(5);
    await edge.start();

    expect(await piece(playing)).toBe(206);
    await expect.poll(() => piece(left), { interval: 100 }).toBe(410);
    await edge.stop();
    await server.close();
  });
});
