import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RemoteStore } from '#server/providers/media-store.ts';
import { serverCount } from '#tests/support/server/server-database.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { buildClipRecord, buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/* Readers of media that stop reading, over real sockets: each answer has begun, and its file never comes to an end. */

const BYTES = 2 ** 20;
const MOST_AT_ONCE = 32;
const records = smallCatalogue().flatMap((record) =>
  record.kind === 'title' && record.id === 1
    ? [
        buildTitleRecord(1, { episodes: record.episodes.map((episode) => ({ ...episode, clip: 'own' })) }),
        buildClipRecord({
          id: 'own',
          streams: [{ protocol: 'dash', path: 'own/clip/manifest.mpd' }],
          subtitles: [],
          thumbnails: null,
        }),
      ]
    : [record],
);
const endless: Pick<RemoteStore, 'kind' | 'find' | 'read'> = {
  kind: 'remote',
  find: () => Promise.resolve({ size: BYTES, modifiedAt: new Date(0), etag: '"1"' }),
  async *read() {
    yield Buffer.alloc(10);
    await new Promise(() => undefined);
  },
};

let server: ServerFixture;
let url: string;
beforeAll(async () => {
  server = await createServerFixture({ records, mediaStore: endless as RemoteStore });
  url = await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(() => server.close());

const stop = new AbortController();
afterAll(() => stop.abort());

async function readerOf(viewer: Viewer) {
  const video = await server.openVideo(viewer);
  const path = new URL(video.streams[0]!.url).pathname.replace('manifest.mpd', 'video.mp4');
  return async () => {
    const answer = await fetch(url + path, { signal: stop.signal });
    let hasEnded = false;
    const end = () => (hasEnded = true);
    answer.arrayBuffer().then(end, end);
    return { status: answer.status, hasEnded: () => hasEnded };
  };
}

test('of more files than a player reads at once, the oldest ends, and only that of the same playback', async () => {
  const other = await (await readerOf(await server.buildViewer()))();
  const open = await readerOf(await server.buildViewer());
  const answers: Awaited<ReturnType<typeof open>>[] = [];
  // Each process counts its own.
  for (let files = 0; files < (MOST_AT_ONCE + 1) * serverCount; files += 1) answers.push(await open());
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  await expect.poll(() => answers.filter(({ hasEnded }) => hasEnded()).length).toBe(serverCount);
  expect([answers[0]!.hasEnded(), answers.at(-1)!.hasEnded(), other.hasEnded()]).toEqual([true, false, false]);
});
