import { rm } from 'node:fs/promises';
import { request, type OutgoingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Video } from '#contract/playback.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { startS3Server, type S3Server } from '#tests/support/media/s3-server.ts';
import { leave } from '#tests/support/media/media.ts';
import { findNginx, freePort, startEdge, type RunningEdge } from '#tests/support/server/nginx.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { writeFiles } from '#tests/support/server/server-files.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/*
 * Addresses of media as no player spells them, against files of a folder and of a bucket, given out by the service and by the
 * nginx that is installed. Paths are sent as written: neither a URL parser nor a client may tidy them.
 */

const SECRET = 'an-edge-secret-of-thirty-two-letters';
const PUBLIC = 'what the viewer may see';
const HIDDEN = 'what nobody may see';
const FILES = {
  'own/clip/manifest.mpd': `<MPD>${PUBLIC}</MPD>`,
  'own/clip/video.mp4': PUBLIC.repeat(40),
  'own/clip/download.mp4': HIDDEN,
  'own/clip/notes.txt': HIDDEN,
  'own/clip/.work/video.mp4': HIDDEN,
  'own/other/video.mp4': HIDDEN,
  'own/other/manifest.mpd': HIDDEN,
  'video.mp4': HIDDEN,
  'private/video.mp4': HIDDEN,
};
const clipOf = (id: string) =>
  buildClipRecord({
    id,
    streams: [{ protocol: 'dash', path: `own/${id}/manifest.mpd` }],
    subtitles: [],
    thumbnails: null,
  });
const records = smallCatalogue().flatMap((record) =>
  record.kind === 'title' && record.id === 1
    ? [
        buildTitleRecord(1, {
          episodes: record.episodes.map((episode, index) => ({ ...episode, clip: index === 0 ? 'clip' : 'other' })),
        }),
        clipOf('clip'),
        clipOf('other'),
      ]
    : [record],
);

let s3: S3Server;
let folder: string;
let bucket: MediaStore;
beforeAll(async () => {
  s3 = await startS3Server();
  folder = await writeFiles(FILES);
  bucket = createS3Store(s3.place(), { connect: 10_000, silence: 10_000, call: 15_000, upload: 15_000, place: 5_000 });
  for (const path of Object.keys(FILES)) await bucket.putFile(path, `${folder}/${path}`);
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  body: string;
}

/** Sends a path exactly as written. */
const send = (
  port: number,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: OutgoingHttpHeaders } = {},
) =>
  new Promise<Answer>((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      let body = '';
      response.setEncoding('latin1').on('data', (part: string) => (body += part));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
      response.on('error', reject);
    });
    sent.setTimeout(20_000, () => sent.destroy(new Error(`no answer to ${path}`)));
    sent.on('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ECONNRESET' ? resolve({ status: 400, body: '' }) : reject(error),
    );
    sent.end();
  });

/** Ways up, down and beside, each in several spellings. */
const UPWARD = ['..', '%2e%2e', '.%2e', '%252e%252e', '..%00', '..;', '%c0%ae%c0%ae', '..%5c..'];
const SLASHES = ['/', '%2f', '%252f', '//', '/./', '%5c', '\\'];
const spellings = UPWARD.flatMap((up) => SLASHES.map((slash) => `${up}${slash}`));

/** @param base of the viewer's own clip, as the ticket is written there, and with it the end of the folder. */
const wrongPaths = (base: string): string[] => [
  ...spellings.flatMap((way) => [
    `${base}${way}other/video.mp4`,
    `${base}${way}${way}own/other/video.mp4`,
    `${base}x/${way}${way}other/video.mp4`,
    `${base}${way}${way}${way}private/video.mp4`,
  ]),
  ...['download.mp4', 'notes.txt', '.work/video.mp4', '.work%2fvideo.mp4', 'download%2emp4', 'DOWNLOAD.MP4'].map(
    (name) => `${base}${name}`,
  ),
  ...[
    'video.mp4/',
    'video.mp4%00.txt',
    'video.mp4%20',
    'video.mp4%0d%0ax-a:%20b',
    'video.mp4;x',
    '',
    '.',
    '%2e',
    '*',
  ].map((name) => `${base}${name}`),
  `${base}video.mp4?x=${'a'.repeat(3000)}`,
  base.replace('own/clip', 'own/other') + 'video.mp4',
  base.replace('own/clip', 'own/clip/../other') + 'video.mp4',
  base.replace('own/clip', 'own//other') + 'video.mp4',
  base.replace('own/clip', 'private') + 'video.mp4',
  '/media/edge/file/own/clip/video.mp4',
  '/media/edge/file/own/other/video.mp4',
  '/media//edge/file/own/other/video.mp4',
  '/MEDIA/edge/file/own/other/video.mp4',
  '/media/%65dge/file/own/other/video.mp4',
  '/bora-living',
];

const RANGES = [
  'bytes=0-',
  `bytes=${Array.from({ length: 500 }, (_, index) => `${index}-${index}`).join(',')}`,
  'bytes=5-1',
  'bytes=-0',
  'bytes=99999999999999999999-',
  'bytes=0-99999999999999999999',
  'bytes=a-b',
  'lines=0-1',
];

interface Front {
  port: number;
  /** The path of the clip's folder with the ticket in it. */
  base: string;
  server: ServerFixture;
  video: Video;
  close(): Promise<void>;
}

async function build(store: MediaStore, nginx: string | undefined): Promise<Front> {
  const place = { url: `http://127.0.0.1:${await freePort()}`, secret: SECRET, told: [] };
  const server = await createServerFixture({
    records,
    mediaStore: store,
    clock: createServerClock(new Date().toISOString()),
    ...(nginx !== undefined && { mediaEdge: place }),
  });
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = server.app.server.address() as AddressInfo;
  let edge: RunningEdge | undefined;
  if (nginx !== undefined) edge = await startEdge(nginx, place, `127.0.0.1:${port}`);
  const video = await server.openVideo(await server.buildViewer());
  const base = new URL(video.streams[0]!.url).pathname.replace('manifest.mpd', '');
  return {
    ...{ server, video, base },
    port: edge ? Number(new URL(place.url).port) : port,
    async close() {
      // A request line that nginx refuses is in its log, as is a file that a client left.
      await edge?.stop(/client sent|invalid|prematurely/);
      await server.close();
    },
  };
}

const nginx = findNginx();
if (nginx === undefined) console.log('Left out: media through nginx, which is not installed.');

const FRONTS: [string, () => MediaStore, string | undefined][] = [
  ['a folder', () => createFolderStore(folder), undefined],
  ['a bucket', () => bucket, undefined],
];
if (nginx !== undefined)
  FRONTS.push(
    ['a folder behind nginx', () => createFolderStore(folder), nginx],
    ['a bucket behind nginx', () => bucket, nginx],
  );

describe.each(FRONTS)('hostile addresses of media in %s', (_, store, program) => {
  let front: Front;
  beforeAll(async () => {
    front = await build(store(), program);
  });
  afterAll(() => front.close());

  const expectHarmless = ({ status, body }: Answer, what: string) => {
    expect(status, what).toBeLessThan(500);
    expect(body, what).not.toContain(HIDDEN);
  };

  test('the viewer’s own file is there', async () => {
    const { status, body } = await send(front.port, `${front.base}video.mp4`);
    expect([status, body]).toEqual([200, FILES['own/clip/video.mp4']]);
  });

  test('no spelling of a path reaches a file of another clip, a hidden one or one outside', async () => {
    for (const path of wrongPaths(front.base)) {
      const answer = await send(front.port, path);
      expectHarmless(answer, path);
      // A tidied path may lead back to the viewer's own file, and to nothing else.
      if (answer.status < 300 && answer.body !== '') expect(answer.body, path).toContain(PUBLIC);
    }
  });

  test('no changed letter of the ticket opens the file', async () => {
    const [ticket = ''] = /(?<=^\/media\/)[^/]+/.exec(front.base) ?? [];
    const at = (changed: string) => `${front.base.replace(ticket, changed)}video.mp4`;
    const changes = Array.from({ length: ticket.length }, (_, index) => {
      // The next letter of the alphabet differs in the lowest bit.
      const other = ticket[index] === 'A' ? 'B' : 'A';
      return ticket.slice(0, index) + other + ticket.slice(index + 1);
    });
    for (const changed of [...changes, '', '.', `${ticket}.`, `${ticket}%00`, ticket.slice(1), ticket.toUpperCase()]) {
      if (changed === ticket) continue;
      const answer = await send(front.port, at(changed));
      expectHarmless(answer, changed);
      expect(answer.body, changed).not.toContain(PUBLIC);
    }
  });

  test('ranges, methods and headers of any kind answer no more than the file', async () => {
    const path = `${front.base}video.mp4`;
    const whole = FILES['own/clip/video.mp4'].length;
    for (const range of RANGES) {
      const { status, body } = await send(front.port, path, { headers: { range } });
      expect([200, 206, 400, 416], range).toContain(status);
      // Many ranges at once must not multiply what is sent.
      expect(body.length, range).toBeLessThan(whole * 3 + 2000);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'TRACE', 'PROPFIND'])
      expect((await send(front.port, path, { method })).status, method).toBeGreaterThanOrEqual(400);
    for (const headers of [
      { 'x-bora-edge': SECRET },
      { 'x-accel-redirect': '/media/edge/file/own/other/video.mp4' },
      { 'x-original-url': '/media/edge/file/own/other/video.mp4' },
      { 'x-rewrite-url': '/own/other/video.mp4' },
      { 'x-forwarded-host': 'evil.example' },
      { host: 'evil.example' },
    ] as OutgoingHttpHeaders[])
      expectHarmless(
        await send(front.port, '/media/edge/file/own/other/video.mp4', { headers }),
        JSON.stringify(headers),
      );
  });

  test('an ended play log opens none of them', async () => {
    const { server } = front;
    const viewer = await server.buildViewer();
    const video = await server.openVideo(viewer);
    await leave(server, viewer, video.play_log_id);
    server.clock.advance(10);
    const path = new URL(video.streams[0]!.url).pathname;
    expect((await send(front.port, path)).status).toBe(410);
  });
});
