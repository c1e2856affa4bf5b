import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { InboxKind } from '#contract/console/inbox.ts';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { examineReceived } from '#server/intake/inbox/examine.ts';
import { createInbox, type InboxOperations } from '#server/intake/inbox/inbox.ts';
import { changeFile, giveToJob, insertFile } from '#server/intake/inbox/store.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { finishComplete, removeOldUploads } from '#server/intake/inbox/tidy.ts';
import { lookAtWatched } from '#server/intake/inbox/watch.ts';
import { failureOf, IntakeError } from '#server/intake/intake-error.ts';
import { createMediaOperations, type MediaOperations } from '#server/intake/operations.ts';
import { createRunTool, type RunTool } from '#server/intake/run-tool.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { ffmpeg, mediaTools } from '#tests/support/media/intake.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { buildTitleRecord, smallCatalogue } from '#tests/support/server/server-records.ts';

/* Files that wait for an operator: uploads, and videos of the watched folder. */

const HOUR_MS = 3600_000;
const { signal } = new AbortController();

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
let db: Connection;
let clock: ServerClock;
let root: string;
let mediaFolder: string;
let watched: string;
let media: MediaOperations;
let inbox: InboxOperations;
let runTool: RunTool | undefined;
beforeAll(async () => {
  opened = await openTestDatabases();
  db = opened.databases[0].kysely;
  const fox = buildTitleRecord(8, { name: '여우 우체국' });
  await importCatalogue({ transact: createTransact(db), clock: createServerClock(), allowEmpty: true }, [
    ...smallCatalogue(),
    fox,
  ]);
});
/** What the audit log would get. */
let recorded: object[];
beforeEach(async () => {
  await db.deleteFrom('inbox_files').execute();
  await db.deleteFrom('media_jobs').execute();
  clock = createServerClock();
  root = await realpath(await mkdtemp(join(tmpdir(), 'bora-inbox-')));
  mediaFolder = join(root, 'media');
  watched = join(root, 'watched');
  await mkdir(join(mediaFolder, '.uploads'), { recursive: true });
  await mkdir(watched);
  runTool = () => Promise.resolve({ output: JSON.stringify(REPORT), messages: '' });
  recorded = [];
  const record = (_: Connection, change: object) => {
    recorded.push(change);
    return Promise.resolve();
  };
  const shared = { db, transact: createTransact(db), clock, random: systemRandom, record, mediaFolder };
  media = createMediaOperations({
    ...shared,
    catalogueFolder: root,
    mediaStore: createFolderStore(mediaFolder),
    findTools: () => undefined,
    isOnlyWorker: false,
  });
  inbox = createInbox({ ...shared, media, isWatching: true, findTools: () => undefined });
  return () => rm(root, { recursive: true, force: true });
});
afterAll(() => opened.close());

/** ffprobe's output for a short video with two sounds and subtitles as pictures. */
const REPORT = {
  format: { format_name: 'matroska,webm', duration: '1440.5' },
  streams: [
    {
      index: 0,
      codec_type: 'video',
      codec_name: 'hevc',
      width: 3840,
      height: 2160,
      avg_frame_rate: '24000/1001',
      color_transfer: 'smpte2084',
    },
    { index: 1, codec_type: 'audio', codec_name: 'flac', channels: 2, tags: { language: 'jpn' } },
    { index: 2, codec_type: 'audio', codec_name: 'aac', channels: 6, tags: { language: 'kor', title: '더빙' } },
    { index: 3, codec_type: 'subtitle', codec_name: 'hdmv_pgs_subtitle', tags: { language: 'eng' } },
  ],
};

/** A complete upload. */
async function upload(path: string, content: Buffer | string = 'video', kind: InboxKind = 'video'): Promise<string> {
  const id = systemRandom.uuid();
  // Files come one after the other.
  clock.advance(0.001);
  await writeFile(join(mediaFolder, '.uploads', id), content);
  await insertFile(db, {
    id,
    origin: 'upload',
    kind,
    path,
    location: null,
    bytes: Buffer.byteLength(content),
    modified_at: null,
    uploaded_by: 'editor@bora.example',
    created_at: clock.now(),
  });
  await finishComplete({ db, clock, mediaFolder });
  return id;
}
const examine = () =>
  examineReceived(
    {
      db,
      clock,
      mediaFolder,
      findRunTool() {
        if (runTool === undefined) throw new IntakeError('TOOL_MISSING', { causes: 'ffprobe: not installed.' });
        return runTool;
      },
    },
    signal,
  );
const look = () => lookAtWatched({ db, clock, random: systemRandom, folder: watched }, signal);
const later = (ms: number) => clock.advance(ms / 1000);
const states = async () => Object.fromEntries((await inbox.show()).files.map(({ path, state }) => [path, state]));
const uploaded = () => readdir(join(mediaFolder, '.uploads'), { recursive: true });
const startAs = (name: string, episodes: Parameters<InboxOperations['start']>[0]['episodes']) =>
  inbox.start({ title: { name, content_rating: '12' }, access: 'free', episodes });

describe('uploads', () => {
  test('one whose file another operator removes while it is started is refused', async () => {
    const video = await upload('달빛 빵집 - 01.mkv');
    await examine();
    await rm(join(mediaFolder, '.uploads', video));
    await expect(startAs('달빛 빵집', [{ file_id: video, number: 1, subject: null }])).rejects.toThrow(RefusedError);
  });

  test('a video shows what is in it and what its name says, and becomes a job with its subtitles and pictures', async () => {
    const video = await upload('[Bora] 달빛 빵집 - 03 (1080p).mkv');
    const signs = await upload('[Bora] 달빛 빵집 - 03 (1080p).ko.forced.srt', 'text', 'subtitle');
    const other = await upload('[Bora] 달빛 빵집 - 04.ko.srt', 'text', 'subtitle');
    const poster = await upload('Poster.PNG', Buffer.from([0x89, 0x50, 0x4e, 0x47, 1]), 'picture');
    await examine();

    const { files, proposals } = await inbox.show();
    expect(files.map(({ state }) => state)).toEqual(['ready', 'ready', 'ready', 'ready']);
    expect(files[0]!.findings).toMatchObject({
      seconds: 1440.5,
      picture: { codec: 'hevc', width: 3840, height: 2160, frame_rate: 23.976, range: 'pq', is_interlaced: false },
      sounds: [
        { lang: 'ja', channels: 2 },
        { lang: 'ko', channels: 6, title: '더빙' },
      ],
      subtitles: [{ lang: 'en', is_text: false }],
    });
    expect(proposals).toEqual([
      {
        title: null,
        name: '달빛 빵집',
        access: 'free',
        pictures: [{ kind: 'poster', path: 'Poster.PNG' }],
        content_rating: '19',
        facts: [],
        metadata: [],
        notices: [],
        episodes: [
          {
            file_id: video,
            number: 3,
            subject: null,
            is_unsure: false,
            left_out_as: null,
            is_taken: false,
            subtitles: ['[Bora] 달빛 빵집 - 03 (1080p).ko.forced.srt'],
            facts: [],
            still: null,
          },
        ],
      },
    ]);

    const { title_id: titleId, job_ids: jobs } = await startAs('달빛 빵집', [
      { file_id: video, number: 3, subject: '새벽' },
    ]);
    const job = await media.show(jobs[0]!);
    expect(job).toMatchObject({
      name: '[Bora] 달빛 빵집 - 03 (1080p).mkv',
      new_title: '달빛 빵집',
      episode_num: '3화',
    });
    const folder = join(mediaFolder, '.uploads/jobs', video);
    expect(job.source).toBe(join(folder, `${video}.mkv`));
    expect((await readdir(folder)).sort()).toEqual([`${video}.ko.forced.srt`, `${video}.mkv`]);
    const { pictures } = await db
      .selectFrom('media_jobs')
      .selectAll()
      .where('id', '=', jobs[0]!)
      .executeTakeFirstOrThrow();
    expect(pictures).toEqual({ poster: join(mediaFolder, '.uploads/jobs', poster, `${poster}.png`) });
    expect(await states()).toEqual({ '[Bora] 달빛 빵집 - 04.ko.srt': 'ready' });

    // The job reads them until it is done.
    await removeOldUploads({ db, clock, mediaFolder }, signal);
    expect(await readFile(job.source, 'utf8')).toBe('video');
    await db.updateTable('media_jobs').set({ state: 'done', ended_at: clock.now() }).execute();
    await removeOldUploads({ db, clock, mediaFolder }, signal);
    expect(await uploaded()).toEqual(expect.arrayContaining([other]));
    expect((await uploaded()).filter((name) => [video, signs, poster].some((id) => name.includes(id)))).toEqual([]);
    expect(titleId).toBeGreaterThan(0);
  });

  test('subtitles of discs go with their video, an index with its pictures under its name', async () => {
    const video = await upload('여우 - 01.mkv');
    const packs = (text: string) => Buffer.concat([Buffer.from([0, 0, 1, 0xba]), Buffer.from(text)]);
    await upload('여우 - 01.ja.SUP', 'PG', 'subtitle');
    await upload('여우 - 01.ko.idx', '# VobSub index file', 'subtitle');
    // Another index of the language, whose pictures come first.
    await upload('Subs/여우 - 01/2_Korean.sub', packs('second'), 'subtitle');
    await upload('Subs/여우 - 01/2_Korean.idx', '# VobSub index file', 'subtitle');
    await upload('여우 - 01.ko.sub', packs('first'), 'subtitle');
    await upload('여우 - 01.en.idx', '# VobSub index file', 'subtitle');
    await examine();
    const { proposals } = await inbox.show();
    expect(proposals[0]!.episodes[0]!.subtitles).toEqual([
      '여우 - 01.ja.SUP',
      '여우 - 01.ko.idx',
      '여우 - 01.ko.sub',
      'Subs/여우 - 01/2_Korean.idx',
      'Subs/여우 - 01/2_Korean.sub',
    ]);
    await startAs('여우', [{ file_id: video, number: 1, subject: null }]);
    const folder = join(mediaFolder, '.uploads/jobs', video);
    const read = async (name: string) => (await readFile(join(folder, name), 'latin1')).slice(4);
    expect((await readdir(folder)).sort()).toEqual(
      ['ja.sup', 'ko.idx', 'ko.sub', 'ko.sub.2.idx', 'ko.sub.2.sub', 'mkv'].map((ending) => `${video}.${ending}`),
    );
    expect([await read(`${video}.ko.sub`), await read(`${video}.ko.sub.2.sub`)]).toEqual(['first', 'second']);
    expect(await states()).toEqual({ '여우 - 01.en.idx': 'ready' });
    const missing = async () => (await inbox.show()).files.map((one) => [one.path, one.state, one.missing]);
    expect(await missing()).toEqual([['여우 - 01.en.idx', 'ready', '여우 - 01.en.sub']]);
    // A text has the ending of the pictures.
    await upload('여우 - 01.en.sub', '{10}{30}a text', 'subtitle');
    expect((await missing()).map(([, , name]) => name)).toEqual([null, null]);
    await examine();
    expect(await missing()).toEqual([
      ['여우 - 01.en.idx', 'ready', '여우 - 01.en.sub'],
      ['여우 - 01.en.sub', 'refused', null],
    ]);
  });

  test('a video becomes a job for an advertisement, which has no title', async () => {
    const video = await upload('라디오 극장 15초.mkv');
    await examine();
    const { job_ids: jobs } = await inbox.startAdvertisements({ file_ids: [video] });
    expect(jobs).toHaveLength(1);
    expect(await media.show(jobs[0]!)).toMatchObject({
      name: '라디오 극장 15초.mkv',
      use: 'advertisement',
      state: 'waiting',
      title_id: null,
      title_name: null,
      new_title: null,
      episode_id: null,
      episode_num: null,
    });
    expect((await inbox.show()).files).toEqual([]);
    await expect(inbox.startAdvertisements({ file_ids: [video] })).rejects.toThrow(RefusedError);
  });

  test('messages of a job, and its entry in the audit log, have the name that the operator gave', async () => {
    const id = await upload('여우 - 01.mkv');
    await examine();
    const { job_ids: jobs } = await startAs('여우', [{ file_id: id, number: 1, subject: null }]);
    const failure = failureOf('SOURCE_EMPTY', { name: `"${id}.mkv"` });
    await db
      .updateTable('media_jobs')
      .set({ state: 'failed', last_error: JSON.stringify(failure) })
      .execute();
    const shown = await media.show(jobs[0]!);
    expect(shown.last_error).toBe(failureOf('SOURCE_EMPTY', { name: '"여우 - 01.mkv"' }).message);
    expect(shown.last_error_code).toEqual({ code: 'SOURCE_EMPTY', params: { name: '"여우 - 01.mkv"' } });
    const after = { episodes: [{ id: jobs[0], source: '여우 - 01.mkv', episodeNum: '1화' }] };
    expect(recorded).toContainEqual(expect.objectContaining({ action: 'media.add', after }));
  });

  test('a file that is started twice, or with the number of another one, is refused with a Korean sentence', async () => {
    const [one, two] = [await upload('여우 - 01.mkv'), await upload('여우 - 02.mkv')];
    await examine();
    const numbers = [1, 1].map((number, index) => ({ file_id: [one, two][index]!, number, subject: null }));
    await expect(startAs('여우', numbers)).rejects.toMatchObject({ shown: expect.stringContaining('1화인 파일이 둘') });
    await startAs('여우', [numbers[0]!]);
    await expect(startAs('여우', [numbers[0]!])).rejects.toMatchObject({ shown: expect.stringContaining('목록이') });
    await expect(startAs('여우', [numbers[1]!])).rejects.toMatchObject({
      shown: expect.stringContaining('이미 있어요'),
    });
    expect((await inbox.show()).proposals).toMatchObject([
      { title: { name: '여우' }, episodes: [{ number: 2, is_taken: false }] },
    ]);
    await startAs('여우', [{ ...numbers[1]!, number: 2 }]);
    expect((await media.list()).map(({ title_id: id }) => id)).toHaveLength(2);
    expect(new Set((await media.list()).map(({ title_id: id }) => id)).size).toBe(1);
  });

  test('a file that a job has is given to no other job', async () => {
    const video = await upload('여우 - 01.mkv');
    await examine();
    await startAs('여우', [{ file_id: video, number: 1, subject: null }]);
    const [job] = await media.list();
    expect(await giveToJob(db, [video], job!.id)).toBe(0);
  });

  test.each<[string, string | Buffer, InboxKind, string]>([
    ['list.mkv', '#EXTM3U\nhttp://127.0.0.1/a.ts', 'video', 'SOURCE_PLAYLIST'],
    ['poster.jpg', '<html>', 'picture', 'PICTURE_UNSUPPORTED'],
    ['여우.srt', '#EXTM3U\n', 'subtitle', 'SUBTITLE_PLAYLIST'],
    ['여우.sub', '{10}{30}a text', 'subtitle', 'SUBTITLE_NO_PICTURES'],
  ])('%s with foreign content is refused, and nothing of it stays', async (path, content, kind, code) => {
    await upload(path, content, kind);
    await examine();
    const { files, proposals } = await inbox.show();
    expect(files).toMatchObject([
      { state: 'refused', problem: { code, message: expect.stringContaining(`"${path}"`) } },
    ]);
    expect([proposals, await uploaded()]).toEqual([[], []]);
  });

  test('a machine without the tools leaves the examination to the job', async () => {
    runTool = undefined;
    await upload('여우 - 01.mkv');
    await examine();
    expect((await inbox.show()).files).toMatchObject([
      { state: 'ready', findings: null, problem: { code: 'TOOL_MISSING' } },
    ]);
  });

  test('an upload ends 48 hours after its last byte, and a complete one after 14 days', async () => {
    const complete = await upload('여우 - 01.mkv');
    const begun = systemRandom.uuid();
    await writeFile(join(mediaFolder, '.uploads', begun), 'vid');
    await insertFile(db, {
      id: begun,
      origin: 'upload',
      kind: 'video',
      path: 'b.mkv',
      location: null,
      bytes: 10,
      modified_at: null,
      uploaded_by: null,
      created_at: clock.now(),
    });
    const tidy = () => removeOldUploads({ db, clock, mediaFolder }, signal);
    later(40 * HOUR_MS);
    await changeFile(db, begun, 'receiving', { changed_at: clock.now() });
    later(40 * HOUR_MS);
    await tidy();
    expect((await uploaded()).sort()).toEqual([complete, begun].sort());
    later(8 * HOUR_MS);
    await tidy();
    expect(await uploaded()).toEqual([complete]);
    later(14 * 24 * HOUR_MS);
    await tidy();
    expect([await uploaded(), await states()]).toEqual([[], {}]);
  });

  test('an upload that somebody continues while old ones are removed stays', async () => {
    const id = await upload('여우 - 01.mkv');
    later(14 * 24 * HOUR_MS);
    let continuing: Promise<boolean> | undefined;
    // After the first read; the embedded database runs it before the next one.
    const meanwhile = db.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (continuing === undefined) continuing = changeFile(db, id, 'received', { changed_at: clock.now() });
        else await continuing;
        return result;
      },
    });
    await removeOldUploads({ db: meanwhile, clock, mediaFolder }, signal);
    expect([await continuing, await uploaded()]).toEqual([true, [id]]);
  });

  test.each([
    ['received', 14 * 24],
    ['ready', 14 * 24],
    ['refused', 48],
  ] as const)('an upload that is %s and that nobody starts ends after %i hours', async (state, hours) => {
    const id = await upload('여우 - 01.mkv');
    await changeFile(db, id, 'received', { state, changed_at: clock.now() });
    const tidy = () => removeOldUploads({ db, clock, mediaFolder }, signal);
    later(hours * HOUR_MS - 1);
    await tidy();
    expect(await uploaded()).toEqual([id]);
    later(1);
    await tidy();
    expect([await uploaded(), await states()]).toEqual([[], {}]);
  });

  test('a file without a row is removed, once it is an hour old', async () => {
    const path = join(mediaFolder, '.uploads', systemRandom.uuid());
    await writeFile(path, 'left by a process that ended');
    await utimes(path, clock.now(), clock.now());
    await removeOldUploads({ db, clock, mediaFolder }, signal);
    expect(await uploaded()).toHaveLength(1);
    later(HOUR_MS);
    await removeOldUploads({ db, clock, mediaFolder }, signal);
    expect(await uploaded()).toEqual([]);
  });

  test('removing an upload removes its file, and refuses one that a job has', async () => {
    const [one, two] = [await upload('여우 - 01.mkv'), await upload('여우 - 02.mkv')];
    await examine();
    await inbox.remove(one);
    expect(await uploaded()).toEqual([two]);
    await startAs('여우', [{ file_id: two, number: 2, subject: null }]);
    await expect(inbox.remove(two)).rejects.toMatchObject({ shown: expect.stringContaining('작업') });
    await expect(inbox.remove(one)).rejects.toMatchObject({ shown: expect.stringContaining('없는 파일') });
  });
});

describe('the watched folder', () => {
  const put = async (name: string, content = 'video') => {
    await mkdir(join(watched, name, '..'), { recursive: true });
    await writeFile(join(watched, name), content);
  };

  test('takes a video when its size has been still for 30 seconds, and takes it once', async () => {
    await put('여우 - 01.mkv', 'vid');
    await look();
    later(20_000);
    await put('여우 - 01.mkv', 'video');
    await look();
    later(20_000);
    await look();
    expect(await states()).toEqual({ '여우 - 01.mkv': 'receiving' });
    later(10_000);
    await look();
    expect(await states()).toEqual({ '여우 - 01.mkv': 'received' });
    await examine();
    const { files, watched: seen } = await inbox.show();
    expect(seen).toEqual({ looked_at: clock.now().toISOString(), problem: null, skipped: [] });
    await startAs('여우', [{ file_id: files[0]!.id, number: 1, subject: null }]);
    expect((await media.list())[0]!.source).toBe(join(watched, '여우 - 01.mkv'));
    await db.updateTable('media_jobs').set({ state: 'done' }).execute();
    later(60_000);
    await look();
    expect(await states()).toEqual({});
    // Another version of the file is another video.
    await put('여우 - 01.mkv', 'a better video');
    await look();
    expect(await states()).toEqual({ '여우 - 01.mkv': 'receiving' });
  });

  test('forgets what was found in a file, and what was wrong with it, when the file changes', async () => {
    await put('여우 - 01.mkv');
    await put('여우 - 02.mkv');
    await look();
    later(30_000);
    await look();
    await examine();
    const facts = () =>
      db.selectFrom('inbox_files').select(['state', 'findings', 'problem']).where('origin', '=', 'watched').execute();
    for (const { findings } of await facts()) expect(findings).not.toBeNull();
    await db
      .updateTable('inbox_files')
      .set({ state: 'refused', findings: null, problem: JSON.stringify({ code: 'SOURCE_EMPTY' }) as never })
      .where('path', '=', '여우 - 02.mkv')
      .execute();
    await put('여우 - 01.mkv', 'a better video');
    await put('여우 - 02.mkv', 'a better video');
    await look();
    expect(await facts()).toEqual(Array(2).fill({ state: 'receiving', findings: null, problem: null }));
  });

  test('leaves out what an operator left out, and forgets what is gone', async () => {
    await put('시즌 2/02.mkv');
    await put('03.mkv');
    await look();
    expect(await states()).toEqual({ '시즌 2/02.mkv': 'receiving', '03.mkv': 'receiving' });
    const { files } = await inbox.show();
    await inbox.remove(files.find(({ path }) => path === '03.mkv')!.id);
    await rename(join(watched, '시즌 2'), join(root, 'away'));
    await look();
    expect(await states()).toEqual({});
    expect(await readdir(watched)).toEqual(['03.mkv']);
  });

  test('never follows a link out of the folder, whether it was there first or came later', async () => {
    await put('a/여우 - 01.mkv');
    await writeFile(join(root, 'secret.mkv'), 'not for viewers');
    await symlink(join(root, 'secret.mkv'), join(watched, '여우 - 02.mkv'));
    await symlink(root, join(watched, 'folder'));
    await look();
    later(30_000);
    await look();
    await examine();
    const { files, watched: seen } = await inbox.show();
    expect(files.map(({ path }) => path)).toEqual(['a/여우 - 01.mkv']);
    expect(seen!.skipped).toEqual([expect.stringContaining('symbolic link'), expect.stringContaining('symbolic link')]);

    await rename(join(watched, 'a'), join(root, 'b'));
    await symlink(join(root, 'b'), join(watched, 'a'));
    await expect(startAs('여우', [{ file_id: files[0]!.id, number: 1, subject: null }])).rejects.toMatchObject({
      shown: expect.stringContaining('목록이'),
    });
  });

  test('a folder that cannot be read keeps what is known, and says so', async () => {
    await put('여우 - 01.mkv');
    await look();
    await rename(watched, `${watched}-away`);
    await look();
    expect(await states()).toEqual({ '여우 - 01.mkv': 'receiving' });
    expect((await inbox.show()).watched).toMatchObject({ problem: expect.stringContaining('is not there') });
  });

  test('starts by itself only what its name leaves no doubt about', async () => {
    await put('여우 우체국 - 09.mkv');
    await put('여우 우체국 - 01.mkv');
    await put('여우 우체국 - 10.mkv');
    await put('copy/여우 우체국 - 10.mkv');
    await put('모르는 작품 - 01.mkv');
    await put('여우 우체국.mkv');
    // Another title of the same name.
    await put('여우 우체국 (1999)/여우 우체국 - 11.mkv');
    await look();
    later(30_000);
    await look();
    await examine();
    await inbox.startCertain();
    const jobs = await media.list();
    expect(jobs.map(({ name, title_id: id, episode_num: number }) => [name, id, number])).toEqual([
      ['여우 우체국 - 09.mkv', 8, '9화'],
    ]);
    const { target } = await db.selectFrom('media_jobs').select('target').executeTakeFirstOrThrow();
    expect(target).toMatchObject({ access: 'membership', isPublished: false });
    expect(Object.values(await states())).toEqual(Array(6).fill('ready'));
  });
});

test('no command line contains the name of an uploaded file', async () => {
  const [program, seen] = [join(root, 'ffprobe'), join(root, 'seen')];
  await writeFile(join(root, 'report.json'), JSON.stringify(REPORT));
  // Instead of ffprobe, which is not installed everywhere: knows a video by a word in it.
  const script = `#!/bin/sh
    printf '%s\\n' "$@" >> '${seen}'
    for last do :; done
    if grep -q moving "\${last#file:}"; then cat '${root}/report.json'; else echo 'Invalid data' >&2; exit 1; fi`;
  await writeFile(program, script, { mode: 0o755 });
  runTool = createRunTool({ ffmpeg: program, ffprobe: program, fpcalc: program, packager: program });
  const name = `$(touch x); "여우" '-i' - 01.mkv`;
  await upload(name, 'moving pictures');
  await upload('no video.mkv', 'nothing');
  await examine();
  expect((await inbox.show()).files).toMatchObject([
    { path: name, state: 'ready', findings: { picture: { codec: 'hevc', width: 3840, height: 2160 } } },
    { state: 'refused', problem: { code: 'SOURCE_UNREADABLE', message: expect.stringContaining('"no video.mkv"') } },
  ]);
  const words = (await readFile(seen, 'utf8')).trimEnd().split('\n');
  expect(words.at(-1)).toBe('file:source');
  expect(words.filter((word) => /여우|touch|no video/.test(word))).toEqual([]);
});

const tools = mediaTools();

test.runIf(tools !== undefined)('ffprobe reads a file whose name would end a command line', async () => {
  ffmpeg(tools!, root, '-f', 'lavfi', '-i', 'testsrc2=s=64x48:r=12:d=1', '-c:v', 'mpeg4', 'made.mkv');
  runTool = createRunTool(tools!);
  await upload(`$(touch x); "여우" '-i' - 01.mkv`, await readFile(join(root, 'made.mkv')));
  await upload('no video.mkv', 'x'.repeat(2000));
  await examine();
  expect((await inbox.show()).files).toMatchObject([
    { state: 'ready', findings: { picture: { codec: 'mpeg4', width: 64, height: 48, frame_rate: 12 } } },
    { state: 'refused', problem: { code: 'SOURCE_UNREADABLE', message: expect.stringContaining('"no video.mkv"') } },
  ]);
  expect((await stat(mediaFolder)).isDirectory()).toBe(true);
});

describe('metadata', () => {
  const show =
    '<tvshow><title>달빛 우체국</title><plot>밤에만 연다.</plot><mpaa>TV-14</mpaa></tvshow>https://example.invalid/1';
  const first = '<episodedetails><title>첫 편지</title><season>1</season><episode>4</episode></episodedetails>';
  const targetOf = async (id: string) =>
    (await db.selectFrom('media_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow()).target;

  test('metadata files that were uploaded are shown, and go with their video; those of the title wait for its other videos', async () => {
    const video = await upload('Moon/a.mkv');
    const other = await upload('Moon/b.mkv');
    await upload('Moon/a.nfo', first, 'metadata');
    await upload('Moon/tvshow.nfo', show, 'metadata');
    await examine();
    const { proposals } = await inbox.show();
    const named = proposals.find(({ episodes }) => episodes.some(({ file_id: id }) => id === video))!;
    expect(named).toMatchObject({
      name: '달빛 우체국',
      content_rating: '15',
      metadata: ['a.nfo', 'tvshow.nfo'],
      notices: [],
      facts: [
        { field: 'name', text: '달빛 우체국' },
        { field: 'synopsis', text: '밤에만 연다.' },
        { field: 'contentRating', text: '15' },
      ],
    });
    expect(named.episodes[0]).toMatchObject({ number: 4, subject: '첫 편지' });
    const started = await startAs('내가 고친 이름', [{ file_id: video, number: 5, subject: '고친 제목' }]);
    // What the operator has written counts; the rest is as the files say.
    expect(await targetOf(started.job_ids[0]!)).toMatchObject({
      newTitle: { name: '내가 고친 이름', content_rating: '12', facts: { synopsis: '밤에만 연다.' } },
      episodeNum: '5화',
      subject: '고친 제목',
    });
    expect(await states()).toEqual({ 'Moon/b.mkv': 'ready', 'Moon/tvshow.nfo': 'ready' });
    await startAs('다른 작품', [{ file_id: other, number: 1, subject: null }]);
    expect(await states()).toEqual({});
  });

  test('metadata files that say nothing are refused by name', async () => {
    await upload('Moon/tvshow.nfo', '<html><body>404</body></html>', 'metadata');
    await examine();
    expect((await inbox.show()).files).toMatchObject([
      {
        state: 'refused',
        problem: {
          code: 'METADATA_UNUSABLE',
          message: '"tvshow.nfo" is a web page, not metadata: nothing of it is used.',
        },
      },
    ]);
  });

  test('beside a video of the watched folder are read with it, and its pictures are taken where they lie', async () => {
    await mkdir(join(watched, 'Moon'));
    for (const [name, text] of [
      ['a.mkv', 'video'],
      ['a.nfo', first],
      ['tvshow.nfo', show],
      ['poster.jpg', 'x'],
      ['a-thumb.jpg', 'x'],
    ] as const)
      await writeFile(join(watched, 'Moon', name), text);
    await look();
    later(40_000);
    await look();
    await examine();
    const { proposals } = await inbox.show();
    expect(proposals).toMatchObject([
      {
        name: '달빛 우체국',
        content_rating: '15',
        metadata: ['a.nfo', 'tvshow.nfo'],
        pictures: [{ kind: 'poster', path: 'poster.jpg' }],
        episodes: [{ number: 4, subject: '첫 편지', still: 'a-thumb.jpg' }],
      },
    ]);
    const id = proposals[0]!.episodes[0]!.file_id;
    const { job_ids: jobs } = await startAs('달빛 우체국', [{ file_id: id, number: 4, subject: '첫 편지' }]);
    const row = await db.selectFrom('media_jobs').selectAll().where('id', '=', jobs[0]!).executeTakeFirstOrThrow();
    expect(row.pictures).toEqual({ poster: join(watched, 'Moon/poster.jpg') });
    expect(row.target).toMatchObject({ still: join(watched, 'Moon/a-thumb.jpg') });
  });
});
