import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findTitleRecord } from '#server/catalogue/index.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { createAdOperations } from '#server/ads/ad-operations.ts';
import { createTitleOperations } from '#server/catalogue/editing/title-operations.ts';
import { createTransact, type Connection } from '#server/db/open.ts';
import { WrongClockError, type CheckClock } from '#server/db/right-clock.ts';
import type { MediaJobRow } from '#server/db/tables.ts';
import { IntakeError } from '#server/intake/intake-error.ts';
import { workFolderOf } from '#server/intake/media-folder.ts';
import { createMediaOperations, type AddRequest, type MediaOperations } from '#server/intake/operations.ts';
import { SOURCE_NAME } from '#server/intake/probe/input-file.ts';
import { STEP_NAMES } from '#server/intake/steps/step.ts';
import { systemRandom } from '#server/lib/random.ts';
import { operateHere } from '#server/console/operator/calls.ts';
import type { Operations } from '#server/console/operator/operations.ts';
import { operateAt } from '#server/console/operator/client.ts';
import { listenForOperators } from '#server/console/operator/socket.ts';
import { writeFingerprint } from '#server/intake/marks/fingerprint.ts';
import { noticeOf } from '#server/intake/texts/notice-texts.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { createFolderStore } from '#server/providers/folder-store.ts';
import type { MediaStore } from '#server/providers/media-store.ts';
import { createS3Store } from '#server/providers/s3-store.ts';
import { scene, soundOf } from '#tests/support/server/fingerprints.ts';
import { startS3Server, type S3Server } from '#tests/support/media/s3-server.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import {
  createTestSteps,
  startTestMediaWorker,
  type TestMediaWorker,
  type TestSteps,
} from '#tests/support/media/test-media-worker.ts';

const LEASE_SECONDS = 60;
const GB = 1024 ** 3;

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
let db: Connection;
let clock: ServerClock;
let folder: string;
let mediaFolder: string;
let steps: TestSteps;
let media: MediaOperations;
let workers: TestMediaWorker[];
let findTools: () => unknown;
beforeEach(async () => {
  opened = await openTestDatabases();
  db = opened.databases[0].kysely;
  clock = createServerClock();
  folder = await realpath(await mkdtemp(join(tmpdir(), 'bora-media-')));
  mediaFolder = join(folder, 'media');
  steps = createTestSteps();
  workers = [];
  findTools = () => undefined;
  media = createMediaOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    catalogueFolder: folder,
    mediaFolder,
    mediaStore: createFolderStore(mediaFolder),
    findTools: () => findTools(),
    isOnlyWorker: true,
    record: recordNothing,
  });
});
afterEach(async () => {
  for (const worker of workers) await worker.stop();
  await opened.close();
  await rm(folder, { recursive: true, force: true });
});

/** Workers of different processes: on PostgreSQL each has connections of its own. */
function start(name: string, own: { host?: string; atOnce?: number; checkClock?: CheckClock } = {}): TestMediaWorker {
  const { kysely } = opened.databases[workers.length % opened.databases.length]!;
  const worker = startTestMediaWorker({ name, ...own, db: kysely, clock, steps, mediaFolder });
  workers.push(worker);
  return worker;
}

const titles = () =>
  createTitleOperations({
    db,
    transact: createTransact(db),
    clock,
    catalogueFolder: folder,
    mediaStore: createFolderStore(mediaFolder),
    record: recordNothing,
  });

async function requestOf(numbers: readonly number[], changes: Partial<AddRequest> = {}): Promise<AddRequest> {
  const episodes = [];
  for (const number of numbers) {
    const source = join(folder, `Fox - ${number}.mkv`);
    await writeFile(source, 'video');
    episodes.push({ source, number, subject: null });
  }
  const title = { name: '여우', contentRating: 'all' as const };
  return { title, access: 'free', isPublished: false, pictures: {}, episodes, ...changes };
}
const add = async (numbers: readonly number[], changes?: Partial<AddRequest>) =>
  media.add(await requestOf(numbers, changes));

/** Waits for a state that a worker brings about. */
const until = <T>(read: () => T) => expect.poll(read);

const row = (id: string): Promise<MediaJobRow> =>
  db.selectFrom('media_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const stateOf = async (id: string) => (await row(id)).state;
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);
const exists = (path: string) =>
  readdir(path).then(
    () => true,
    () => false,
  );
const workFolders = () => readdir(join(mediaFolder, '.work')).catch(() => []);
const begunBy = (name: string) =>
  steps.begun.filter((each) => each.startsWith(`${name} `)).map((each) => each.split(' ')[1]);

/** One job from its file to the catalogue. */
async function finish(numbers: readonly number[], changes?: Partial<AddRequest>) {
  const added = await add(numbers, changes);
  const worker = start(`worker-${workers.length}`);
  for (const { id } of added.jobs)
    await until(async () => {
      await worker.look();
      return stateOf(id);
    }).toBe('done');
  return added;
}

test('a video becomes a draft, and publishing shows it', async () => {
  const { title_id: titleId, jobs } = await finish([1]);
  const [job] = jobs;
  const clipId = job!.id.replaceAll('-', '');
  expect(await titles().show({ kind: 'title', id: titleId })).toMatchObject({
    title: { name: '여우', state: 'unpublished', cnt_episode: 1, cnt_out: 0 },
    episodes: [{ id: job!.episode_id, order: 1, episode_num: '1화', state: 'unpublished' }],
  });
  const clip = await db.selectFrom('clips').selectAll().where('id', '=', clipId).executeTakeFirstOrThrow();
  expect(clip).toMatchObject({ duration: 61, streams: [{ path: `own/${clipId}/manifest.mpd` }, { protocol: 'hls' }] });
  expect(await readFile(join(mediaFolder, clip.streams[0]!.path), 'utf8')).toBe('manifest.mpd');
  await until(workFolders).toEqual([]);
  expect(clip.subtitles).toEqual([
    { lang: 'ko', role: 'forced', label: '한국어 (간판)', path: `own/${clipId}/signs.vtt` },
    { lang: 'ko', role: 'subtitle', label: '한국어', path: `own/${clipId}/ko.vtt` },
  ]);
  expect(clip.audio).toEqual([{ lang: 'ja', role: 'main', label: '원어 (일본어)' }]);
  expect(await media.list()).toMatchObject([{ title_name: '여우', episode_num: '1화' }]);
  expect(await media.list()).toMatchObject([{ state: 'done', fraction: 1, step: null, last_error: null, notices: [] }]);

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

test('a worker that vanishes in any step is replaced by one that goes on from the last finished step', async () => {
  const { jobs } = await add(STEP_NAMES.map((_, index) => index + 1));
  for (const [index, step] of STEP_NAMES.entries()) {
    steps.hangsAt = step;
    await start(`dead-${step}`).look();
    await until(() => steps.begun.at(-1)).toBe(`dead-${step} ${step}`);
    steps.hangsAt = undefined;
    const next = start(`next-${step}`);
    clock.advance(LEASE_SECONDS - 1);
    // Takes none: all other jobs wait for the one that its machine works on.
    expect(await row(jobs[index]!.id)).toMatchObject({ state: 'running', owner: `dead-${step}` });
    clock.advance(1);
    await next.look();
    await until(() => stateOf(jobs[index]!.id)).toBe('done');
    expect(begunBy(`next-${step}`).slice(0, STEP_NAMES.length - index)).toEqual(STEP_NAMES.slice(index));
    await next.stop();
  }
  expect((await db.selectFrom('episodes').select('id').execute()).length).toBe(STEP_NAMES.length);
});

test('two workers never work on one job, and one machine only on as many as it has places for', async () => {
  await add([1, 2, 3]);
  steps.hangsAt = 'encode';
  const [one, same, other] = [start('one', { host: 'a' }), start('same', { host: 'a' }), start('other', { host: 'b' })];
  await Promise.all([one.look(), same.look(), other.look()]);
  const running = await db.selectFrom('media_jobs').select(['host', 'owner']).where('state', '=', 'running').execute();
  expect(running.map(({ host }) => host).sort()).toEqual(['a', 'b']);
  await until(() => steps.begun.filter((each) => each.endsWith('encode'))).toHaveLength(2);
});

test('a worker whose clock is wrong takes no job and removes no folder, until it is right', async () => {
  await add([1]);
  const left = join(mediaFolder, '.work', systemRandom.uuid());
  await mkdir(left, { recursive: true });
  let isWrong = true;
  const worker = start('one', {
    async checkClock() {
      if (isWrong) throw new WrongClockError(31_000);
    },
  });
  await worker.look();
  expect(worker.told).toEqual([{ cause: 'media jobs', error: new WrongClockError(31_000) }]);
  expect(await exists(left)).toBe(true);
  expect(steps.begun).toEqual([]);
  isWrong = false;
  await worker.look();
  await until(() => steps.begun.length).toBe(STEP_NAMES.length);
  expect(await exists(left)).toBe(false);
});

test('a job is given up when five workers have died of it, and a retry goes on', async () => {
  const { jobs } = await add([1]);
  const { id } = jobs[0]!;
  steps.hangsAt = 'encode';
  for (let count = 1; count <= 5; count += 1) {
    await start(`dead-${count}`).look();
    await until(() => begunBy(`dead-${count}`).at(-1)).toBe('encode');
    clock.advance(LEASE_SECONDS);
  }
  const next = start('next');
  await next.look();
  expect(await row(id)).toMatchObject({ state: 'failed', tries: 5, owner: null });
  expect(await media.show(id)).toMatchObject({
    last_error: 'Its workers ended again and again, the last one was dead-5',
    last_error_code: { code: 'WORKERS_GONE', params: { worker: 'dead-5' } },
  });
  steps.hangsAt = undefined;
  await media.retry(id.slice(0, 8));
  await next.look();
  await until(() => stateOf(id)).toBe('done');
  expect(begunBy('next')).toEqual(['encode', 'package', 'inspect']);
});

describe('a failure', () => {
  test('is retried with growing pauses; one that is final is not', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    for (const pause of [30, 120]) {
      steps.fails = new IntakeError('TOOL_FAILED', { name: '"Fox - 1.mkv"', doing: 'encoding', detail: 'why' });
      await worker.look();
      await until(() => row(id)).toMatchObject({
        state: 'waiting',
        next_try_at: inSeconds(pause),
        owner: null,
        last_error: {
          code: 'TOOL_FAILED',
          message: 'Encoding "Fox - 1.mkv" failed (why). Retry; if it fails again, convert the file first.',
        },
      });
      clock.advance(pause);
    }
    const link = join(workFolderOf(mediaFolder, id), SOURCE_NAME);
    await writeFile(link, 'video');
    steps.fails = new IntakeError('SOURCE_EMPTY', { name: '"Fox - 1.mkv"' });
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'failed', last_error: { code: 'SOURCE_EMPTY' } });
    // Who deletes a source that is no use gets its room back.
    expect(await exists(dirname(link))).toBe(true);
    expect(await readdir(dirname(link))).not.toContain(SOURCE_NAME);
    expect(worker.told).toEqual([]);
    expect(await media.remove({ job: id })).toEqual({ removed: `job ${id}` });
    expect(await workFolders()).toEqual([]);
  });

  test('a job waits for room on a full disk, before and while encoding', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    worker.free.bytes = 0.1 * GB;
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 0, next_try_at: inSeconds(300) });
    expect((await row(id)).last_error?.message).toContain('0.1 GB free');
    expect((await media.show(id)).last_error_code).toMatchObject({ code: 'WAITING_FOR_ROOM' });
    expect(steps.begun).toEqual([]);

    worker.free.bytes = 10 * GB;
    clock.advance(300);
    steps.hangsAt = 'encode';
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    worker.free.bytes = 0.1 * GB;
    await worker.beat();
    await until(() => row(id)).toMatchObject({
      state: 'waiting',
      tries: 1,
      last_error: { message: 'The disk is full. Make room; the job goes on by itself.' },
    });
  });

  test('a job waits for a media folder that is gone, and makes no other one in its place', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    steps.hangsAt = 'encode';
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    await rename(mediaFolder, `${mediaFolder}-away`);
    await worker.beat();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 1 });
    expect((await row(id)).last_error?.message).toMatch(/cannot be used \(ENOENT\).*goes on by itself/);

    steps.hangsAt = undefined;
    clock.advance(60);
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 1, next_try_at: inSeconds(300) });
    expect(await exists(mediaFolder)).toBe(false);

    await rename(`${mediaFolder}-away`, mediaFolder);
    clock.advance(300);
    await worker.look();
    await until(() => stateOf(id)).toBe('done');
    expect(worker.told).toEqual([]);
  });
});

describe('what a waiting job says', () => {
  test('is true within a minute when its source is gone, and when it is back', async () => {
    const ids = (await add([1, 2])).jobs.map(({ id }) => id);
    const worker = start('one');
    steps.hangsAt = 'encode';
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    const [source, away] = [join(folder, 'Fox - 2.mkv'), join(folder, 'away.mkv')];
    await rename(source, away);
    clock.advance(30);
    await worker.look();
    expect(await media.show(ids[1]!)).toMatchObject({
      state: 'waiting',
      tries: 0,
      last_error: expect.stringContaining('"Fox - 2.mkv" is not there any more') as string,
    });
    await rename(away, source);
    clock.advance(30);
    await worker.look();
    expect(await media.show(ids[1]!)).toMatchObject({ state: 'waiting', last_error: null });
  });

  test('is true within a minute when the disk has room again', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    worker.free.bytes = 0.1 * GB;
    await worker.look();
    await until(() => row(id)).toMatchObject({ last_error: { code: 'WAITING_FOR_ROOM' } });
    worker.free.bytes = 10 * GB;
    clock.advance(30);
    await worker.look();
    await until(() => stateOf(id)).toBe('done');
  });
});

describe('a failure and the notices of a job', () => {
  const failed = new IntakeError('SOURCE_EMPTY', { name: '"Fox - 1.mkv"' });
  const code = { code: 'SOURCE_EMPTY', params: { name: '"Fox - 1.mkv"' } };

  test('have codes, whatever names and tools write, and are gone when a retry succeeds', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    const odd = noticeOf('SUBTITLE_UNSUPPORTED', { file: `"\0\ud800${'가'.repeat(2000)}` });
    steps.notices = [noticeOf('SOUND_COMMENTARY', { track: 3 }), odd];
    steps.fails = undefined;
    steps.hangsAt = 'encode';
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    await worker.beat();
    await until(async () => (await media.show(id)).notices).toHaveLength(2);
    const { notices, notice_codes: codes } = await media.show(id);
    expect(notices[0]).toBe('Sound track 3 is a commentary and is left out.');
    expect(codes).toMatchObject([{ code: 'SOUND_COMMENTARY', params: { track: 3 } }, { code: odd.code }]);
    await worker.stop();

    Object.assign(steps, { hangsAt: undefined, fails: failed });
    const next = start('two');
    await next.look();
    await until(() => stateOf(id)).toBe('failed');
    expect(await media.show(id)).toMatchObject({ last_error: failed.message, last_error_code: code, notices });
    await media.retry(id);
    await next.look();
    await until(() => stateOf(id)).toBe('done');
    expect(await media.show(id)).toMatchObject({ last_error: null, last_error_code: null, notice_codes: codes });
  });

  test('the failure and the notices of a refused episode are those of the catalogue', async () => {
    const { title_id: titleId } = await finish([1]);
    const { id } = (await add([2], { title: { id: titleId } })).jobs[0]!;
    await db.deleteFrom('episodes').execute();
    await db.deleteFrom('items').execute();
    await start('one').look();
    await until(() => stateOf(id)).toBe('failed');
    expect((await media.show(id)).last_error_code).toEqual({
      code: 'CATALOGUE_REFUSED',
      params: { detail: `Title ${titleId} is not in the catalogue any more.` },
    });
  });
});

describe('a job that runs', () => {
  test('tells its progress with each beat, and goes back when its worker stops', async () => {
    const { id } = (await add([1])).jobs[0]!;
    steps.hangsAt = 'encode';
    const worker = start('one');
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    clock.advance(10);
    await worker.beat();
    await until(() => row(id)).toMatchObject({ step: 'encode', fraction: 0.45, speed: 2, leased_until: inSeconds(60) });
    await worker.stop();
    expect(await row(id)).toMatchObject({ state: 'waiting', owner: null, tries: 0, next_try_at: clock.now() });
  });

  test('ends when it is cancelled, leaves nothing, and begins anew when it is retried', async () => {
    const { id } = (await add([1])).jobs[0]!;
    steps.hangsAt = 'encode';
    const worker = start('one');
    await worker.look();
    await until(() => steps.begun.at(-1)).toBe('one encode');
    await expect(media.remove({ job: id })).rejects.toThrow('The job is running: cancel it first.');
    expect(await media.cancel(id)).toMatchObject({ state: 'cancelled' });
    await worker.beat();
    await until(() => row(id)).toMatchObject({ state: 'cancelled', owner: null, leased_until: null });
    expect(await workFolders()).toEqual([]);
    steps.hangsAt = undefined;
    steps.begun = [];
    await media.retry(id);
    await worker.look();
    await until(() => stateOf(id)).toBe('done');
    expect(begunBy('one')).toEqual([...STEP_NAMES]);
  });
});

test('an episode that is or was published is not removed with its video, and the job says why', async () => {
  const { title_id: titleId, jobs } = await finish([1], { isPublished: true });
  const { id, episode_id: episode } = jobs[0]!;
  const removal = async () => (await media.show(id)).removal;
  await expect(media.remove({ job: id })).rejects.toThrow(/is published/);
  expect(await removal()).toEqual({ removes: 'episode', stays: 'published' });
  await titles().unpublish({ kind: 'title', id: titleId });
  await expect(media.remove({ job: id })).rejects.toThrow(/was published/);
  await expect(media.remove({ episode })).rejects.toThrow(/was published/);
  expect(await removal()).toEqual({ removes: 'episode', stays: 'was-published' });
  expect(await exists(join(mediaFolder, 'own', id.replaceAll('-', '')))).toBe(true);
  expect((await titles().show({ kind: 'title', id: titleId })).episodes).toHaveLength(1);
});

test('a video that another episode plays is not removed, and neither is the episode that its job made', async () => {
  const { jobs } = await finish([1, 2]);
  const [one, two] = [jobs[0]!, jobs[1]!];
  const clipIdOf = ({ id }: { id: string }) => id.replaceAll('-', '');
  await db
    .updateTable('episodes')
    .set({ clip_id: clipIdOf(one) })
    .where('id', '=', two.episode_id)
    .execute();
  expect((await media.show(one.id)).removal).toEqual({ removes: 'video', stays: 'used' });
  await expect(media.remove({ job: one.id })).rejects.toThrow('plays the same clip');
  // The second video is free, and its episode has the first one.
  expect((await media.show(two.id)).removal).toEqual({ removes: 'video', stays: null });
  await media.remove({ job: two.id });
  expect(await db.selectFrom('episodes').select('id').execute()).toHaveLength(2);
});

test('a draft goes with its files, and its number is free again', async () => {
  const { title_id: titleId, jobs } = await finish([1, 2]);
  const [first, second] = jobs;
  const clipFolder = (id: string) => join(mediaFolder, 'own', id.replaceAll('-', ''));
  await media.remove({ job: first!.id });
  await media.remove({ episode: second!.episode_id });
  expect([await exists(clipFolder(first!.id)), await exists(clipFolder(second!.id))]).toEqual([false, false]);
  expect(await db.selectFrom('clips').select('id').execute()).toEqual([]);
  expect((await titles().show({ kind: 'title', id: titleId })).episodes).toEqual([]);
  const again = await add([1], { title: { id: titleId } });
  expect(again.jobs[0]!.episode_id).toBeGreaterThan(second!.episode_id);
});

test('a job that does not run goes to another title, under a number that is free there', async () => {
  const fox = await finish([1]);
  await writeFile(join(folder, 'late.mkv'), 'another video');
  const late = { source: join(folder, 'late.mkv'), number: 1, subject: null };
  const { jobs } = await add([], { title: { name: '곰', contentRating: 'all' }, episodes: [late] });
  const { id } = jobs[0]!;
  const to = { titleId: fox.title_id, number: 1 };
  await expect(media.move(id, to)).rejects.toThrow('has 1화 already');
  await expect(media.move(id, { ...to, titleId: 12_345 })).rejects.toThrow('no title 12345');
  await expect(media.move(fox.jobs[0]!.id, { ...to, number: 3 })).rejects.toThrow('The job is done');
  expect(await media.move(id, { ...to, number: 2 })).toMatchObject({
    title_id: fox.title_id,
    new_title: null,
    episode_num: '2화',
  });
  const worker = start('mover');
  await until(async () => {
    await worker.look();
    return stateOf(id);
  }).toBe('done');
  expect((await findTitleRecord(db, fox.title_id))!.episodes.map((one) => [one.episode_num, one.subject])).toEqual([
    ['1화', '1화'],
    ['2화', '2화'],
  ]);
});

describe('another video of an episode', () => {
  const record = async (titleId: number) => (await findTitleRecord(db, titleId))!;
  const clipRow = (id: string) =>
    db.selectFrom('clips').selectAll().where('id', '=', id.replaceAll('-', '')).executeTakeFirst();

  test('takes its place, and keeps id, texts, release, marks and later subtitles where the lengths agree', async () => {
    const first = await finish([1, 2]);
    const episodeId = first.jobs[0]!.episode_id;
    await media.marks(episodeId, { intro: { start: 5, end: 20 }, outro: { start: 50 } });
    const before = (await record(first.title_id)).episodes[0]!;
    const own = `own/${before.clip}`;
    await createFolderStore(mediaFolder).putText(`${own}/subtitles-x/ja-subtitle.vtt`, 'WEBVTT later');
    await db
      .updateTable('clips')
      .set({
        subtitles: JSON.stringify([
          { lang: 'ja', role: 'subtitle', label: '일본어', path: `${own}/subtitles-x/ja-subtitle.vtt` },
        ]),
      })
      .where('id', '=', before.clip)
      .execute();

    const request = await requestOf([1], { title: { id: first.title_id } });
    await expect(media.add(request)).rejects.toThrow('1화 already');
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
    expect(await readFile(join(mediaFolder, clip.subtitles[2]!.path), 'utf8')).toBe('WEBVTT later');
    // Whoever plays the one before goes on.
    expect(await readFile(join(mediaFolder, own, 'manifest.mpd'), 'utf8')).toBe('manifest.mpd');

    await media.remove({ job: first.jobs[0]!.id });
    expect(await clipRow(first.jobs[0]!.id)).toBeUndefined();
    expect((await record(first.title_id)).episodes).toHaveLength(2);
    await expect(media.remove({ job: second.jobs[0]!.id })).rejects.toThrow('plays the same clip');
  });

  test('a video of another length leaves marks to be set again, and says so, as of sounds that it does not have', async () => {
    const first = await finish([1]);
    const { clip } = (await record(first.title_id)).episodes[0]!;
    await db
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
      return media.add({ ...request, episodes: [{ ...request.episodes[0]!, replaces: true }] });
    };
    await expect(replacing(7)).rejects.toThrow('no 7화 whose video can be replaced');
    await replacing(1);
    await writeFile(join(folder, 'again.mkv'), 'another video');
    const again = { source: join(folder, 'again.mkv'), number: 1, subject: null, replaces: true };
    await expect(add([], { title: { id }, episodes: [again] })).rejects.toThrow('no 1화 whose video can be replaced');
  });
});

test('a job is found by the first characters of its id', async () => {
  const { jobs } = await add([1, 2]);
  const { id } = jobs[0]!;
  expect(await Promise.all([8, 9, 20, 36].map(async (length) => (await media.show(id.slice(0, length))).id))).toEqual(
    Array.from({ length: 4 }, () => id),
  );
  for (const start of ['', id.slice(0, 3), '----', `${id.slice(0, 8)}0`, `${id}0`, '0000'])
    await expect(media.show(start)).rejects.toThrow('There is no job');
  await db
    .updateTable('media_jobs')
    .set({ id: id.replace(/.$/, (last) => (last === '0' ? '1' : '0')) })
    .where('id', '=', jobs[1]!.id)
    .execute();
  await expect(media.show(id.slice(0, 4))).rejects.toThrow('Several jobs begin with');
});

test('a video of no title becomes the clip of an advertisement, and stays while the advertisement plays it', async () => {
  const source = join(folder, 'radio.mkv');
  await writeFile(source, 'video');
  const [job] = await media.addAdvertisementClips([{ source, name: '라디오 극장 15초.mkv' }]);
  await expect(media.addAdvertisementClips([{ source }])).rejects.toThrow(/is a job already/);
  const worker = start('worker');
  await until(async () => {
    await worker.look();
    return stateOf(job!.id);
  }).toBe('done');
  expect(await db.selectFrom('items').select('id').execute()).toEqual([]);

  const ads = createAdOperations({
    db,
    transact: createTransact(db),
    clock,
    catalogueFolder: folder,
    record: recordNothing,
    mediaStore: createFolderStore(mediaFolder),
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

  clock.advance(31 * 24 * 3600);
  await RETENTION.find(({ table }) => table === 'media_jobs')!.remove(db, clock.now(), 10);
  await expect(media.remove({ job: job!.id })).rejects.toThrow(/used by advertisement/);
  await db.deleteFrom('advertisements').execute();
  await media.remove({ job: job!.id });
  expect(await db.selectFrom('clips').select('id').execute()).toEqual([]);
  expect(await exists(join(mediaFolder, 'own', clip.id))).toBe(false);
});

test('openings that episodes share are proposed, and become marks when an operator accepts them', async () => {
  const ids: number[] = [];
  let titleId = 0;
  // The clips of these tests last 61 s.
  for (const [index, coldOpen] of [0, 5, 3, 8].entries()) {
    const rest = 61.4 - coldOpen - 16;
    steps.fingerprint = writeFingerprint(
      soundOf([scene(10 + index, coldOpen), scene(1, 16), scene(20 + index, rest)], index),
    );
    const title = titleId === 0 ? {} : { title: { id: titleId } };
    const added = await finish([index + 1], { isPublished: index === 0, ...title });
    titleId = added.title_id;
    ids.push(added.jobs[0]!.episode_id);
  }
  const [first, second, third, last] = ids as [number, number, number, number];
  const found = await media.foundMarks({ title: titleId });
  expect(found).toMatchObject(
    ids.map((id, index) => ({ episode_id: id, episode_num: `${index + 1}화`, kind: 'intro', is_decided: false })),
  );
  found.forEach(({ start, confidence }, index) => {
    expect(Math.abs(start - [0, 5, 3, 8][index]!)).toBeLessThan(1);
    expect(confidence).toBeGreaterThan(0.75);
  });
  expect(await media.marks(first)).toMatchObject({ duration: 61, intro: null, outro: null });

  await media.marks(second, { intro: { start: 30, end: 40 } });
  await media.marks(third, { intro: null });
  const accepted = await media.acceptMarks({ title: titleId });
  expect(accepted.map(({ episode_id: id }) => id)).toEqual([first, last]);
  expect(await media.marks(first)).toMatchObject({ intro: { start: 0, end: 16 } });
  expect(await media.marks(second)).toMatchObject({ intro: { start: 30, end: 40 } });
  expect(await media.marks(third)).toMatchObject({ intro: null });
  expect((await media.foundMarks({ title: titleId })).map((mark) => mark.is_decided)).toEqual(Array(4).fill(true));
  expect(await media.acceptMarks({ episode: last })).toEqual([]);

  expect(await media.remove({ episode: last })).toEqual({ removed: `episode ${last}` });
  expect(await db.selectFrom('found_marks').select('clip_id').execute()).toHaveLength(3);
  await expect(media.foundMarks({ title: 1 })).rejects.toThrow('There is no title 1 with episodes.');
});

test('marks are changed within the clip only', async () => {
  const { jobs } = await finish([1]);
  const episode = jobs[0]!.episode_id;
  const marks = { intro: { start: 2, end: 20 }, outro: { start: 50, end: 55 }, recap: null, preview: null };
  expect(await media.marks(episode, marks)).toEqual({ duration: 61, ...marks });
  await expect(media.marks(episode, { outro: { start: 70 } })).rejects.toThrow(/after the end of the clip/);
  const preview = { start: 58, end: 61 };
  expect(await media.marks(episode, { preview })).toEqual({ duration: 61, ...marks, preview });
  await expect(media.marks(episode, { preview: { start: 52, end: 57 } })).rejects.toThrow(/inside the outro \(50-55\)/);
});

describe('adding', () => {
  test('refuses files that cannot be videos, and adds none of the others', async () => {
    const request = await requestOf([1, 2]);
    const [first, second] = request.episodes;
    const link = join(folder, 'link.mkv');
    await symlink(first!.source, link);
    await truncate(second!.source);
    const withSource = (source: string) => ({ ...request, episodes: [first!, { ...second!, source }] });
    const messageOf = (source: string) => media.add(withSource(source)).then(String, (error: Error) => error.message);
    expect(await messageOf(link)).toBe('"link.mkv" is a symbolic link. Add the file that it names.');
    expect(await messageOf(second!.source)).toBe('"Fox - 2.mkv" is empty. Copy or download it again.');
    expect(await messageOf(join(folder, 'list.m3u8'))).toMatch(/^"list.m3u8" is a playlist/);
    expect(await messageOf(join(folder, 'gone.mkv'))).toBe('"gone.mkv" is not there.');
    expect(await messageOf('Fox.mkv')).toBe('"Fox.mkv": the path must be absolute.');
    expect(await media.list()).toEqual([]);
  });

  test('refuses what is there already, and unknown titles', async () => {
    const { title_id: titleId } = await add([1]);
    await expect(add([1])).rejects.toThrow('"Fox - 1.mkv" is a job already.');
    const other = await requestOf([2]);
    const asFirst = { ...other, episodes: [{ ...other.episodes[0]!, number: 1 }] };
    await expect(media.add(asFirst)).rejects.toThrow('The title has 1화 already');
    await expect(media.add({ ...other, title: { id: 5 } })).rejects.toThrow('There is no title 5.');
    // The same new title, although no job of it is done yet.
    expect(await media.add(other)).toMatchObject({ title_id: titleId });
    expect(await media.list()).toHaveLength(2);
  });

  test('names missing tools before anything is begun', async () => {
    findTools = () => {
      throw new IntakeError('TOOL_MISSING', {
        causes: 'ffmpeg: not installed. Run "sudo apt install ffmpeg libchromaprint-tools".',
      });
    };
    await expect(add([1])).rejects.toThrow('Run "sudo apt install ffmpeg libchromaprint-tools"');
    expect(await media.list()).toEqual([]);
  });
});

test('commands reach a running server through its socket, which keeps their rules', async () => {
  const path = join(folder, 'operator.sock');
  const called: string[] = [];
  // No call of this test is about another area.
  const operations = { titles: titles(), media } as unknown as Operations;
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

describe('in an S3 store', () => {
  let s3: S3Server;
  let store: MediaStore;
  beforeEach(async () => {
    s3 = await startS3Server();
    store = createS3Store(s3.place(), { connect: 10_000, silence: 10_000, call: 15_000, upload: 15_000, place: 5_000 });
    media = createMediaOperations({
      db,
      transact: createTransact(db),
      clock,
      random: systemRandom,
      catalogueFolder: folder,
      mediaFolder,
      mediaStore: store,
      findTools: () => undefined,
      isOnlyWorker: true,
      record: recordNothing,
    });
  });
  afterEach(() => s3.stop());

  const startWorker = () => {
    const worker = startTestMediaWorker({
      name: 'worker',
      db: opened.databases[0].kysely,
      clock,
      steps,
      mediaFolder,
      mediaStore: store,
    });
    workers.push(worker);
    return worker;
  };
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
    expect(await readdir(mediaFolder)).toEqual(['.work']);
    await media.remove({ episode: jobs[0]!.episode_id });
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
    expect(await db.selectFrom('clips').selectAll().execute()).toEqual([]);
    expect(clipKeys(id).filter((key) => /mpd|m3u8/.test(key))).toEqual([]);
    const other = await add([2]);
    expect(other.warning).toContain('The videos wait until it can be used.');
    await media.cancel(other.jobs[0]!.id);

    const begun = steps.begun.length;
    await s3.start();
    clock.advance(60);
    await until(async () => {
      await worker.look();
      return stateOf(id);
    }).toBe('done');
    // No step runs again.
    expect(steps.begun.slice(begun)).toEqual([]);
    expect(clipKeys(id)).toHaveLength(6);
  });

  test('a removal waits for the store, and then leaves nothing', async () => {
    const { jobs } = await add([1]);
    const { id, episode_id: episode } = jobs[0]!;
    await startWorker().look();
    await until(() => stateOf(id)).toBe('done');
    await s3.stop();
    await expect(media.remove({ episode })).rejects.toThrow(`run "bora media remove ${id.slice(0, 8)}"`);
    await s3.start();
    await media.remove({ job: id.slice(0, 8) });
    expect(clipKeys(id)).toEqual([]);
  });
});

test('chapters with the names of parts are proposed, and become marks when an operator accepts them', async () => {
  steps.chapters = [
    { title: '오프닝', startSeconds: 2, endSeconds: 12 },
    { title: 'Part A', startSeconds: 12, endSeconds: 40 },
    { title: 'ED', startSeconds: 40, endSeconds: 50 },
    { title: '予告', startSeconds: 50, endSeconds: 61.4 },
  ];
  const { title_id: titleId, jobs } = await finish([1]);
  const id = jobs[0]!.episode_id;
  expect(await media.foundMarks({ title: titleId })).toMatchObject(
    ['intro', 'outro', 'preview'].map((kind) => ({ kind, from: 'chapter', is_decided: false })),
  );
  await media.marks(id, { preview: null });
  await media.acceptMarks({ title: titleId });
  expect(await media.marks(id)).toMatchObject({
    intro: { start: 2, end: 12 },
    outro: { start: 40, end: 50 },
    preview: null,
    recap: null,
  });
  expect((await media.foundMarks({ title: titleId })).every((mark) => mark.is_decided)).toBe(true);
});

describe('metadata beside a video', () => {
  const facts = { name: '달빛 빵집', synopsis: '밤에만 여는 빵집.', director: '한 감독', genres: ['일상'] };
  const addWith = async (number: number, title: AddRequest['title'], subject: string | null = null) => {
    const request = await requestOf([number], { title });
    const [episode] = request.episodes;
    const own = { subject: '반죽', synopsis: '반죽한다.' };
    return media.add({ ...request, episodes: [{ ...episode!, subject, facts: own }] });
  };
  const work = async (ids: readonly string[], worker = start('worker')) => {
    await worker.look();
    for (const id of ids) await until(() => stateOf(id)).toBe('done');
  };
  const recordOf = async (id: number) => (await findTitleRecord(db, id))!;

  test('become a new title and its episode, and change nothing that is there', async () => {
    const first = await addWith(1, { name: '달빛 빵집', contentRating: '12', facts }, '첫 반죽');
    await work(first.jobs.map(({ id }) => id));
    const record = await recordOf(first.title_id);
    expect(record).toMatchObject({ synopsis: facts.synopsis, director: '한 감독', genres: ['일상'], production: '' });
    expect(record.episodes).toMatchObject([{ subject: '첫 반죽', synopsis: '반죽한다.' }]);

    await db
      .updateTable('items')
      .set({ synopsis: '고친 줄거리', director: '' })
      .where('id', '=', first.title_id)
      .execute();
    await db.updateTable('episodes').set({ synopsis: '고친 글' }).where('item_id', '=', first.title_id).execute();
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
    const source = join(folder, 'a.mkv');
    for (const name of ['a.mkv', 'poster.jpg', 'fanart.jpg', 'a-thumb.jpg']) await writeFile(join(folder, name), name);
    const asked: string[] = [];
    const worker = startTestMediaWorker({
      name: 'worker',
      db,
      clock,
      steps,
      mediaFolder,
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
    workers.push(worker);
    const added = await media.add({
      ...(await requestOf([], {
        pictures: { poster: join(folder, 'poster.jpg'), backdrop: join(folder, 'fanart.jpg') },
      })),
      episodes: [{ source, number: 1, subject: null, still: join(folder, 'a-thumb.jpg') }],
    });
    const id = added.jobs[0]!.id;
    await work([id], worker);
    expect(asked).toEqual(['poster poster.jpg', 'wide fanart.jpg', 'backdrop fanart.jpg', 'still a-thumb.jpg']);
    const { art, episodes } = await recordOf(added.title_id);
    expect(art.poster).toMatch(/poster\.svg$/);
    expect([art.wide, art.backdrop].map((path) => path.replace(/.*\//, ''))).toEqual(['wide.webp', 'backdrop.webp']);
    expect(await readFile(join(mediaFolder, episodes[0]!.thumbnail), 'utf8')).toBe('made still');
    expect((await media.show(id)).notices).toEqual([
      'Picture "poster.jpg" is left out: The picture has too many pixels. Set another one in the console.',
    ]);
  });
});

test('a title that nobody could watch is warned about', async () => {
  const at19 = { title: { name: '밤 열차', contentRating: '19' as const } };
  expect((await add([1], at19)).warning).toBeNull();
  media = createMediaOperations({
    db,
    transact: createTransact(db),
    clock,
    random: systemRandom,
    catalogueFolder: folder,
    mediaFolder,
    mediaStore: createFolderStore(mediaFolder),
    findTools: () => undefined,
    isOnlyWorker: true,
    record: recordNothing,
    hasAgeProof: false,
  });
  expect((await add([2], at19)).warning).toContain('"밤 열차" is rated 19');
  expect((await add([3], { title: { name: '낮 열차', contentRating: '15' } })).warning).toBeNull();
});
