import { readdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { MediaStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { startS3Server, type S3Server } from '#tests/support/media/s3-server.ts';
import { until, useMediaLab } from '#tests/support/media/media-lab.ts';

const lab = useMediaLab();
const { add, openMedia, row, start, stateOf, workFolders } = lab;

describe('in an S3 store', () => {
  let s3: S3Server;
  let store: MediaStore;
  beforeEach(async () => {
    s3 = await startS3Server();
    store = createS3Store(s3.place(), { connect: 10_000, silence: 10_000, call: 15_000, upload: 15_000, place: 5_000 });
    lab.media = openMedia({ mediaStore: store });
  });
  afterEach(() => s3.stop());

  const startWorker = () => start('worker', { mediaStore: store });
  const clipKeys = (id: string) => [...s3.objects.keys()].filter((key) => key.includes(id.replaceAll('-', ''))).sort();

  test('a clip appears with its episode, and goes with it', async () => {
    const { jobs } = await add([1]);
    const { id } = jobs[0]!;
    await startWorker().look();
    await until(() => stateOf(id)).toBe('done');
    expect(clipKeys(id).map((key) => key.split('/').at(-1))).toEqual([
      ...['ko.vtt', 'main.m3u8', 'manifest.mpd', 'previews.jpg', 'signs.vtt', 'still.webp'],
    ]);
    expect([...s3.objects.keys()].filter((key) => key.includes('/title-'))).toHaveLength(3);
    await until(workFolders).toEqual([]);
    expect(await readdir(lab.mediaFolder)).toEqual(['.work']);
    await lab.media.remove({ episode: jobs[0]!.episode_id });
    expect(clipKeys(id)).toEqual([]);
  });

  test('a store that is gone publishes nothing, is named, and gets the clip when it is back', async () => {
    const { jobs } = await add([1]);
    const { id } = jobs[0]!;
    s3.before = async ({ method, key }) => {
      if (method !== 'PUT' || !key.endsWith('ko.vtt')) return;
      s3.before = undefined;
      await s3.stop();
    };
    const worker = startWorker();
    await worker.look();
    await until(() => stateOf(id)).toBe('waiting');
    expect(await row(id)).toMatchObject({ step: 'publish', tries: 1 });
    expect((await row(id)).last_error?.message).toMatch(
      /^The media store s3:\/\/media\/bora does not answer \(.+\)\. Nothing is published; it is retried\.$/,
    );
    expect(await lab.db.selectFrom('clips').selectAll().execute()).toEqual([]);
    expect(clipKeys(id).filter((key) => /mpd|m3u8/.test(key))).toEqual([]);
    const other = await add([2]);
    expect(other.warning).toContain('The videos wait until it can be used.');
    await lab.media.cancel(other.jobs[0]!.id);

    const begun = lab.steps.begun.length;
    await s3.start();
    lab.clock.advance(60);
    await until(async () => {
      await worker.look();
      return stateOf(id);
    }).toBe('done');
    // No step runs again.
    expect(lab.steps.begun.slice(begun)).toEqual([]);
    expect(clipKeys(id)).toHaveLength(6);
  });

  test('a removal waits for the store, and then leaves nothing', async () => {
    const { jobs } = await add([1]);
    const { id, episode_id: episode } = jobs[0]!;
    await startWorker().look();
    await until(() => stateOf(id)).toBe('done');
    await s3.stop();
    await expect(lab.media.remove({ episode })).rejects.toThrow(`run "bora media remove ${id.slice(0, 8)}"`);
    await s3.start();
    await lab.media.remove({ job: id.slice(0, 8) });
    expect(clipKeys(id)).toEqual([]);
  });
});
