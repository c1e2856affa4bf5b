import { request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import type { Video } from '#contract/playback.ts';
import { folderOf } from '#server/catalogue/format/clip-folder.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact } from '#server/db/open.ts';
import { VIDEO_BYTES } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

interface FileAnswer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: Buffer;
}

let server: ServerFixture;
let viewer: Viewer;
let video: Video;
let port: number;
/** `/media/<ticket>` of the opened video. */
let base: string;

beforeAll(async () => {
  server = await createServerFixture();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
  viewer = await server.buildViewer();
  video = await server.openVideo(viewer);
  base = /^http:\/\/bora\.test(\/media\/[^/]+)\//.exec(video.streams[0]!.url)![1]!;
});
afterAll(() => server.close());

/** Sends a path exactly as written: HTTP clients would normalize the dots. */
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  new Promise<FileAnswer>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers, method, agent: false }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    })
      .once('error', reject)
      .end();
  });

const codeOf = ({ body }: FileAnswer) => strictErrorReply.parse(JSON.parse(body.toString())).code;

describe('a signed address', () => {
  test('opens the files that the video names', async () => {
    for (const { url } of [...video.streams, ...video.subtitles, video.thumbnails!]) {
      const { status } = await get(new URL(url).pathname);
      expect(status).toBe(200);
    }
  });

  test.each([
    ['manifest.mpd', 'application/dash+xml'],
    ['hls/main.m3u8', 'application/vnd.apple.mpegurl'],
    ['video.mp4', 'video/mp4'],
    ['part-1.m4s', 'video/mp4'],
    ['video.webm', 'video/webm'],
    ['ko.vtt', 'text/vtt; charset=utf-8'],
    ['thumbnails.jpg', 'image/jpeg'],
  ])('serves %s of the clip’s folder as %s', async (file, type) => {
    const { status, headers } = await get(`${base}/media/short/${file}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe(type);
    expect(headers['accept-ranges']).toBe('bytes');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test.each([
    ['bytes=0-99', 0, 99],
    ['bytes=9990-', 9990, 9999],
    ['bytes=-10', 9990, 9999],
    ['bytes=9990-20000', 9990, 9999],
    ['bytes=5000-5000', 5000, 5000],
  ])('answers the range %s', async (range, start, end) => {
    const { status, headers, body } = await get(`${base}/media/short/video.mp4`, { range });
    expect(status).toBe(206);
    expect(headers['content-range']).toBe(`bytes ${start}-${end}/10000`);
    expect(body).toEqual(VIDEO_BYTES.subarray(start, end + 1));
  });

  test('answers a range beyond the end with 416', async () => {
    const answer = await get(`${base}/media/short/video.mp4`, { range: 'bytes=10000-' });
    expect(answer.status).toBe(416);
    expect(codeOf(answer)).toBe('VALIDATION_FAILED');
    expect(answer.headers['content-range']).toBe('bytes */10000');
  });

  test('answers HEAD without a body', async () => {
    const { status, headers, body } = await get(`${base}/media/short/video.mp4`, {}, 'HEAD');
    expect([status, headers['content-length'], body.length]).toEqual([200, '10000', 0]);
  });

  test('answers 304 for an unchanged file', async () => {
    const { headers } = await get(`${base}/media/short/video.mp4`);
    const again = await get(`${base}/media/short/video.mp4`, { 'if-none-match': headers['etag'] as string });
    expect(again.status).toBe(304);
  });

  test('may be used by a packaged app, including ranges', async () => {
    const { headers } = await get(`${base}/media/short/video.mp4`, { origin: 'null', range: 'bytes=0-9' });
    expect(headers['access-control-allow-origin']).toBe('*');
    expect(headers['access-control-expose-headers']).toContain('content-range');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  test.each([
    ['a file that is not there', 'media/short/video2.mp4'],
    ['a kind that is not media', 'media/short/notes.txt'],
    ['a folder', 'media/short/hls'],
    ['the clip’s folder', 'media/short/'],
    ['another clip', 'media/other/video.mp4'],
    ['a step upwards', 'media/short/../other/video.mp4'],
    ['an encoded step upwards', 'media/short/%2e%2e/other/video.mp4'],
    ['an encoded slash', 'media/short/..%2fother%2fvideo.mp4'],
    ['a doubly encoded step', 'media/short/%252e%252e/other/video.mp4'],
    ['a backslash', 'media/short/..\\other\\video.mp4'],
    ['an encoded backslash', 'media/short/..%5cother%5cvideo.mp4'],
    ['NUL', 'media/short/video.mp4%00.txt'],
    ['a broken escape', 'media/short/%zz'],
    ['an overlong escape', 'media/short/%c0%ae%c0%ae/other/video.mp4'],
    ['a double slash', 'media//short/video.mp4'],
    ['a dot', 'media/./short/video.mp4'],
    ['a hidden file', 'media/short/.hidden.mp4'],
    ['an absolute path', '/etc/passwd'],
    ['far upwards', '../../../../../../etc/passwd'],
    ['nothing', ''],
  ])('does not open %s', async (_name, path) => {
    const answer = await get(`${base}/${path}`);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(['NOT_FOUND', 'VALIDATION_FAILED']).toContain(codeOf(answer));
  });

  test('opens nothing when any part of it is altered', async () => {
    const [expires = '', account = '', id = '', depth = '', signature = ''] = base.slice('/media/'.length).split('.');
    const another = await server.buildViewer();
    const other = (await server.openVideo(another)).play_log_id;
    const forged = [
      [String(Number(expires) + 1), account, id, depth, signature],
      [expires, account, other, depth, signature],
      [expires, another.accountId, id, depth, signature],
      [expires, account, id, '1', signature],
      [expires, account, id, '0', signature],
      [expires, account, id, '3', signature],
      [
        expires,
        account,
        id,
        depth,
        `A${signature.slice(1)}` === signature ? `B${signature.slice(1)}` : `A${signature.slice(1)}`,
      ],
      [expires, account, id, depth, ''],
      [expires, account, id, depth, `${signature}A`],
      ['', account, id, depth, signature],
      ['x', 'y', 'z'],
    ];
    for (const parts of forged) {
      const answer = await get(`/media/${parts.join('.')}/media/short/video.mp4`);
      expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
    }
  });

  test('ends with the play log', async () => {
    const address = new URL((await server.openVideo(viewer)).streams[0]!.url).pathname;
    server.clock.advance(12 * 3600 - 1);
    expect((await get(address)).status).toBe(200);
    server.clock.advance(1);
    const answer = await get(address);
    expect([answer.status, codeOf(answer)]).toEqual([410, 'PLAYBACK_EXPIRED']);
  });
});

describe('a picture of the catalogue', () => {
  test('is public and cacheable for long', async () => {
    const { status, headers, body } = await get('/art/pictures/poster.webp', { origin: 'file://' });
    expect([status, body.toString()]).toEqual([200, 'poster']);
    expect(headers['content-type']).toBe('image/webp');
    expect(headers['cache-control']).toBe('public, max-age=604800');
    expect(headers['access-control-allow-origin']).toBe('*');
  });

  test('stands for its large one, which panels of 4K ask for, where there is none', async () => {
    const { status, body } = await get('/art/pictures/poster-2x.webp');
    expect([status, body.toString()]).toEqual([200, 'poster']);
  });

  test('is served by every process as long as the catalogue contains it', async () => {
    const fresh = await createServerFixture();
    const asked = async () => {
      const answers: number[] = [];
      // Once for each of the servers that may take turns.
      for (let turn = 0; turn < 2; turn += 1)
        answers.push((await fresh.app.inject('/art/pictures/poster.webp')).statusCode);
      return new Set(answers);
    };
    const importOptions = { transact: createTransact(fresh.db), clock: fresh.clock };
    expect(await asked()).toEqual(new Set([200]));
    const withOtherArt = smallCatalogue().map((record) =>
      record.kind === 'title' ? { ...record, art: { ...record.art, poster: 'pictures/other.webp' } } : record,
    );
    await importCatalogue(importOptions, withOtherArt);
    expect(await asked()).toEqual(new Set([404]));
    await importCatalogue(importOptions, smallCatalogue());
    expect(await asked()).toEqual(new Set([200]));
    await fresh.close();
  });

  test.each([
    ['a picture in no record', 'pictures/secret.webp'],
    ['the large one of a picture in no record', 'pictures/secret-2x.webp'],
    ['a picture of a record whose file is missing', 'pictures/wide.webp'],
    ['a clip’s thumbnails', 'media/short/thumbnails.jpg'],
    ['a video', 'media/short/video.mp4'],
    ['a step upwards', 'pictures/../pictures/poster.webp'],
    ['an encoded slash', 'pictures%2f..%2fpictures%2fposter.webp'],
    ['NUL', 'pictures/poster.webp%00'],
    ['nothing', ''],
  ])('is not served: %s', async (_name, path) => {
    const answer = await get(`/art/${path}`);
    expect([answer.status, codeOf(answer)]).toEqual([404, 'NOT_FOUND']);
    expect(answer.headers['cache-control']).toBe('no-store');
  });
});

test.each([
  [['a/b/c.mpd', 'a/b/d/e.m3u8', 'a/b/f.vtt'], 'a/b'],
  [['a/b/c.mpd'], 'a/b'],
  [['a/b/c.mpd', 'a/x/c.mpd'], 'a'],
  [['a/b.mpd', 'c/d.mpd'], ''],
  [['b.mpd'], ''],
])('path %j answers %j', (paths, folder) => expect(folderOf(paths)).toBe(folder));
