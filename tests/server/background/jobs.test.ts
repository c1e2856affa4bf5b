import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Connection } from '#server/db/open.ts';
import { WrongClockError } from '#server/db/right-clock.ts';
import type { JobRow } from '#server/db/tables.ts';
import { listJobStatus } from '#server/jobs/status.ts';
import { LeaseLostError } from '#server/lib/lease-loop.ts';
import { createServerClock, type ServerClock } from '#tests/support/server/server-clock.ts';
import { openTestDatabases } from '#tests/support/server/server-database.ts';
import { createTestJob, startTestWorker, type TestJob, type TestWorker } from '#tests/support/server/test-worker.ts';

const HEARTBEAT_MS = 20_000;
const LONGEST_MS = 100_000;
const STOP_MS = 2_000;

let opened: Awaited<ReturnType<typeof openTestDatabases>>;
let db: Connection;
let clock: ServerClock;
let job: TestJob;
let workers: TestWorker[];
beforeEach(async () => {
  opened = await openTestDatabases();
  db = opened.databases[0].kysely;
  clock = createServerClock();
  job = createTestJob();
  workers = [];
});
afterEach(async () => {
  for (const { end } of job.runs) end();
  for (const worker of workers) await worker.stop();
  await opened.close();
});

/** Workers of different processes: on PostgreSQL each has connections of its own. */
const start = (name: string, jobs: readonly TestJob[] = [job]): TestWorker => {
  const own = opened.databases[workers.length % opened.databases.length]!;
  const worker = startTestWorker({ name, db: own.kysely, jobs, clock });
  workers.push(worker);
  return worker;
};
const row = (name = job.name): Promise<JobRow> =>
  db.selectFrom('jobs').selectAll().where('name', '=', name).executeTakeFirstOrThrow();
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

describe('two workers', () => {
  test('never run the same job at once, and take turns', async () => {
    const [one, other] = [start('one'), start('other')];
    await Promise.all([one.look(), other.look()]);
    expect(job.runs).toHaveLength(1);
    const [first] = job.runs;
    expect(await row()).toMatchObject({ owner: first!.worker, leased_until: inSeconds(60), last_run_at: clock.now() });
    clock.advance(7);
    first!.end();
    await expect.poll(row).toMatchObject({ owner: null, leased_until: null, next_run_at: inSeconds(600) });
    expect(await row()).toMatchObject({ last_duration_ms: 7_000, last_error: null, failures: 0 });
    clock.advance(599);
    await Promise.all([one.look(), other.look()]);
    expect(job.runs).toHaveLength(1);
    clock.advance(1);
    await Promise.all([one.look(), other.look()]);
    expect(job.runs).toHaveLength(2);
  });

  test('run different jobs at once', async () => {
    const jobs = ['a', 'b', 'c'].map((name) => createTestJob(name));
    const [one, other] = [start('one', jobs), start('other', jobs)];
    await one.look();
    expect(jobs.map(({ runs }) => runs.length)).toEqual([1, 1, 0]);
    await other.look();
    expect(jobs.map(({ runs }) => runs.map(({ worker }) => worker))).toEqual([['one'], ['one'], ['other']]);
    for (const { runs } of jobs) runs[0]!.end();
  });

  test('run a short job beside two long ones, and a third long one after them', async () => {
    const long = ['a', 'b', 'c'].map((name) => createTestJob(name));
    const short = ['d', 'e'].map((name) => createTestJob(name, { longestSeconds: 60 }));
    const worker = start('one', [...long, ...short]);
    const runs = (jobs: readonly TestJob[]) => jobs.map((each) => each.runs.length);
    await worker.look();
    expect([runs(long), runs(short)]).toEqual([
      [1, 1, 0],
      [1, 0],
    ]);
    // No place is free for those that are due, so the next look is not at once.
    expect(worker.hasTimer(10_250)).toBe(true);
    short[0]!.runs[0]!.end();
    await expect.poll(() => row('d')).toMatchObject({ owner: null });
    await worker.look();
    expect([runs(long), runs(short)]).toEqual([
      [1, 1, 0],
      [1, 1],
    ]);
    long[0]!.runs[0]!.end();
    await expect.poll(() => row('a')).toMatchObject({ owner: null });
    await worker.look();
    expect(runs(long)).toEqual([1, 1, 1]);
    for (const { runs: all } of [...long, ...short]) for (const { end } of all) end();
  });

  test('share a long run by its heartbeat: the other one does not take it over', async () => {
    const [one, other] = [start('one'), start('other')];
    await one.look();
    for (let beats = 0; beats < 5; beats += 1) {
      clock.advance(50);
      one.fire(HEARTBEAT_MS);
      await expect.poll(row).toMatchObject({ owner: 'one', leased_until: inSeconds(60) });
      await expect.poll(() => one.hasTimer(HEARTBEAT_MS)).toBe(true);
      await other.look();
    }
    expect(job.runs).toHaveLength(1);
  });
});

describe('a job whose worker died', () => {
  test('is taken over when the lease expires, and the failure is counted', async () => {
    const [dead, other] = [start('dead'), start('other')];
    await dead.look();
    clock.advance(59);
    await other.look();
    expect(job.runs).toHaveLength(1);
    clock.advance(1);
    await other.look();
    expect(job.runs.map(({ worker }) => worker)).toEqual(['dead', 'other']);
    expect(await row()).toMatchObject({ owner: 'other', failures: 1, last_error: 'not finished by dead' });
    job.runs[1]!.end();
    await expect.poll(row).toMatchObject({ owner: null, failures: 0, last_error: null });
  });

  test('stops in the old worker, if that was only slow, and keeps the outcome of the new one', async () => {
    const [slow, other] = [start('slow'), start('other')];
    await slow.look();
    clock.advance(60);
    await other.look();
    slow.fire(HEARTBEAT_MS);
    await expect.poll(() => job.runs[0]!.signal.aborted).toBe(true);
    job.runs[0]!.end(new Error('aborted'));
    await expect.poll(() => slow.told.at(-1)).toEqual({ cause: job.name, error: expect.any(LeaseLostError) });
    expect(await row()).toMatchObject({ owner: 'other', failures: 1 });
    job.runs[1]!.end();
    await expect.poll(row).toMatchObject({ owner: null, failures: 0 });
  });

  test.each<[string, Error | undefined]>([
    ['succeeds', undefined],
    ['fails', new Error('late')],
  ])('keeps the lease of the new worker when the run of the old one %s late', async (_how, outcome) => {
    const [slow, other] = [start('slow'), start('other')];
    await slow.look();
    clock.advance(60);
    await other.look();
    job.runs[0]!.end(outcome);
    // Waits for the end of the run.
    await slow.stop();
    expect(await row()).toMatchObject({ owner: 'other', failures: 1, leased_until: inSeconds(60) });
    job.runs[1]!.end();
    await expect.poll(row).toMatchObject({ owner: null, failures: 0 });
  });

  test('aborts in a worker that cannot renew its lease before it expires', async () => {
    const worker = start('one');
    await worker.look();
    await sql`alter table jobs rename to jobs_away`.execute(db);
    clock.advance(20);
    worker.fire(HEARTBEAT_MS);
    await expect.poll(() => worker.hasTimer(HEARTBEAT_MS)).toBe(true);
    expect(job.runs[0]!.signal.aborted).toBe(false);
    clock.advance(40);
    worker.fire(HEARTBEAT_MS);
    await expect.poll(() => job.runs[0]!.signal.aborted).toBe(true);
    await sql`alter table jobs_away rename to jobs`.execute(db);
  });
});

describe('a job that throws', () => {
  test('is retried with growing pauses, and its error is stored until it succeeds', async () => {
    const worker = start('one');
    for (const [count, pause] of [
      [1, 5],
      [2, 10],
      [3, 20],
    ] as const) {
      await worker.look();
      expect(job.runs).toHaveLength(count);
      job.runs[count - 1]!.end(new Error(`broken ${count}`));
      await expect.poll(row).toMatchObject({
        owner: null,
        failures: count,
        last_error: `Error: broken ${count}`,
        next_run_at: inSeconds(pause),
      });
      clock.advance(pause - 1);
      await worker.look();
      expect(job.runs).toHaveLength(count);
      clock.advance(1);
    }
    await worker.look();
    job.runs[3]!.end();
    await expect.poll(row).toMatchObject({ owner: null, failures: 0, last_error: null, next_run_at: inSeconds(600) });
    expect(worker.told.filter(({ cause, error }) => cause === job.name && error)).toHaveLength(3);
    expect(worker.told.filter(({ cause }) => cause === job.name).at(-1)).toEqual({ cause: job.name });
  });

  test('does not keep others from running', async () => {
    const sound = createTestJob('sound');
    const worker = start('one', [job, sound]);
    await worker.look();
    job.runs[0]!.end(new Error('broken'));
    sound.runs[0]!.end();
    await expect.poll(() => row('sound')).toMatchObject({ owner: null, failures: 0, next_run_at: inSeconds(600) });
  });
});

describe('a run that is too long', () => {
  test('is aborted, and its lease is renewed no longer', async () => {
    const worker = start('one');
    await worker.look();
    worker.fire(LONGEST_MS);
    expect(job.runs[0]!.signal.aborted).toBe(true);
    expect(worker.hasTimer(HEARTBEAT_MS)).toBe(false);
    job.runs[0]!.end();
    await expect.poll(row).toMatchObject({ owner: null, failures: 0, next_run_at: inSeconds(600) });
  });
});

describe('a worker that stops', () => {
  test('aborts its run and gives the job back, so that another one goes on at once', async () => {
    const [one, other] = [start('one'), start('other')];
    await one.look();
    const stopped = one.stop();
    expect(job.runs[0]!.signal.aborted).toBe(true);
    job.runs[0]!.end(new Error('aborted'));
    await stopped;
    expect(await row()).toMatchObject({ owner: null, leased_until: null, failures: 0, next_run_at: clock.now() });
    await other.look();
    expect(job.runs.map(({ worker }) => worker)).toEqual(['one', 'other']);
  });

  test('does not wait forever for a run that hangs, and leaves its lease to expire', async () => {
    const worker = start('one');
    await worker.look();
    const stopped = worker.stop();
    worker.fire(STOP_MS);
    await stopped;
    expect(await row()).toMatchObject({ owner: 'one', leased_until: inSeconds(60) });
  });

  test('starts no further run', async () => {
    const worker = start('one');
    await worker.stop();
    expect([0, 250, 1_000, 10_000, 10_250].filter((ms) => worker.hasTimer(ms))).toEqual([]);
  });
});

describe('a job that a worker does not know', () => {
  const DAY = 24 * 3600;
  let known: TestJob;
  beforeEach(() => {
    known = createTestJob('known');
  });
  afterEach(() => known.runs.forEach(({ end }) => end()));
  const names = async () => (await listJobStatus(db, clock.now())).map(({ name }) => name);
  const overdue = async () =>
    (await listJobStatus(db, clock.now())).filter(({ overdueSeconds: late }) => late > 300).map(({ name }) => name);
  /** A worker that looked, and does so no more: it is stopped or away. */
  const runAndEnd = async (of: TestJob) => {
    const worker = start('before', [of]);
    await worker.look();
    of.runs.at(-1)!.end();
    await expect.poll(() => row(of.name)).toMatchObject({ owner: null });
    await worker.stop();
  };

  test('is removed when it was due for a day and nobody has run it', async () => {
    await runAndEnd(job);
    const worker = start('without it', [known]);
    clock.advance(600 + DAY);
    await worker.look();
    expect(await names()).toEqual(['known', job.name]);
    expect(await overdue()).toEqual([job.name]);
    clock.advance(1);
    await worker.look();
    expect(await names()).toEqual(['known']);
  });

  test('is removed too when its last worker died during a run', async () => {
    await start('dead').look();
    const worker = start('without it', [known]);
    clock.advance(60 + DAY);
    await worker.look();
    expect(await overdue()).toEqual([job.name]);
    clock.advance(1);
    await worker.look();
    expect(await names()).toEqual(['known']);
  });

  test('stays in an outage of all workers, and nobody but a worker that does not know it removes it', async () => {
    await runAndEnd(job);
    clock.advance(30 * DAY);
    expect(await overdue()).toEqual([job.name]);
    await start('one').look();
    expect(await row()).toMatchObject({ owner: 'one' });
  });

  test('stays while workers of two releases run side by side', async () => {
    const [before, after] = [start('before', [known]), start('after', [known, job])];
    for (let days = 0; days < 3; days += 1) {
      await after.look();
      expect(await row()).toMatchObject({ owner: 'after' });
      await before.look();
      job.runs.at(-1)!.end();
      await expect.poll(() => row()).toMatchObject({ owner: null });
      clock.advance(DAY);
      await before.look();
      expect(await names()).toEqual(['known', job.name]);
    }
  });

  test.each([
    ['an hour', 3600],
    ['a year', 365 * DAY],
  ])('is back at the next look, if a worker whose clock is %s ahead has removed it', async (_, ahead) => {
    const worker = start('right', [job]);
    await worker.look();
    job.runs[0]!.end();
    await expect.poll(() => row()).toMatchObject({ owner: null });
    const wrongClock = createServerClock(inSeconds(ahead).toISOString());
    const wrong = startTestWorker({ name: 'wrong', db, jobs: [known], clock: wrongClock });
    workers.push(wrong);
    await wrong.look();
    expect(await names()).toEqual(ahead > DAY ? ['known'] : ['known', job.name]);
    clock.advance(600);
    await worker.look();
    expect(job.runs).toHaveLength(2);
    expect(await overdue()).toEqual([]);
  });
});

test('a worker whose clock is wrong runs no job and says so, until it is right', async () => {
  let isWrong = true;
  const checkClock = async () => {
    if (isWrong) throw new WrongClockError(31_000);
  };
  const worker = startTestWorker({ name: 'one', db, jobs: [job], clock, checkClock });
  workers.push(worker);
  await worker.look();
  expect(worker.told).toEqual([{ cause: 'jobs', error: new WrongClockError(31_000) }]);
  expect(await db.selectFrom('jobs').selectAll().execute()).toEqual([]);
  isWrong = false;
  await worker.look();
  expect(worker.told).toContainEqual({ cause: 'jobs' });
  expect(job.runs).toHaveLength(1);
});

test('a worker goes on after the database was away', async () => {
  const worker = start('one');
  await sql`alter table jobs rename to jobs_away`.execute(db);
  await worker.look();
  expect(worker.told).toEqual([{ cause: 'jobs', error: expect.any(Error) }]);
  await sql`alter table jobs_away rename to jobs`.execute(db);
  await worker.look();
  expect(job.runs).toHaveLength(1);
});

test('operators read who runs a job, since when it is overdue, and why it fails', async () => {
  const worker = start('one');
  await worker.look();
  expect(await listJobStatus(db, clock.now())).toEqual([
    {
      name: job.name,
      everySeconds: 600,
      owner: 'one',
      isAbandoned: false,
      failures: 0,
      overdueSeconds: 0,
      nextRunAt: clock.now(),
      lastRunAt: clock.now(),
      lastDurationMs: null,
      lastError: null,
    },
  ]);
  clock.advance(90);
  expect(await listJobStatus(db, clock.now())).toMatchObject([{ isAbandoned: true, overdueSeconds: 90 }]);
});
