import { rm } from 'node:fs/promises';
import type { InjectOptions } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { strictErrorReply } from '#tests/support/server/error-reply.ts';
import { startS3Server, type S3Server } from '#tests/support/media/s3-server.ts';
import { VIDEO_BYTES, writeFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/* An operator's own files: the server answers from a bucket as it does from a folder. */

const FILES = {
  'own/clip/manifest.mpd': '<MPD/>',
  'own/clip/main.m3u8': '#EXTM3U',
  'own/clip/video.mp4': VIDEO_BYTES,
  'own/clip/empty.vtt': '',
  'own/title-1/poster.svg': '<svg/>',
};
const CLIP = buildClipRecord({
  id: 'own',
  streams: [
    { protocol: 'dash', path: 'own/clip/manifest.mpd' },
    { protocol: 'hls', path: 'own/clip/main.m3u8' },
  ],
  subtitles: [],
  thumbnails: null,
});
const records = smallCatalogue().flatMap((record) =>
  record.kind === 'title' && record.id === 1
    ? [
        buildTitleRecord(1, {
          art: { ...record.art, poster: 'own/title-1/poster.svg' },
          episodes: record.episodes.map((episode) => ({ ...episode, clip: 'own' })),
        }),
        CLIP,
      ]
    : [record],
);

let s3: S3Server;
let folder: string;
let fromFolder: ServerFixture;
let fromBucket: ServerFixture;
/** In whose line each call waits for the bucket. */
let callers: (string | undefined)[] = [];
/** `/media/<ticket>` of the opened video, for each server. */
const bases = new Map<ServerFixture, string>();

async function build(mediaStore: MediaStore): Promise<ServerFixture> {
  const server = await createServerFixture({ records, mediaStore });
  const video = await server.openVideo(await server.buildViewer());
  bases.set(server, /\/media\/[^/]+/.exec(video.streams[0]!.url)![0]);
  return server;
}

beforeAll(async () => {
  s3 = await startS3Server();
  folder = await writeFiles(FILES);
  const bucket = createS3Store(s3.place(), {
    connect: 10_000,
    silence: 10_000,
    call: 15_000,
    upload: 15_000,
    place: 5_000,
  });
  for (const path of Object.keys(FILES)) await bucket.putFile(path, `${folder}/${path}`);
  fromFolder = await build(createFolderStore(folder));
  fromBucket = await build({
    ...bucket,
    read(path, file, range, caller) {
      callers.push(caller);
      return bucket.read(path, file, range, caller);
    },
  });
});
afterAll(async () => {
  await fromFolder.close();
  await fromBucket.close();
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const ask = async (server: ServerFixture, path: string, headers: Record<string, string> = {}, method = 'GET') => {
  const url = path.startsWith('/art/') ? path : `${bases.get(server)}/${path}`;
  const answer = await server.app.inject({ method: method as NonNullable<InjectOptions['method']>, url, headers });
  const names = ['content-type', 'content-length', 'content-range', 'cache-control', 'accept-ranges', 'retry-after'];
  const shared = ['access-control-allow-origin', 'access-control-expose-headers', 'cross-origin-resource-policy'];
  return {
    status: answer.statusCode,
    headers: Object.fromEntries([...names, ...shared].map((name) => [name, answer.headers[name]])),
    body: answer.rawPayload,
    all: answer.headers,
  };
};

const VIDEO = 'own/clip/video.mp4';

describe('media of a bucket', () => {
  test('waits in a line of the caller’s address, so that one with many requests keeps nobody else waiting', async () => {
    callers = [];
    const url = `${bases.get(fromBucket)}/${VIDEO}`;
    for (const remoteAddress of ['203.0.113.1', '203.0.113.2', '203.0.113.1'])
      expect((await fromBucket.app.inject({ url, remoteAddress })).statusCode).toBe(200);
    expect(callers).toEqual(['203.0.113.1', '203.0.113.2', '203.0.113.1']);
  });

  test.each<[string, string, Record<string, string>, string?]>([
    ['a manifest', 'own/clip/manifest.mpd', {}],
    ['a playlist', 'own/clip/main.m3u8', { origin: 'file://' }],
    ['a video for a packaged app', VIDEO, { origin: 'null' }],
    ['an empty file', 'own/clip/empty.vtt', {}],
    ['HEAD', VIDEO, {}, 'HEAD'],
    ['HEAD of a range', VIDEO, { range: 'bytes=5-9' }, 'HEAD'],
    ['the first bytes', VIDEO, { range: 'bytes=0-99', origin: 'null' }],
    ['the last bytes', VIDEO, { range: 'bytes=9990-' }],
    ['the last bytes by their number', VIDEO, { range: 'bytes=-10' }],
    ['bytes to beyond the end', VIDEO, { range: 'bytes=9990-20000' }],
    ['one byte', VIDEO, { range: 'bytes=5000-5000' }],
    ['bytes beyond the end', VIDEO, { range: 'bytes=10000-' }],
    ['more last bytes than there are', VIDEO, { range: 'bytes=-10001' }],
    ['no bytes', VIDEO, { range: 'bytes=-0' }],
    ['a range backwards', VIDEO, { range: 'bytes=9-5' }],
    ['two ranges', VIDEO, { range: 'bytes=0-1,5-6' }],
    ['a unit that nobody knows', VIDEO, { range: 'seconds=0-1' }],
    ['a range of an old copy', VIDEO, { range: 'bytes=0-1', 'if-range': '"old"' }],
    ['a picture', '/art/own/title-1/poster.svg', { origin: 'null' }],
    ['a picture by HEAD', '/art/own/title-1/poster.svg', {}, 'HEAD'],
    ['a file that is not there', 'own/clip/none.mp4', {}],
    ['a folder', 'own/clip', {}],
    ['another clip', 'own/other/video.mp4', {}],
    ['a kind that is not media', 'own/clip/notes.txt', {}],
  ])('a bucket is served like a folder for %s', async (_name, path, headers, method) => {
    const [expected, given] = [
      await ask(fromFolder, path, headers, method),
      await ask(fromBucket, path, headers, method),
    ];
    expect([given.status, given.headers]).toEqual([expected.status, expected.headers]);
    expect(given.body.equals(expected.body)).toBe(true);
  });

  test('a bucket answers 304 for an unchanged copy, by its tag or its date', async () => {
    for (const server of [fromFolder, fromBucket]) {
      const { etag, 'last-modified': date } = (await ask(server, VIDEO)).all;
      expect((await ask(server, VIDEO, { 'if-none-match': String(etag) })).status).toBe(304);
      expect((await ask(server, VIDEO, { 'if-none-match': '"old", W/"older"' })).status).toBe(200);
      expect((await ask(server, VIDEO, { 'if-modified-since': String(date) })).status).toBe(304);
      expect((await ask(server, VIDEO, { 'if-modified-since': new Date(0).toUTCString() })).status).toBe(200);
      expect((await ask(server, VIDEO, { range: 'bytes=0-1', 'if-range': String(date) })).status).toBe(206);
    }
  });

  test('a bucket is served only to those who may play it', async () => {
    const ticket = bases.get(fromBucket)!;
    for (const [path, status] of [
      // The last character has bits that mean nothing.
      [ticket.replace(/.(?=.$)/, (letter) => (letter === 'A' ? 'B' : 'A')), 404],
      ['/media/x', 404],
    ] as const)
      expect((await fromBucket.app.inject(`${path}/${VIDEO}`)).statusCode).toBe(status);
    expect((await fromBucket.app.inject('/art/own/clip/video.mp4')).statusCode).toBe(404);
  });
});

describe('a bucket that is gone', () => {
  beforeEach(() => s3.stop());

  test('answers 503 with a code and when to ask again, and plays as soon as it is back', async () => {
    for (const path of [VIDEO, 'own/clip/unknown.mp4', '/art/own/title-1/poster.svg']) {
      const { status, headers, body } = await ask(fromBucket, path);
      expect([status, headers['retry-after'], headers['cache-control']]).toEqual([503, '3', 'no-store']);
      expect(strictErrorReply.parse(JSON.parse(body.toString())).code).toBe('OVERLOADED');
    }
    await s3.start();
    expect((await ask(fromBucket, VIDEO)).status).toBe(200);
  });
});
