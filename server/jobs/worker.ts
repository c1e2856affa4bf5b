import type { Connection } from '../db/open.ts';
import type { CheckClock } from '../db/right-clock.ts';
import type { JobRow } from '../db/tables.ts';
import { inSeconds } from '../lib/clock.ts';
import {
  createLeaseLoop,
  LeaseLostError,
  WorkerStoppedError,
  type LeaseLoopOptions,
  type Worker,
} from '../lib/lease-loop.ts';
import type { Random } from '../lib/random.ts';
import { tracedJob, type Traces } from '../lib/traces.ts';
import type { Job } from './job.ts';
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
import { endLease, listJobs, registerJob, removeJobs, renewLease, takeJob } from './store.ts';

/** Runs of one worker at a time. */
const AT_ONCE = 3;
/** Limit of long runs among them: two jobs that take five minutes do not hold up the payments. */
const LONG_AT_ONCE = 2;
/** Delay of the first look, in ms: the start of the process comes first. */
const FIRST_LOOK_MS = 1_000;
/** Delay of the next look after the table could not be read, in ms. */
const LOOK_AGAIN_MS = 10_000;

export interface WorkerOptions extends Pick<LeaseLoopOptions, 'clock' | 'failures' | 'schedule'> {
  /** For leases, with short timeouts; the jobs bring their own connections. */
  db: Connection;
  jobs: readonly Job[];
  /** Name of this worker, different from all others'. */
  owner: string;
  /** Called before jobs begin: a worker whose clock is wrong runs none. */
  checkClock: CheckClock;
  random: Pick<Random, 'fraction'>;
  /** Tells a tracing service of runs. */
  traces?: Traces | undefined;
}

/** Runs due jobs, each under a lease in the database, so that any number of workers share them. */
export function startWorker(options: WorkerOptions): Worker {
  const { db, jobs, owner, clock, checkClock, random, failures, traces } = options;

  const run = async (job: Job, failuresBefore: number, signal: AbortSignal): Promise<void> => {
    const key = { name: job.name, owner };
    const startedMs = clock.now().getTime();
    let failed: { error: unknown } | undefined;
    try {
      await tracedJob(traces, job.name, () => job.run({ signal }));
    } catch (error) {
      failed = { error };
    }
    const now = clock.now();
    const last_duration_ms = Math.max(0, now.getTime() - startedMs);
    if (signal.reason instanceof LeaseLostError) failures.report(job.name, signal.reason);
    else if (signal.reason instanceof WorkerStoppedError) {
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
    const { name, leaseSeconds, longestSeconds } = job;
    const now = clock.now();
    const leasedUntil = inSeconds(now, leaseSeconds);
    const latest = latestPlausible(job, now);
    const failuresBefore = await takeJob(db, { name, owner, now, leasedUntil, latest });
    if (failuresBefore === undefined) return;
    loop.begin({
      name,
      leaseSeconds,
      longestSeconds,
      renew: async (until) => ((await renewLease(db, { name, owner }, until)) ? undefined : new LeaseLostError(name)),
      run: (signal) => run(job, failuresBefore, signal),
    });
  };

  const hasRoom = (job: Job): boolean => {
    const { running } = loop;
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

  /** Begins due jobs. @returns the delay of the next look at the table, in ms. */
  const take = async (stopping: AbortSignal): Promise<number> => {
    await checkClock();
    const rows = await readRows();
    await removeAbandoned(rows);
    // Another worker may have succeeded with what failed here.
    for (const { name, failures: count } of rows.values()) if (count === 0) failures.works(name);
    const now = clock.now();
    const waiting = jobs
      .filter(({ name }) => !loop.running.has(name))
      .map((job) => ({ job, free: freeAt(job, rows.get(job.name)!, now) }))
      .sort((one, other) => one.free.getTime() - other.free.getTime());
    for (const { job, free } of waiting) if (free <= now && hasRoom(job) && !stopping.aborted) await begin(job);
    // The end of a run looks again for those without a place.
    const left = waiting.filter(({ job }) => !loop.running.has(job.name) && hasRoom(job));
    return lookAfterMs(
      left.map(({ free }) => free),
      now,
      random.fraction(),
    );
  };

  const loop = createLeaseLoop({ ...options, cause: 'jobs', retryMs: LOOK_AGAIN_MS, take });
  loop.plan(FIRST_LOOK_MS);
  return loop;
}
