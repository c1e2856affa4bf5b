import { expect } from 'vitest';
import type { Connection } from '#server/db/open.ts';
import type { CheckClock } from '#server/db/right-clock.ts';
import type { Job } from '#server/jobs/job.ts';
import { startWorker } from '#server/jobs/worker.ts';
import type { Worker } from '#server/lib/lease-loop.ts';
import type { ServerClock } from './server-clock.ts';
import { createTestTimers } from '#tests/support/test-timers.ts';

/** One run of a test's job: it ends when the test says so. */
export interface TestRun {
  worker: string;
  signal: AbortSignal;
  end(error?: Error): void;
}

/** A job that records its runs. */
export interface TestJob extends Omit<Job, 'run'> {
  runs: TestRun[];
  by(worker: string): Job;
}

export function createTestJob(name = 'testing', times: Partial<Job> = {}): TestJob {
  const runs: TestRun[] = [];
  const job = { name, everySeconds: 600, leaseSeconds: 60, longestSeconds: 100, ...times };
  return {
    ...job,
    runs,
    by: (worker) => ({
      ...job,
      run: ({ signal }) =>
        new Promise<void>((resolve, reject) => {
          runs.push({ worker, signal, end: (error) => (error ? reject(error) : resolve()) });
        }),
    }),
  };
}

/** A worker whose timers fire only on demand; without a call it behaves like one that has crashed. */
export interface TestWorker extends Worker {
  /** Failures by cause, and causes that work, in order. */
  told: { cause: string; error?: unknown }[];
  /** Looks at the table once, and begins what is due. */
  look(): Promise<void>;
  /** Fires the timer of this delay. */
  fire(ms: number): void;
  hasTimer(ms: number): boolean;
}

/** Looks are planned within this, in ms; heartbeats and timeouts of the test's jobs come later. */
const LONGEST_LOOK_MS = 10_500;

export function startTestWorker(options: {
  name: string;
  db: Connection;
  jobs: readonly TestJob[];
  clock: ServerClock;
  /** Default: the clock is right. */
  checkClock?: CheckClock;
}): TestWorker {
  const { name, db, jobs, clock, checkClock = () => Promise.resolve() } = options;
  const timers = createTestTimers();
  const told: TestWorker['told'] = [];
  const worker = startWorker({
    db,
    jobs: jobs.map((job) => job.by(name)),
    owner: name,
    clock,
    checkClock,
    random: { fraction: () => 0 },
    failures: { report: (cause, error) => told.push({ cause, error }), works: (cause) => told.push({ cause }) },
    schedule: timers.schedule,
  });
  const isLook = (ms: number) => ms <= LONGEST_LOOK_MS;
  const looks = () => timers.count(isLook);

  return {
    told,
    async look() {
      await expect.poll(looks).toBe(1);
      timers.fire(isLook);
      await expect.poll(looks).toBe(1);
    },
    fire: (ms) => timers.fire((each) => each === ms),
    hasTimer: (ms) => timers.count((each) => each === ms) > 0,
    stop: () => worker.stop(),
  };
}
