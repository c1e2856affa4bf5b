import { readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAdOperations } from '#server/ads/ad-operations.ts';
import { createTransact } from '#server/db/open.ts';
import { IntakeError } from '#server/intake/intake-error.ts';
import { operateHere } from '#server/console/operator/calls.ts';
import type { Operations } from '#server/console/operator/operations.ts';
import { operateAt } from '#server/console/operator/client.ts';
import { listenForOperators } from '#server/console/operator/socket.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { exists, until, useMediaLab } from '#tests/support/media/media-lab.ts';

const lab = useMediaLab();
const { start, titles, requestOf, add, stateOf, workFolders, finish, openMedia } = lab;

test('a video becomes a draft, and publishing shows it', async () => {
  const { title_id: titleId, jobs } = await finish([1]);
  const [job] = jobs;
  const clipId = job!.id.replaceAll('-', '');
  expect(await titles().show({ kind: 'title', id: titleId })).toMatchObject({
    title: { name: '여우', state: 'unpublished', cnt_episode: 1, cnt_out: 0 },
    episodes: [{ id: job!.episode_id, order: 1, episode_num: '1화', state: 'unpublished' }],
  });
  const clip = await lab.db.selectFrom('clips').selectAll().where('id', '=', clipId).executeTakeFirstOrThrow();
  expect(clip).toMatchObject({ duration: 61, streams: [{ path: `own/${clipId}/manifest.mpd` }, { protocol: 'hls' }] });
  expect(await readFile(join(lab.mediaFolder, clip.streams[0]!.path), 'utf8')).toBe('manifest.mpd');
  await until(workFolders).toEqual([]);
  expect(clip.subtitles).toEqual([
    { lang: 'ko', role: 'forced', label: '한국어 (간판)', path: `own/${clipId}/signs.vtt` },
    { lang: 'ko', role: 'subtitle', label: '한국어', path: `own/${clipId}/ko.vtt` },
  ]);
  expect(clip.audio).toEqual([{ lang: 'ja', role: 'main', label: '원어 (일본어)' }]);
  expect(await lab.media.list()).toMatchObject([{ title_name: '여우', episode_num: '1화' }]);
  expect(await lab.media.list()).toMatchObject([
    { state: 'done', fraction: 1, step: null, last_error: null, notices: [] },
  ]);

  const published = await titles().publish({ kind: 'title', id: titleId });
  expect(published).toMatchObject({ title: { state: 'published', cnt_out: 1 } });
});

test('episodes that are done out of their order lie in it, and only new ones are drafts', async () => {
  const { title_id: titleId } = await finish([1, 3], { isPublished: true });
  await finish([2], { title: { id: titleId } });
  const { episodes } = await titles().show({ kind: 'title', id: titleId });
  expect(episodes.map(({ order, episode_num: number, state }) => [order, number, state])).toEqual([
    [1, '1화', 'published'],
    [2, '2화', 'unpublished'],
    [3, '3화', 'published'],
  ]);
});

test('a job is found by the first characters of its id', async () => {
  const { jobs } = await add([1, 2]);
  const { id } = jobs[0]!;
  expect(
    await Promise.all([8, 9, 20, 36].map(async (length) => (await lab.media.show(id.slice(0, length))).id)),
  ).toEqual(Array.from({ length: 4 }, () => id));
  for (const start of ['', id.slice(0, 3), '----', `${id.slice(0, 8)}0`, `${id}0`, '0000'])
    await expect(lab.media.show(start)).rejects.toThrow('There is no job');
  await lab.db
    .updateTable('media_jobs')
    .set({ id: id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })
    .where('id', '=', jobs[1]!.id)
    .execute();
  await expect(lab.media.show(id.slice(0, 4))).rejects.toThrow('Several jobs begin with');
});

test('a video of no title becomes the clip of an advertisement, and stays while the advertisement plays it', async () => {
  const source = join(lab.folder, 'radio.mkv');
  await writeFile(source, 'video');
  const [job] = await lab.media.addAdvertisementClips([{ source, name: '라디오 극장 15초.mkv' }]);
  await expect(lab.media.addAdvertisementClips([{ source }])).rejects.toThrow(/is a job already/);
  const worker = start('worker');
  await until(async () => {
    await worker.look();
    return stateOf(job!.id);
  }).toBe('done');
  expect(await lab.db.selectFrom('items').select('id').execute()).toEqual([]);

  const ads = createAdOperations({
    db: lab.db,
    transact: createTransact(lab.db),
    clock: lab.clock,
    catalogueFolder: lab.folder,
    record: recordNothing,
    mediaStore: createFolderStore(lab.mediaFolder),
  });
  const clip = { id: job!.clip_id, name: '라디오 극장 15초.mkv', duration: 61 };
  expect(await ads.clips({ keyword: '극장', limit: 5, offset: 0 })).toEqual({
    count: 1,
    is_partial: false,
    results: [{ ...clip, picture: null, is_free: true, used_by: [] }],
  });
  const fields = { title: '라디오 극장', clip_id: clip.id, skip_after: 5, weight: 1, starts_at: null, ends_at: null };
  const added = await ads.add(fields);
  expect(added).toMatchObject({ clip, state: 'running' });

  lab.clock.advance(31 * 24 * 3600);
  await RETENTION.find(({ table }) => table === 'media_jobs')!.remove(lab.db, lab.clock.now(), 10);
  await expect(lab.media.remove({ job: job!.id })).rejects.toThrow(/used by advertisement/);
  await lab.db.deleteFrom('advertisements').execute();
  await lab.media.remove({ job: job!.id });
  expect(await lab.db.selectFrom('clips').select('id').execute()).toEqual([]);
  expect(await exists(join(lab.mediaFolder, 'own', clip.id))).toBe(false);
});

describe('adding', () => {
  test('refuses files that cannot be videos, and adds none of the others', async () => {
    const request = await requestOf([1, 2]);
    const [first, second] = request.episodes;
    const link = join(lab.folder, 'link.mkv');
    await symlink(first!.source, link);
    await truncate(second!.source);
    const withSource = (source: string) => ({ ...request, episodes: [first!, { ...second!, source }] });
    const messageOf = (source: string) =>
      lab.media.add(withSource(source)).then(String, (error: Error) => error.message);
    expect(await messageOf(link)).toBe('"link.mkv" is a symbolic link. Add the file that it names.');
    expect(await messageOf(second!.source)).toBe('"Fox - 2.mkv" is empty. Copy or download it again.');
    expect(await messageOf(join(lab.folder, 'list.m3u8'))).toMatch(/^"list.m3u8" is a playlist/);
    expect(await messageOf(join(lab.folder, 'gone.mkv'))).toBe('"gone.mkv" is not there.');
    expect(await messageOf('Fox.mkv')).toBe('"Fox.mkv": the path must be absolute.');
    expect(await lab.media.list()).toEqual([]);
  });

  test('refuses what is there already, and unknown titles', async () => {
    const { title_id: titleId } = await add([1]);
    await expect(add([1])).rejects.toThrow('"Fox - 1.mkv" is a job already.');
    const other = await requestOf([2]);
    const asFirst = { ...other, episodes: [{ ...other.episodes[0]!, number: 1 }] };
    await expect(lab.media.add(asFirst)).rejects.toThrow('The title has 1화 already');
    await expect(lab.media.add({ ...other, title: { id: 5 } })).rejects.toThrow('There is no title 5.');
    // The same new title, although no job of it is done yet.
    expect(await lab.media.add(other)).toMatchObject({ title_id: titleId });
    expect(await lab.media.list()).toHaveLength(2);
  });

  test('refuses a number that a new title has, while another of its videos is not done', async () => {
    const { jobs } = await finish([1, 2]);
    await lab.db.updateTable('media_jobs').set({ state: 'failed' }).where('id', '=', jobs[1]!.id).execute();
    const other = await requestOf([3]);
    const asFirst = { ...other, episodes: [{ ...other.episodes[0]!, number: 1 }] };
    await expect(lab.media.add(asFirst)).rejects.toThrow('The title has 1화 already');
  });

  test('names missing tools before anything is begun', async () => {
    const findTools = () => {
      throw new IntakeError('TOOL_MISSING', {
        causes: 'ffmpeg: not installed. Run "sudo apt install ffmpeg libchromaprint-tools".',
      });
    };
    lab.media = openMedia({ findTools });
    await expect(add([1])).rejects.toThrow('Run "sudo apt install ffmpeg libchromaprint-tools"');
    expect(await lab.media.list()).toEqual([]);
  });
});

test('commands reach a running server through its socket, which keeps their rules', async () => {
  const path = join(lab.folder, 'operator.sock');
  const called: string[] = [];
  // No call of this test is about another area.
  const operations = { titles: titles(), media: lab.media } as unknown as Operations;
  const socket = await listenForOperators({
    path,
    operations,
    onCall: ({ name, status }) => called.push(`${name} ${status}`),
    onFailure: (error) => expect.unreachable(String(error)),
  });
  const operate = operateAt(path);
  const request = await requestOf([1]);
  const body = { ...request, episodes: [...request.episodes] };
  const added = await operate('media/add', body);
  expect(added).toMatchObject({ status: 'done', result: { warning: null, jobs: [{ state: 'waiting' }] } });
  expect(await operate('media/add', body)).toEqual({ status: 'refused', message: '"Fox - 1.mkv" is a job already.' });
  expect(await operate('media/list', {})).toEqual(await operateHere(operations)('media/list', {}));
  expect(await operate('media/cancel', { job: 'ffffffff' })).toMatchObject({ status: 'refused' });
  expect(await operate('media/marks', { episode: 0 })).toMatchObject({ status: 'unknown' });
  expect(called).toEqual(['media/add done', 'media/add refused', 'media/cancel refused']);
  await socket.close();
});

test('a title that nobody could watch is warned about', async () => {
  const at19 = { title: { name: '밤 열차', contentRating: '19' as const } };
  expect((await add([1], at19)).warning).toBeNull();
  lab.media = openMedia({ hasAgeProof: false });
  expect((await add([2], at19)).warning).toContain('"밤 열차" is rated 19');
  expect((await add([3], { title: { name: '낮 열차', contentRating: '15' } })).warning).toBeNull();
});
