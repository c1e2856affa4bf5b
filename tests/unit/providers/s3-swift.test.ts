import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  type S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RemoteStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { hasSwift, type Swift, startSwift } from '#tests/support/media/swift.ts';
import { tellMissingTools } from '#tests/support/browser/tools-here.ts';

/* The store beside OpenStack Swift: a server of S3 that others wrote. What it cannot be made to do, s3-store.test.ts does. */

const MB = 2 ** 20;
const TIMES = { connect: 10_000, silence: 10_000, call: 15_000, upload: 15_000, place: 15_000 };
const isHere = hasSwift();
tellMissingTools()
  .filter((line) => line.includes('SWIFT'))
  .forEach((line) => console.log(line));

describe.runIf(isHere)('OpenStack Swift as the store', () => {
  const video = Buffer.alloc(17 * MB + 5, 'every byte has its own place');
  let swift: Swift;
  let store: RemoteStore;
  let client: S3Client;
  let folder: string;
  beforeAll(async () => {
    swift = await startSwift();
    client = await swift.connect();
    store = createS3Store(swift.place(), TIMES);
    folder = await mkdtemp(join(tmpdir(), 'bora-s3-'));
  });
  afterAll(async () => {
    client?.destroy();
    await swift?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });

  const Bucket = 'bora-test';
  const keys = async (Prefix = 'bora/') =>
    ((await client.send(new ListObjectsV2Command({ Bucket, Prefix }))).Contents ?? []).map(({ Key }) => Key);
  const uploads = async () =>
    ((await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix: 'bora/' }))).Uploads ?? []).map(
      ({ Key }) => Key,
    );
  const writeClip = async () => {
    const clip = await mkdtemp(join(folder, 'packaged-'));
    await mkdir(join(clip, 'sub'));
    for (const name of ['manifest.mpd', 'sub/ko.vtt']) await writeFile(join(clip, name), name);
    await writeFile(join(clip, 'empty.vtt'), '');
    await writeFile(join(clip, 'video.mp4'), video);
    return clip;
  };
  const read = async (path: string, start: number, end: number) => {
    const pieces: Buffer[] = [];
    for await (const piece of store.read(path, (await store.find(path))!, { start, end })) pieces.push(piece);
    return Buffer.concat(pieces);
  };

  test('takes a clip with a file of several parts, and gives out any range of it', async () => {
    const progress: number[] = [];
    await store.moveIn(await writeClip(), 'own/clip', { onProgress: (fraction) => progress.push(fraction) });
    expect(progress.at(-1)).toBe(1);
    expect(await readdir(folder)).toEqual([]);
    const names = ['empty.vtt', 'manifest.mpd', 'sub/ko.vtt', 'video.mp4'];
    expect(await keys()).toEqual(names.map((name) => `bora/own/clip/${name}`));
    expect(await uploads()).toEqual([]);
    const found = await store.find('own/clip/video.mp4');
    expect(found).toMatchObject({ size: video.length, etag: expect.stringMatching(/^".+-3"$/) });
    for (const [start, end] of [
      [0, 0],
      [8 * MB - 10, 10 * MB],
      [video.length - 7, video.length - 1],
    ] as const)
      expect((await read('own/clip/video.mp4', start, end)).equals(video.subarray(start, end + 1))).toBe(true);
    expect((await store.find('own/clip/empty.vtt'))?.size).toBe(0);
    expect(await store.find('own/clip/none.mp4')).toBeUndefined();
    const head = await client.send(new HeadObjectCommand({ Bucket, Key: 'bora/own/clip/manifest.mpd' }));
    expect(head.ContentType).toBe('application/dash+xml');
  });

  test('stops a reader when the file is replaced', async () => {
    await store.putText('own/live/manifest.mpd', 'first');
    const file = (await store.find('own/live/manifest.mpd'))!;
    await createS3Store(swift.place(), TIMES).putText('own/live/manifest.mpd', 'other');
    const reading = store.read('own/live/manifest.mpd', file, { start: 0, end: 4 });
    await expect(reading[Symbol.asyncIterator]().next()).rejects.toThrow(/PreconditionFailed/);
    expect((await read('own/live/manifest.mpd', 0, 4)).toString()).toBe('other');
  });

  test('removes a folder with what a killed upload left in it, and nothing beside it', async () => {
    await store.putText('own/gone/a.vtt', 'a');
    await store.putText('own/gone-2/b.vtt', 'b');
    const of = { Bucket, Key: 'bora/own/gone/video.mp4' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(of));
    await client.send(new UploadPartCommand({ ...of, UploadId, PartNumber: 1, Body: Buffer.alloc(10) }));
    expect(await uploads()).toEqual([of.Key]);
    await store.removeFolder('own/gone');
    expect([await keys('bora/own/gone'), await uploads()]).toEqual([['bora/own/gone-2/b.vtt'], []]);
    expect([await store.has('own/gone/a.vtt'), await store.has('own/gone-2/b.vtt')]).toEqual([false, true]);
    await store.removeFolder('own/gone');
  });

  test.each([
    [{ bucket: 'none' }, 'The media store has no bucket "none".'],
    [
      { credentials: { accessKeyId: 'test:tester', secretAccessKey: 'wrong', sessionToken: undefined } },
      'The media store s3://bora-test/bora refuses (SignatureDoesNotMatch): check the AWS_ variables, their rights to read, write, list and delete, and the clock.',
    ],
    [
      { region: 'moon-1' },
      'The media store s3://bora-test/bora refuses the region "moon-1": write the right one as region=… into MEDIA_STORE.',
    ],
  ])('says what is wrong with %j', async (changes, message) => {
    const wrong = createS3Store(swift.place(changes), TIMES);
    await expect(wrong.check()).rejects.toMatchObject({ name: 'MediaStoreError', message });
    await expect(store.check()).resolves.toBeUndefined();
  });
});
