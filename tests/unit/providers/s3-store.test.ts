import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MediaStoreError, type RemoteStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { refuse, startS3Server, type S3Server } from '#tests/support/media/s3-server.ts';

const MB = 2 ** 20;
/** Long, because the tests share the machine; only a test of a limit has a short one. */
const TIMES = { connect: 10_000, silence: 10_000, call: 15_000, upload: 15_000, place: 15_000 };

let s3: S3Server;
let store: RemoteStore;
let folder: string;
beforeEach(async () => {
  s3 = await startS3Server({ pageSize: 2 });
  store = createS3Store(s3.place(), TIMES);
  folder = await mkdtemp(join(tmpdir(), 'bora-s3-'));
});
afterEach(async () => {
  s3.before = undefined;
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

/** A clip as the packager leaves it; `video.mp4` needs several parts. */
async function writeClip(): Promise<string> {
  const clip = join(folder, 'packaged');
  await mkdir(join(clip, 'sub'), { recursive: true });
  for (const name of ['manifest.mpd', 'a.m3u8', 'ko.vtt', 'sub/more.mp4']) await writeFile(join(clip, name), name);
  await writeFile(join(clip, 'video.mp4'), Buffer.alloc(17 * MB, 7));
  return clip;
}
const keys = () => [...s3.objects.keys()].sort();
const CLIP_KEYS = ['a.m3u8', 'ko.vtt', 'manifest.mpd', 'sub/more.mp4', 'video.mp4'].map(
  (name) => `bora/own/clip/${name}`,
);

async function readAll(path: string, range?: { start: number; end: number }): Promise<Buffer> {
  const file = (await store.find(path))!;
  const pieces: Buffer[] = [];
  for await (const piece of store.read(path, file, range ?? { start: 0, end: file.size - 1 })) pieces.push(piece);
  return Buffer.concat(pieces);
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => {
      expect(error).toBeInstanceOf(MediaStoreError);
      return (error as Error).message;
    },
  );

describe('a clip that is moved into the store', () => {
  test('arrives with all files, the manifests last, and leaves its folder', async () => {
    const clip = await writeClip();
    await store.moveIn(clip, 'own/clip');
    expect(keys()).toEqual(CLIP_KEYS);
    expect([...s3.objects.keys()].slice(-2).sort()).toEqual(['bora/own/clip/a.m3u8', 'bora/own/clip/manifest.mpd']);
    const video = s3.objects.get('bora/own/clip/video.mp4')!;
    expect([video.body.equals(Buffer.alloc(17 * MB, 7)), video.type]).toEqual([true, 'video/mp4']);
    expect(s3.objects.get('bora/own/clip/manifest.mpd')!.type).toBe('application/dash+xml');
    expect(await readdir(folder)).toEqual([]);
  });

  test('replaces what a killed worker left there, also parts that nobody sees', async () => {
    await store.putText('own/clip/old.mp4', 'old');
    await store.putText('own/clips/other.mp4', 'other');
    s3.uploads.set('upload-dead', { key: 'bora/own/clip/video.mp4', type: '', parts: new Map() });
    await store.moveIn(await writeClip(), 'own/clip');
    expect(keys()).toEqual([...CLIP_KEYS, 'bora/own/clips/other.mp4']);
    expect(s3.uploads.size).toBe(0);
  });

  test('is not there at all when one of its files is refused', async () => {
    s3.before = ({ method, query }) =>
      method === 'PUT' && query.get('partNumber') === '3' && refuse(403, 'AccessDenied');
    const message = await failureOf(store.moveIn(await writeClip(), 'own/clip'));
    expect(message).toContain('refuses (AccessDenied): check the AWS_ variables');
    expect([keys(), s3.uploads.size]).toEqual([[], 0]);
    expect(await readdir(join(folder, 'packaged'))).toContain('video.mp4');
  });

  test('never has a manifest when the store goes away in the middle, and arrives whole afterwards', async () => {
    const clip = await writeClip();
    s3.before = async ({ method, query }) => {
      if (method !== 'PUT' || query.get('partNumber') !== '2') return;
      s3.before = undefined;
      await s3.stop();
    };
    expect(await failureOf(store.moveIn(clip, 'own/clip'))).toMatch(/does not answer \((ECONNREFUSED|ECONNRESET)\)/);
    expect(keys().filter((key) => /mpd|m3u8/.test(key))).toEqual([]);
    await s3.start();
    await store.moveIn(clip, 'own/clip');
    expect([keys(), s3.uploads.size]).toEqual([CLIP_KEYS, 0]);
  });

  test('stays where it is when its worker loses the job, and tells how far it is', async () => {
    const losing = new AbortController();
    const fractions: number[] = [];
    s3.before = ({ query }) => query.get('partNumber') === '2' && losing.abort(new Error('lost'));
    const clip = await writeClip();
    const moving = { signal: losing.signal, onProgress: (fraction: number) => fractions.push(fraction) };
    await expect(store.moveIn(clip, 'own/clip', moving)).rejects.toThrow('lost');
    expect(keys().filter((key) => /mpd|m3u8/.test(key))).toEqual([]);
    // The worker that has the job now may have written these files.
    expect(s3.requests.filter((each) => each.startsWith('DELETE') && !each.includes('uploadId'))).toEqual([]);
    expect(await readdir(clip)).toHaveLength(5);
    s3.before = undefined;
    await store.moveIn(clip, 'own/clip', { onProgress: (fraction) => fractions.push(fraction) });
    expect([keys(), s3.uploads.size, fractions.at(-1)]).toEqual([CLIP_KEYS, 0, 1]);
    expect(fractions.length).toBeGreaterThan(6);
  });

  test('is not taken for whole when somebody else empties its place', async () => {
    s3.before = ({ method, key }) => {
      if (method === 'PUT' && key.endsWith('.mpd')) s3.objects.delete('bora/own/clip/ko.vtt');
    };
    expect(await failureOf(store.moveIn(await writeClip(), 'own/clip'))).toContain('has lost own/clip/ko.vtt');
  });

  test('is uploaded in spite of single answers that fail', async () => {
    let asked = 0;
    s3.before = () => {
      asked += 1;
      if (asked % 4 === 1) refuse(500, 'InternalError');
    };
    await store.moveIn(await writeClip(), 'own/clip');
    expect(keys()).toEqual(CLIP_KEYS);
  });
});

test('removes a folder with all pages of its files, and no other', async () => {
  await store.moveIn(await writeClip(), 'own/clip');
  await store.putText('own/clip2/a.mp4', 'stays');
  await store.removeFolder('own/clip');
  await store.removeFolder('own/none');
  expect(keys()).toEqual(['bora/own/clip2/a.mp4']);
  expect(await store.has('own/clip/video.mp4')).toBe(false);
});

test('reads a large range in pieces that belong to one version of the file', async () => {
  const body = Buffer.from(Array.from({ length: 3 * MB }, (_, index) => index % 251));
  await writeFile(join(folder, 'video.mp4'), body);
  await store.putFile('own/clip/video.mp4', join(folder, 'video.mp4'));
  expect((await readAll('own/clip/video.mp4')).equals(body)).toBe(true);
  const part = await readAll('own/clip/video.mp4', { start: 10, end: 2 * MB });
  expect(part.equals(body.subarray(10, 2 * MB + 1))).toBe(true);

  const file = (await store.find('own/clip/video.mp4'))!;
  const pieces = store.read('own/clip/video.mp4', file, { start: 0, end: body.length - 1 })[Symbol.asyncIterator]();
  await pieces.next();
  s3.objects.get('bora/own/clip/video.mp4')!.etag = '"another"';
  expect(await failureOf(pieces.next())).toContain('PreconditionFailed');
});

test('asks for the size of a file once a minute', async () => {
  await store.putText('own/clip/a.vtt', 'text');
  for (let time = 0; time < 3; time += 1) expect(await store.has('own/clip/a.vtt')).toBe(true);
  expect(s3.requests.filter((request) => request.startsWith('HEAD'))).toHaveLength(1);
  expect(await store.find('own/clip/b.vtt')).toBeUndefined();
});

describe('a store that cannot be used', () => {
  test.each([
    ['has no such bucket', { bucket: 'another' }, 'has no bucket "another"'],
    [
      'does not know the key',
      { credentials: { accessKeyId: 'x', secretAccessKey: 'y', sessionToken: undefined } },
      'refuses (InvalidAccessKeyId)',
    ],
    [
      'gets a wrong signature',
      { credentials: { accessKeyId: 'test-key', secretAccessKey: 'y', sessionToken: undefined } },
      'refuses (SignatureDoesNotMatch)',
    ],
    ['is not there', { endpoint: 'http://127.0.0.1:9' }, 'does not answer (ECONNREFUSED)'],
  ])('is named when it %s', async (_name, changes, expected) => {
    const wrong = createS3Store(s3.place(changes), TIMES);
    expect(await failureOf(wrong.check())).toContain(expected);
    expect(await failureOf(wrong.putText('own/a/b.vtt', 'text'))).toContain(expected);
    await store.check();
  });

  test('is given up when it never answers', async () => {
    s3.before = () => new Promise(() => undefined);
    const hasty = createS3Store(s3.place(), { ...TIMES, call: 200 });
    expect(await failureOf(hasty.has('own/clip/a.vtt'))).toContain('does not answer (timeout)');
  });

  test('is not asked by more calls at once than it has places', async () => {
    let atOnce = 0;
    let most = 0;
    s3.before = async () => {
      atOnce += 1;
      most = Math.max(most, atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce -= 1;
    };
    await Promise.all(Array.from({ length: 200 }, (_, index) => store.has(`own/clip/${index}.vtt`)));
    expect(most).toBeLessThanOrEqual(64);
    expect(s3.requests).toHaveLength(200);
  });

  test('is asked for one caller after the next, however many calls another one has', async () => {
    const order: string[] = [];
    const find = (path: string, caller: string) => store.find(path, caller).then(() => order.push(caller));
    const greedy = Array.from({ length: 300 }, (_, index) => find(`own/clip/${index}.vtt`, 'greedy'));
    await Promise.all([...greedy, find('own/clip/another.vtt', 'other')]);
    expect(order).toHaveLength(301);
    // 64 had their places already, and the next free one is the other caller's.
    expect(order.indexOf('other')).toBeLessThan(200);
  });
});
