import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findTitleRecord } from '#server/catalogue/index.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import type { AddRequest } from '#server/intake/operations.ts';
import { noticeOf } from '#server/intake/texts/notice-texts.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { exists, until, useMediaLab } from '#tests/support/media/media-lab.ts';

const lab = useMediaLab();
const { start, titles, requestOf, add, row, stateOf, finish } = lab;

test('an episode that is or was published is not removed with its video, and the job says why', async () => {
  const { title_id: titleId, jobs } = await finish([1], { isPublished: true });
  const { id, episode_id: episode } = jobs[0]!;
  const removal = async () => (await lab.media.show(id)).removal;
  await expect(lab.media.remove({ job: id })).rejects.toThrow(/is published/);
  expect(await removal()).toEqual({ removes: 'episode', stays: 'published' });
  await titles().unpublish({ kind: 'title', id: titleId });
  await expect(lab.media.remove({ job: id })).rejects.toThrow(/was published/);
  await expect(lab.media.remove({ episode })).rejects.toThrow(/was published/);
  expect(await removal()).toEqual({ removes: 'episode', stays: 'was-published' });
  expect(await exists(join(lab.mediaFolder, 'own', id.replaceAll('-', '')))).toBe(true);
  expect((await titles().show({ kind: 'title', id: titleId })).episodes).toHaveLength(1);
});

test('a video that another episode plays is not removed, and neither is the episode that its job made', async () => {
  const { jobs } = await finish([1, 2]);
  const [one, two] = [jobs[0]!, jobs[1]!];
  const clipIdOf = ({ id }: { id: string }) => id.replaceAll('-', '');
  await lab.db
    .updateTable('episodes')
    .set({ clip_id: clipIdOf(one) })
    .where('id', '=', two.episode_id)
    .execute();
  expect((await lab.media.show(one.id)).removal).toEqual({ removes: 'video', stays: 'used' });
  await expect(lab.media.remove({ job: one.id })).rejects.toThrow('plays the same clip');
  // The second video is free, and its episode has the first one.
  expect((await lab.media.show(two.id)).removal).toEqual({ removes: 'video', stays: null });
  await lab.media.remove({ job: two.id });
  expect(await lab.db.selectFrom('episodes').select('id').execute()).toHaveLength(2);
});

test('a draft goes with its files, and its number is free again', async () => {
  const { title_id: titleId, jobs } = await finish([1, 2]);
  const [first, second] = jobs;
  const clipFolder = (id: string) => join(lab.mediaFolder, 'own', id.replaceAll('-', ''));
  await lab.media.remove({ job: first!.id });
  await lab.media.remove({ episode: second!.episode_id });
  expect([await exists(clipFolder(first!.id)), await exists(clipFolder(second!.id))]).toEqual([false, false]);
  expect(await lab.db.selectFrom('clips').select('id').execute()).toEqual([]);
  expect((await titles().show({ kind: 'title', id: titleId })).episodes).toEqual([]);
  const again = await add([1], { title: { id: titleId } });
  expect(again.jobs[0]!.episode_id).toBeGreaterThan(second!.episode_id);
});

test('a job that does not run goes to another title, under a number that is free there', async () => {
  const fox = await finish([1]);
  await writeFile(join(lab.folder, 'late.mkv'), 'another video');
  const late = { source: join(lab.folder, 'late.mkv'), number: 1, subject: null };
  const { jobs } = await add([], { title: { name: '곰', contentRating: 'all' }, episodes: [late] });
  const { id } = jobs[0]!;
  const to = { titleId: fox.title_id, number: 1 };
  await expect(lab.media.move(id, to)).rejects.toThrow('has 1화 already');
  await expect(lab.media.move(id, { ...to, titleId: 12_345 })).rejects.toThrow('no title 12345');
  await expect(lab.media.move(fox.jobs[0]!.id, { ...to, number: 3 })).rejects.toThrow('The job is done');
  expect(await lab.media.move(id, { ...to, number: 2 })).toMatchObject({
    title_id: fox.title_id,
    new_title: null,
    episode_num: '2화',
  });
  const worker = start('mover');
  await until(async () => {
    await worker.look();
    return stateOf(id);
  }).toBe('done');
  expect((await findTitleRecord(lab.db, fox.title_id))!.episodes.map((one) => [one.episode_num, one.subject])).toEqual([
    ['1화', '1화'],
    ['2화', '2화'],
  ]);
});

describe('another video of an episode', () => {
  const record = async (titleId: number) => (await findTitleRecord(lab.db, titleId))!;
  const clipRow = (id: string) =>
    lab.db.selectFrom('clips').selectAll().where('id', '=', id.replaceAll('-', '')).executeTakeFirst();

  test('takes its place, and keeps id, texts, release, marks and later subtitles where the lengths agree', async () => {
    const first = await finish([1, 2]);
    const episodeId = first.jobs[0]!.episode_id;
    await lab.media.marks(episodeId, { intro: { start: 5, end: 20 }, outro: { start: 50 } });
    const before = (await record(first.title_id)).episodes[0]!;
    const own = `own/${before.clip}`;
    await createFolderStore(lab.mediaFolder).putText(`${own}/subtitles-x/ja-subtitle.vtt`, 'WEBVTT later');
    await lab.db
      .updateTable('clips')
      .set({
        subtitles: JSON.stringify([
          { lang: 'ja', role: 'subtitle', label: '일본어', path: `${own}/subtitles-x/ja-subtitle.vtt` },
        ]),
      })
      .where('id', '=', before.clip)
      .execute();

    const request = await requestOf([1], { title: { id: first.title_id } });
    await expect(lab.media.add(request)).rejects.toThrow('1화 already');
    const second = await finish([1], {
      title: { id: first.title_id },
      episodes: [{ ...request.episodes[0]!, replaces: true }],
    });
    const { episodes } = await record(first.title_id);
    expect(episodes.map(({ id, episode_num: number }) => [id, number])).toEqual([
      [episodeId, '1화'],
      [expect.any(Number), '2화'],
    ]);
    const clip = (await clipRow(second.jobs[0]!.id))!;
    expect(episodes[0]).toEqual({ ...before, clip: clip.id, thumbnail: `own/${clip.id}/still.webp` });
    expect(clip).toMatchObject({ intro: { start: 5, end: 20 }, outro: { start: 50 } });
    expect(clip.subtitles.map(({ lang, role }) => `${lang} ${role}`)).toEqual([
      'ko forced',
      'ko subtitle',
      'ja subtitle',
    ]);
    expect(await readFile(join(lab.mediaFolder, clip.subtitles[2]!.path), 'utf8')).toBe('WEBVTT later');
    // Sets that play the earlier video still find its files.
    expect(await readFile(join(lab.mediaFolder, own, 'manifest.mpd'), 'utf8')).toBe('manifest.mpd');

    await lab.media.remove({ job: first.jobs[0]!.id });
    expect(await clipRow(first.jobs[0]!.id)).toBeUndefined();
    expect((await record(first.title_id)).episodes).toHaveLength(2);
    await expect(lab.media.remove({ job: second.jobs[0]!.id })).rejects.toThrow('plays the same clip');
  });

  test('a video of another length leaves marks to be set again, and says so, as of sounds that it does not have', async () => {
    const first = await finish([1]);
    const { clip } = (await record(first.title_id)).episodes[0]!;
    await lab.db
      .updateTable('clips')
      .set({
        duration: 90,
        intro: JSON.stringify({ start: 5, end: 20 }),
        audio: JSON.stringify([{ lang: 'ko', role: 'description', label: '화면 해설' }]),
      })
      .where('id', '=', clip)
      .execute();
    const request = await requestOf([1]);
    const second = await finish([1], {
      title: { id: first.title_id },
      episodes: [{ ...request.episodes[0]!, replaces: true }],
    });
    expect((await clipRow(second.jobs[0]!.id))!.intro).toBeNull();
    const { notices } = await row(second.jobs[0]!.id);
    expect(notices).toContainEqual(noticeOf('VIDEO_LENGTH_CHANGED', { before: 90, after: 61 }));
    expect(notices).toContainEqual(noticeOf('SOUNDS_GONE', { sounds: '화면 해설' }));
  });

  test('is refused for a number that the title does not have, and while another job makes it', async () => {
    const { title_id: id } = await finish([1]);
    const replacing = async (number: number) => {
      const request = await requestOf([number], { title: { id } });
      return lab.media.add({ ...request, episodes: [{ ...request.episodes[0]!, replaces: true }] });
    };
    await expect(replacing(7)).rejects.toThrow('no 7화 whose video can be replaced');
    await replacing(1);
    await writeFile(join(lab.folder, 'again.mkv'), 'another video');
    const again = { source: join(lab.folder, 'again.mkv'), number: 1, subject: null, replaces: true };
    await expect(add([], { title: { id }, episodes: [again] })).rejects.toThrow('no 1화 whose video can be replaced');
  });
});

describe('metadata beside a video', () => {
  const facts = { name: '달빛 빵집', synopsis: '밤에만 여는 빵집.', director: '한 감독', genres: ['일상'] };
  const addWith = async (number: number, title: AddRequest['title'], subject: string | null = null) => {
    const request = await requestOf([number], { title });
    const [episode] = request.episodes;
    const own = { subject: '반죽', synopsis: '반죽한다.' };
    return lab.media.add({ ...request, episodes: [{ ...episode!, subject, facts: own }] });
  };
  const work = async (ids: readonly string[], worker = start('worker')) => {
    await worker.look();
    for (const id of ids) await until(() => stateOf(id)).toBe('done');
  };
  const recordOf = async (id: number) => (await findTitleRecord(lab.db, id))!;

  test('become a new title and its episode, and change nothing that is there', async () => {
    const first = await addWith(1, { name: '달빛 빵집', contentRating: '12', facts }, '첫 반죽');
    await work(first.jobs.map(({ id }) => id));
    const record = await recordOf(first.title_id);
    expect(record).toMatchObject({ synopsis: facts.synopsis, director: '한 감독', genres: ['일상'], production: '' });
    expect(record.episodes).toMatchObject([{ subject: '첫 반죽', synopsis: '반죽한다.' }]);

    await lab.db
      .updateTable('items')
      .set({ synopsis: '고친 줄거리', director: '' })
      .where('id', '=', first.title_id)
      .execute();
    await lab.db.updateTable('episodes').set({ synopsis: '고친 글' }).where('item_id', '=', first.title_id).execute();
    const second = await addWith(2, { id: first.title_id });
    await work(second.jobs.map(({ id }) => id));
    const after = await recordOf(first.title_id);
    expect(after).toMatchObject({ synopsis: '고친 줄거리', director: '' });
    expect(after.episodes.map(({ synopsis }) => synopsis)).toEqual(['고친 글', '반죽한다.']);
  });

  test('missing metadata leaves a title without placeholders', async () => {
    const { title_id: id } = await finish([1]);
    expect(await recordOf(id)).toMatchObject({ synopsis: '', director: '', production: '', genres: [] });
    expect((await recordOf(id)).episodes[0]!.synopsis).toBe('');
  });

  test('have pictures, which a program decodes; one that it refuses is told, and the episode is complete', async () => {
    const source = join(lab.folder, 'a.mkv');
    for (const name of ['a.mkv', 'poster.jpg', 'fanart.jpg', 'a-thumb.jpg'])
      await writeFile(join(lab.folder, name), name);
    const asked: string[] = [];
    const worker = start('worker', {
      makePicture(kind, bytes) {
        asked.push(`${kind} ${bytes.toString()}`);
        const made = {
          picture: Buffer.from(`made ${kind}`),
          tile: kind === 'wide' ? Buffer.from('tile') : undefined,
          large: undefined,
        };
        return kind === 'poster'
          ? Promise.reject(new RefusedError('The picture has too many pixels.'))
          : Promise.resolve(made);
      },
    });
    const added = await lab.media.add({
      ...(await requestOf([], {
        pictures: { poster: join(lab.folder, 'poster.jpg'), backdrop: join(lab.folder, 'fanart.jpg') },
      })),
      episodes: [{ source, number: 1, subject: null, still: join(lab.folder, 'a-thumb.jpg') }],
    });
    const id = added.jobs[0]!.id;
    await work([id], worker);
    expect(asked).toEqual(['poster poster.jpg', 'wide fanart.jpg', 'backdrop fanart.jpg', 'still a-thumb.jpg']);
    const { art, episodes } = await recordOf(added.title_id);
    expect(art.poster).toMatch(/poster\.svg$/);
    expect([art.wide, art.backdrop].map((path) => path.replace(/.*\//, ''))).toEqual(['wide.webp', 'backdrop.webp']);
    expect(await readFile(join(lab.mediaFolder, episodes[0]!.thumbnail), 'utf8')).toBe('made still');
    expect((await lab.media.show(id)).notices).toEqual([
      'Picture "poster.jpg" is left out: The picture has too many pixels. Set another one in the console.',
    ]);
  });
});
