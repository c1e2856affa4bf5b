import type { Connection } from '../db/open.ts';
import type { CheckClock } from '../db/right-clock.ts';
import type { JobRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { later, type Later } from '../lib/later.ts';
import type { Random } from '../lib/random.ts';
import { withTimeout } from '../lib/timeout.ts';
import type { Job, JobFailures } from './job.ts';
import { holdLease } from './lease.ts';
import {
  abandonedBefore,
  describeFailure,
  freeAt,
  isAbandonedBefore,
  isLong,
  latestPlausible,
  lookAfterMs,
  nextRunAt,
  retryAt,
} from './rules.ts';
import { endLease, listJobs, registerJob, removeJobs, takeJob } from './store.ts';

/** Runs of one worker at a time. */
const AT_ONCE = 3;
/** Limit of long runs among them: two jobs that take five minutes do not hold up the payments. */
const LONG_AT_ONCE = 2;
/** Delay of the first look, in ms: the start of the process comes first. */
const FIRST_LOOK_MS = 1_000;
/** Delay of the next look after the table could not be read, in ms. */
const LOOK_AGAIN_MS = 10_000;
/** Time for runs to end when the worker stops, in ms. */
const STOP_WITHIN_MS = 2_000;

export interface WorkerOptions {
  /** For leases, with short timeouts; the jobs bring their own connections. */
  db: Connection;
  jobs: readonly Job[];
  /** Name of this worker, different from all others'. */
  owner: string;
  clock: Clock;
  /** Called before jobs begin: a worker whose clock is wrong runs none. */
  checkClock: CheckClock;
  random: Pick<Random, 'fraction'>;
  failures: JobFailures;
  schedule?: Later | undefined;
}

export interface Worker {
  /**
   * Starts no further run, aborts the current ones, and gives their jobs back, up to a timeout. The job of a run that
   * hangs is free when its lease expires.
   */
  stop(): Promise<void>;
}

/** Runs due jobs, each under a lease in the database, so that any number of workers share them. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, jobs, owner, clock, checkClock, random, failures, schedule = later } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  let looking: Promise<void> | undefined;
  let isAskedAgain = false;
  let cancelLook: () => void = () => undefined;

  const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000);

  const run = async (job: Job, failuresBefore: number, leasedUntil: Date): Promise<void> => {
    const lease = holdLease(job, leasedUntil, { db, clock, schedule, failures, owner });
    const late = new AbortController();
    const cancelLate = schedule(() => {
      late.abort(new Error(`ran for more than ${job.longestSeconds} s`));
      lease.release();
    }, job.longestSeconds * 1000);
    const startedMs = clock.now().getTime();
    let failed: { error: unknown } | undefined;
    try {
      await job.run({ signal: AbortSignal.any([stopping.signal, late.signal, lease.lost]) });
    } catch (error) {
      failed = { error };
    }
    cancelLate();
    lease.release();
    if (lease.lost.aborted) {
      failures.report(job.name, lease.lost.reason);
      return;
    }
    const now = clock.now();
    const last_duration_ms = Math.max(0, now.getTime() - startedMs);
    const key = { name: job.name, owner };
    if (stopping.signal.aborted) {
      // The run may have ended early, so another worker repeats it at once.
      await endLease(db, key, { next_run_at: now });
    } else if (failed) {
      failures.report(job.name, failed.error);
      const count = failuresBefore + 1;
      const next_run_at = retryAt(job, count, now, random.fraction());
      const last_error = describeFailure(failed.error);
      await endLease(db, key, { next_run_at, last_duration_ms, last_error, failures: count });
    } else {
      failures.works(job.name);
      const next_run_at = nextRunAt(job, now);
      await endLease(db, key, { next_run_at, last_duration_ms, last_error: null, failures: 0 });
    }
  };

  const begin = async (job: Job): Promise<void> => {
    const now = clock.now();
    const leasedUntil = inSeconds(job.leaseSeconds);
    const latest = latestPlausible(job, now);
    const failuresBefore = await takeJob(db, { name: job.name, owner, now, leasedUntil, latest });
    if (failuresBefore === undefined) return;
    const work = run(job, failuresBefore, leasedUntil)
      // The lease expires, and the next worker counts the failure.
      .catch((error: unknown) => failures.report('jobs', error))
      .finally(() => {
        running.delete(job.name);
        // A place is free: a waiting job may take it.
        if (looking) isAskedAgain = true;
        else plan(0);
      });
    running.set(job.name, work);
  };

  const hasPlace = (job: Job): boolean => {
    if (running.size >= AT_ONCE) return false;
    return !isLong(job) || jobs.filter((each) => isLong(each) && running.has(each.name)).length < LONG_AT_ONCE;
  };

  /** The jobs' rows, with those added that the database does not know. */
  const readRows = async (): Promise<Map<string, JobRow>> => {
    const read = async () => new Map((await listJobs(db)).map((row) => [row.name, row]));
    const rows = await read();
    const changed = jobs.filter(({ name, everySeconds }) => rows.get(name)?.every_seconds !== everySeconds);
    if (changed.length === 0) return rows;
    for (const { name, everySeconds } of changed) await registerJob(db, { name, everySeconds, now: clock.now() });
    return read();
  };

  /** Removes the jobs that no worker has run for a long time, and this one does not know: they would alarm for ever. */
  const removeAbandoned = async (rows: ReadonlyMap<string, JobRow>): Promise<void> => {
    const before = abandonedBefore(clock.now());
    const known = new Set(jobs.map(({ name }) => name));
    const names = [...rows.values()]
      .filter((row) => !known.has(row.name) && isAbandonedBefore(before, row))
      .map(({ name }) => name);
    if (names.length > 0) await removeJobs(db, names, before);
  };

  /** Begins due jobs. @returns the delay of the next look, in ms. */
  const look = async (): Promise<number> => {
    await checkClock();
    const rows = await readRows();
    await removeAbandoned(rows);
    failures.works('jobs');
    // Another worker may have succeeded with what failed here.
    for (const { name, failures: count } of rows.values()) if (count === 0) failures.works(name);
    const now = clock.now();
    const waiting = jobs
      .filter(({ name }) => !running.has(name))
      .map((job) => ({ job, free: freeAt(job, rows.get(job.name)!, now) }))
      .sort((one, other) => one.free.getTime() - other.free.getTime());
    for (const { job, free } of waiting) if (free <= now && hasPlace(job) && !stopping.signal.aborted) await begin(job);
    // The end of a run looks again for those without a place.
    const left = waiting.filter(({ job }) => !running.has(job.name) && hasPlace(job));
    return lookAfterMs(
      left.map(({ free }) => free),
      now,
      random.fraction(),
    );
  };

  const plan = (ms: number): void => {
    cancelLook();
    if (stopping.signal.aborted) return;
    cancelLook = schedule(() => {
      isAskedAgain = false;
      looking = look()
        .catch((error: unknown) => {
          failures.report('jobs', error);
          return LOOK_AGAIN_MS;
        })
        .then((nextMs) => {
          looking = undefined;
          plan(isAskedAgain ? 0 : nextMs);
        });
    }, ms);
  };
  plan(FIRST_LOOK_MS);

  return {
    async stop() {
      stopping.abort();
      cancelLook();
      const ended = async () => {
        await looking;
        await Promise.all(running.values());
      };
      await withTimeout(STOP_WITHIN_MS, ended(), schedule).catch(() => undefined);
    },
  };
}
