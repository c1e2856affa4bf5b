import { copyFile, mkdir, mkdtemp, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { importCatalogue } from '#server/catalogue/transfer/import-catalogue.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { removeLostContents } from '#server/intake/contents/contents-store.ts';
import { examineReceived } from '#server/intake/inbox/examine.ts';
import { insertFile, listWatched } from '#server/intake/inbox/store.ts';
import { inboxJobs } from '#server/intake/inbox/inbox-jobs.ts';
import { IntakeError } from '#server/intake/intake-error.ts';
import { clipIdOf, uploadPathOf } from '#server/intake/media-folder.ts';
import { createMediaOperations, type MediaOperations } from '#server/intake/operations.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { smallCatalogue } from '#tests/support/server/server-records.ts';

/* Files that were added before are known again by their content. */

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
let db: Connection;
let clock: ServerClock;
let folder: string;
let media: MediaOperations;
beforeEach(async () => {
  opened = await openTestDatabases();
  db = opened.databases[0].kysely;
  clock = createServerClock();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-known-')));
  await importCatalogue({ transact: createTransact(db), clock, allowEmpty: true }, smallCatalogue());
  media = createMediaOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    catalogueFolder: folder,
    mediaFolder: folder,
    mediaStore: createFolderStore(folder),
    findTools: () => undefined,
    isOnlyWorker: true,
    record: recordNothing,
  });
});
afterEach(async () => {
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

async function put(name: string, content = name): Promise<string> {
  const source = join(folder, name);
  await writeFile(source, content);
  return source;
}
const add = (sources: readonly string[], skipsRefused = false) =>
  media.add({
    title: { name: '달빛 여우', contentRating: 'all' },
    access: 'free',
    isPublished: false,
    pictures: {},
    episodes: sources.map((source) => ({ source, number: Number(/\d+/.exec(basename(source))), subject: null })),
    skipsRefused,
  });
const addedOf = async (sources: readonly string[]) =>
  (await media.findAdded(sources)).map(({ source, place }) => [basename(source), place]);

/** The job's clip becomes what an episode of the catalogue plays. */
async function becomeEpisode(jobId: string): Promise<void> {
  const { id, clip_id: old } = await db
    .selectFrom('episodes')
    .select(['id', 'clip_id'])
    .where('clip_id', 'is not', null)
    .limit(1)
    .executeTakeFirstOrThrow();
  const clipId = clipIdOf(jobId);
  await sql`insert into clips
    select (jsonb_populate_record(clip, jsonb_build_object('id', ${clipId}::text))).* from clips as clip where id = ${old}`.execute(
    db,
  );
  await db.updateTable('episodes').set({ clip_id: clipId }).where('id', '=', id).execute();
  await db.updateTable('media_jobs').set({ state: 'done' }).where('id', '=', jobId).execute();
}

describe('a file', () => {
  test('a file that waits in a job is known at its path, and others are not', async () => {
    const [one, two] = [await put('1화.mkv'), await put('2화.mkv')];
    await add([one]);
    expect(await addedOf([one, two])).toEqual([['1화.mkv', '달빛 여우 1화']]);
  });

  test('a file that is an episode is known after it was renamed, and again at its new path', async () => {
    const source = await put('1화.mkv', 'x'.repeat(400_000));
    await becomeEpisode((await add([source])).jobs[0]!.id);
    const moved = join(folder, '다른 이름.mkv');
    await rename(source, moved);
    expect(await addedOf([moved])).toHaveLength(1);
    expect(await addedOf([moved])).toHaveLength(1);
  });

  test('a file with the same content as one that is still there is another file', async () => {
    const source = await put('1화.mkv', 'same');
    await becomeEpisode((await add([source])).jobs[0]!.id);
    const copy = join(folder, '2화.mkv');
    await copyFile(source, copy);
    expect(await addedOf([source, copy])).toHaveLength(1);
    // One episode is the place of one file.
    await rename(source, join(folder, '3화.mkv'));
    expect(await addedOf([copy, join(folder, '3화.mkv')])).toHaveLength(1);
  });

  test('a file that differs in the middle alone is another file', async () => {
    const source = await put('1화.mkv', 'x'.repeat(400_000));
    await becomeEpisode((await add([source])).jobs[0]!.id);
    await rm(source);
    const other = await put('2화.mkv', `${'x'.repeat(200_000)}y${'x'.repeat(199_999)}`);
    expect(await addedOf([other])).toEqual([]);
  });

  test('is forgotten with its clip and its job', async () => {
    const source = await put('1화.mkv');
    const { jobs } = await add([source]);
    await removeLostContents(db, new Date(clock.now().getTime() + 1000));
    expect(await addedOf([source])).toHaveLength(1);
    await db.deleteFrom('media_jobs').where('id', '=', jobs[0]!.id).execute();
    expect(await addedOf([source])).toEqual([]);
    await removeLostContents(db, new Date(clock.now().getTime() + 1000));
    expect(await db.selectFrom('media_contents').selectAll().execute()).toEqual([]);
  });

  test('is remembered for a day when its job is gone, because its clip may follow', async () => {
    const { jobs } = await add([await put('1화.mkv')]);
    await db.deleteFrom('media_jobs').where('id', '=', jobs[0]!.id).execute();
    const [removing] = inboxJobs({
      db,
      transact: createTransact(db),
      clock,
      random: systemRandom,
      catalogueFolder: folder,
      mediaFolder: folder,
      mediaStore: createFolderStore(folder),
      watchedFolder: undefined,
      findReader: () => Promise.resolve(undefined),
      readCells: () => Promise.resolve([]),
      record: recordNothing,
    }).filter(({ name }) => name === 'removing old uploads');
    const left = async () => {
      await removing!.run({ signal: new AbortController().signal });
      return (await db.selectFrom('media_contents').select('clip_id').execute()).length;
    };
    clock.advance(24 * 3600);
    expect(await left()).toBe(1);
    clock.advance(1);
    expect(await left()).toBe(0);
  });

  test('a file that cannot be read is not known, and holds up nothing', async () => {
    await mkdir(join(folder, 'folder.mkv'));
    expect(await addedOf([join(folder, 'gone.mkv'), join(folder, 'folder.mkv')])).toEqual([]);
  });
});

test('a file of the watched folder that was only moved does not wait again', async () => {
  const source = await put('1화.mkv');
  await becomeEpisode((await add([source])).jobs[0]!.id);
  const moved = join(folder, '옮긴 파일.mkv');
  await rename(source, moved);
  const id = systemRandom.uuid();
  await insertFile(db, {
    id,
    origin: 'watched',
    kind: 'video',
    path: '옮긴 파일.mkv',
    location: moved,
    bytes: 8,
    modified_at: null,
    uploaded_by: null,
    created_at: clock.now(),
  });
  await db.updateTable('inbox_files').set({ state: 'received' }).execute();
  const findRunTool = () => expect.unreachable('the file is not examined');
  await examineReceived({ db, clock, mediaFolder: folder, findRunTool }, new AbortController().signal);
  expect((await listWatched(db)).map(({ state }) => state)).toEqual(['dismissed']);
});

test('an upload whose content is an episode already is shown with that episode', async () => {
  const source = await put('1화.mkv');
  await becomeEpisode((await add([source])).jobs[0]!.id);
  for (const [path, content] of [
    ['올린 파일.mkv', '1화.mkv'],
    ['다른 파일.mkv', 'other'],
  ] as const) {
    const id = systemRandom.uuid();
    await insertFile(db, {
      id,
      origin: 'upload',
      kind: 'video',
      path,
      location: null,
      bytes: content.length,
      modified_at: null,
      uploaded_by: null,
      created_at: clock.now(),
    });
    await mkdir(join(uploadPathOf(folder, id), '..'), { recursive: true });
    await writeFile(uploadPathOf(folder, id), content);
  }
  await db.updateTable('inbox_files').set({ state: 'received' }).execute();
  const findRunTool = () => {
    throw new IntakeError('TOOL_MISSING', { causes: '' });
  };
  await examineReceived({ db, clock, mediaFolder: folder, findRunTool }, new AbortController().signal);
  const files = await db.selectFrom('inbox_files').select(['path', 'state', 'problem']).orderBy('path').execute();
  expect(files).toMatchObject([
    { path: '다른 파일.mkv', state: 'ready', problem: { code: 'TOOL_MISSING' } },
    { path: '올린 파일.mkv', state: 'ready', problem: { code: 'FILE_KNOWN' } },
  ]);
  expect(files[1]!.problem!.message).toMatch(/ \S*화$/);
});

describe('adding with files that are refused', () => {
  test('adds the others, and names each refused one', async () => {
    await add([await put('1화.mkv')]);
    const sources = [await put('1화 다시.mkv'), await put('2화.mkv'), await put('3화.mkv', ''), await put('4화.mkv')];
    await rm(sources[3]!);
    const { jobs, refused } = await add([...sources, await put('5화 A.mkv'), await put('5화 B.mkv')], true);
    expect(jobs.map(({ episode_num: number }) => number)).toEqual(['2화']);
    expect(refused.map((line) => /"([^"]*)"/.exec(line)?.[1]).sort()).toEqual([
      '1화 다시.mkv',
      '3화.mkv',
      '4화.mkv',
      '5화 A.mkv',
      '5화 B.mkv',
    ]);
  });

  test('adds none when all are refused', async () => {
    const empty = await put('1화.mkv', '');
    await expect(add([empty], true)).rejects.toThrow('"1화.mkv" is empty');
    await expect(add([empty, await put('2화.mkv')])).rejects.toThrow('"1화.mkv" is empty');
    expect(await media.list()).toEqual([]);
  });
});
