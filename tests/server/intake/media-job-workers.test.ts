import { mkdir, readdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { WrongClockError } from '#server/db/right-clock.ts';
import { IntakeError } from '#server/intake/intake-error.ts';
import { workFolderOf } from '#server/intake/media-folder.ts';
import { SOURCE_NAME } from '#server/intake/probe/input-file.ts';
import { STEP_NAMES } from '#server/intake/steps/step.ts';
import { systemRandom } from '#server/lib/random.ts';
import { noticeOf } from '#server/intake/texts/notice-texts.ts';
import { exists, until, useMediaLab } from '#tests/support/media/media-lab.ts';

const lab = useMediaLab();
const { start, add, row, stateOf, inSeconds, workFolders, begunBy, finish } = lab;

const LEASE_SECONDS = 60;
const GB = 1024 ** 3;

test('a worker that vanishes in any step is replaced by one that goes on from the last finished step', async () => {
  const { jobs } = await add(STEP_NAMES.map((_, index) => index + 1));
  for (const [index, step] of STEP_NAMES.entries()) {
    lab.steps.hangsAt = step;
    await start(`dead-${step}`).look();
    await until(() => lab.steps.begun.at(-1)).toBe(`dead-${step} ${step}`);
    lab.steps.hangsAt = undefined;
    const next = start(`next-${step}`);
    lab.clock.advance(LEASE_SECONDS - 1);
    // Takes none: all other jobs wait for the one that its machine works on.
    expect(await row(jobs[index]!.id)).toMatchObject({ state: 'running', owner: `dead-${step}` });
    lab.clock.advance(1);
    await next.look();
    await until(() => stateOf(jobs[index]!.id)).toBe('done');
    expect(begunBy(`next-${step}`).slice(0, STEP_NAMES.length - index)).toEqual(STEP_NAMES.slice(index));
    await next.stop();
  }
  expect((await lab.db.selectFrom('episodes').select('id').execute()).length).toBe(STEP_NAMES.length);
});

test('two workers never work on one job, and one machine only on as many as it has places for', async () => {
  await add([1, 2, 3]);
  lab.steps.hangsAt = 'encode';
  const [one, same, other] = [start('one', { host: 'a' }), start('same', { host: 'a' }), start('other', { host: 'b' })];
  await Promise.all([one.look(), same.look(), other.look()]);
  const running = await lab.db
    .selectFrom('media_jobs')
    .select(['host', 'owner'])
    .where('state', '=', 'running')
    .execute();
  expect(running.map(({ host }) => host).sort()).toEqual(['a', 'b']);
  await until(() => lab.steps.begun.filter((each) => each.endsWith('encode'))).toHaveLength(2);
});

test('a worker whose clock is wrong takes no job and removes no folder, until it is right', async () => {
  await add([1]);
  const left = join(lab.mediaFolder, '.work', systemRandom.uuid());
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
  expect(lab.steps.begun).toEqual([]);
  isWrong = false;
  await worker.look();
  await until(() => lab.steps.begun.length).toBe(STEP_NAMES.length);
  expect(await exists(left)).toBe(false);
});

test('a job is given up when five workers have died of it, and a retry goes on', async () => {
  const { jobs } = await add([1]);
  const { id } = jobs[0]!;
  lab.steps.hangsAt = 'encode';
  for (let count = 1; count <= 5; count += 1) {
    await start(`dead-${count}`).look();
    await until(() => begunBy(`dead-${count}`).at(-1)).toBe('encode');
    lab.clock.advance(LEASE_SECONDS);
  }
  const next = start('next');
  await next.look();
  expect(await row(id)).toMatchObject({ state: 'failed', tries: 5, owner: null });
  expect(await lab.media.show(id)).toMatchObject({
    last_error: 'Its workers ended again and again, the last one was dead-5',
    last_error_code: { code: 'WORKERS_GONE', params: { worker: 'dead-5' } },
  });
  lab.steps.hangsAt = undefined;
  await lab.media.retry(id.slice(0, 8));
  await next.look();
  await until(() => stateOf(id)).toBe('done');
  expect(begunBy('next')).toEqual(['encode', 'package', 'inspect']);
});

describe('a failure', () => {
  test('is retried with growing pauses; one that is final is not', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    for (const pause of [30, 120]) {
      lab.steps.fails = new IntakeError('TOOL_FAILED', { name: '"Fox - 1.mkv"', doing: 'encoding', detail: 'why' });
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
      lab.clock.advance(pause);
    }
    const link = join(workFolderOf(lab.mediaFolder, id), SOURCE_NAME);
    await writeFile(link, 'video');
    lab.steps.fails = new IntakeError('SOURCE_EMPTY', { name: '"Fox - 1.mkv"' });
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'failed', last_error: { code: 'SOURCE_EMPTY' } });
    // A link to an unusable source would keep its bytes on the disk after the operator has deleted it.
    expect(await exists(dirname(link))).toBe(true);
    expect(await readdir(dirname(link))).not.toContain(SOURCE_NAME);
    expect(worker.told).toEqual([]);
    expect(await lab.media.remove({ job: id })).toEqual({ removed: `job ${id}` });
    expect(await workFolders()).toEqual([]);
  });

  test('a job waits for room on a full disk, before and while encoding', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    worker.free.bytes = 0.1 * GB;
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 0, next_try_at: inSeconds(300) });
    expect((await row(id)).last_error?.message).toContain('0.1 GB free');
    expect((await lab.media.show(id)).last_error_code).toMatchObject({ code: 'WAITING_FOR_ROOM' });
    expect(lab.steps.begun).toEqual([]);

    worker.free.bytes = 10 * GB;
    lab.clock.advance(300);
    lab.steps.hangsAt = 'encode';
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
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
    lab.steps.hangsAt = 'encode';
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
    await rename(lab.mediaFolder, `${lab.mediaFolder}-away`);
    await worker.beat();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 1 });
    expect((await row(id)).last_error?.message).toMatch(/cannot be used \(ENOENT\).*goes on by itself/);

    lab.steps.hangsAt = undefined;
    lab.clock.advance(60);
    await worker.look();
    await until(() => row(id)).toMatchObject({ state: 'waiting', tries: 1, next_try_at: inSeconds(300) });
    expect(await exists(lab.mediaFolder)).toBe(false);

    await rename(`${lab.mediaFolder}-away`, lab.mediaFolder);
    lab.clock.advance(300);
    await worker.look();
    await until(() => stateOf(id)).toBe('done');
    expect(worker.told).toEqual([]);
  });
});

describe('what a waiting job says', () => {
  test('is true within a minute when its source is gone, and when it is back', async () => {
    const ids = (await add([1, 2])).jobs.map(({ id }) => id);
    const worker = start('one');
    lab.steps.hangsAt = 'encode';
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
    const [source, away] = [join(lab.folder, 'Fox - 2.mkv'), join(lab.folder, 'away.mkv')];
    await rename(source, away);
    lab.clock.advance(30);
    await worker.look();
    expect(await lab.media.show(ids[1]!)).toMatchObject({
      state: 'waiting',
      tries: 0,
      last_error: expect.stringContaining('"Fox - 2.mkv" is not there any more') as string,
    });
    await rename(away, source);
    lab.clock.advance(30);
    await worker.look();
    expect(await lab.media.show(ids[1]!)).toMatchObject({ state: 'waiting', last_error: null });
  });

  test('is true within a minute when the disk has room again', async () => {
    const { id } = (await add([1])).jobs[0]!;
    const worker = start('one');
    worker.free.bytes = 0.1 * GB;
    await worker.look();
    await until(() => row(id)).toMatchObject({ last_error: { code: 'WAITING_FOR_ROOM' } });
    worker.free.bytes = 10 * GB;
    lab.clock.advance(30);
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
    lab.steps.notices = [noticeOf('SOUND_COMMENTARY', { track: 3 }), odd];
    lab.steps.fails = undefined;
    lab.steps.hangsAt = 'encode';
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
    await worker.beat();
    await until(async () => (await lab.media.show(id)).notices).toHaveLength(2);
    const { notices, notice_codes: codes } = await lab.media.show(id);
    expect(notices[0]).toBe('Sound track 3 is a commentary and is left out.');
    expect(codes).toMatchObject([{ code: 'SOUND_COMMENTARY', params: { track: 3 } }, { code: odd.code }]);
    await worker.stop();

    Object.assign(lab.steps, { hangsAt: undefined, fails: failed });
    const next = start('two');
    await next.look();
    await until(() => stateOf(id)).toBe('failed');
    expect(await lab.media.show(id)).toMatchObject({ last_error: failed.message, last_error_code: code, notices });
    await lab.media.retry(id);
    await next.look();
    await until(() => stateOf(id)).toBe('done');
    expect(await lab.media.show(id)).toMatchObject({ last_error: null, last_error_code: null, notice_codes: codes });
  });

  test('the failure and the notices of a refused episode are those of the catalogue', async () => {
    const { title_id: titleId } = await finish([1]);
    const { id } = (await add([2], { title: { id: titleId } })).jobs[0]!;
    await lab.db.deleteFrom('episodes').execute();
    await lab.db.deleteFrom('items').execute();
    await start('one').look();
    await until(() => stateOf(id)).toBe('failed');
    expect((await lab.media.show(id)).last_error_code).toEqual({
      code: 'CATALOGUE_REFUSED',
      params: { detail: `Title ${titleId} is not in the catalogue any more.` },
    });
  });
});

describe('a job that runs', () => {
  test('tells its progress with each beat, and goes back when its worker stops', async () => {
    const { id } = (await add([1])).jobs[0]!;
    lab.steps.hangsAt = 'encode';
    const worker = start('one');
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
    lab.clock.advance(10);
    await worker.beat();
    await until(() => row(id)).toMatchObject({ step: 'encode', fraction: 0.45, speed: 2, leased_until: inSeconds(60) });
    await worker.stop();
    expect(await row(id)).toMatchObject({ state: 'waiting', owner: null, tries: 0, next_try_at: lab.clock.now() });
  });

  test('ends when it is cancelled, leaves nothing, and begins anew when it is retried', async () => {
    const { id } = (await add([1])).jobs[0]!;
    lab.steps.hangsAt = 'encode';
    const worker = start('one');
    await worker.look();
    await until(() => lab.steps.begun.at(-1)).toBe('one encode');
    await expect(lab.media.remove({ job: id })).rejects.toThrow('The job is running: cancel it first.');
    expect(await lab.media.cancel(id)).toMatchObject({ state: 'cancelled' });
    await worker.beat();
    await until(() => row(id)).toMatchObject({ state: 'cancelled', owner: null, leased_until: null });
    expect(await workFolders()).toEqual([]);
    lab.steps.hangsAt = undefined;
    lab.steps.begun = [];
    await lab.media.retry(id);
    await worker.look();
    await until(() => stateOf(id)).toBe('done');
    expect(begunBy('one')).toEqual([...STEP_NAMES]);
  });
});
