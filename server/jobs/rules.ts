import type { JobRow } from '../db/tables.ts';
import { backoffSeconds } from '../lib/backoff.ts';
import { inSeconds } from '../lib/clock.ts';
import type { Job, JobTimes } from './job.ts';

/** The part of a job's row that says when a worker may take it. */
export type JobSlot = Pick<JobRow, 'next_run_at' | 'leased_until'>;

const FIRST_PAUSE_SECONDS = 5;
const LONGEST_PAUSE_SECONDS = 300;

const LONG_SECONDS = 60;
/** A day: somebody has seen the alarm of a job whose workers are away. */
const ABANDONED_AFTER_SECONDS = 24 * 3600;

/** Bounds of the time between two looks at the table, in ms. */
const LOOK_AFTER_MS = { shortest: 250, longest: 10_000 };
const ERROR_LENGTH = 1000;

const longestPause = ({ everySeconds }: JobTimes) => Math.max(everySeconds, LONGEST_PAUSE_SECONDS);

/**
 * The latest instants that a worker with about the right time could have written. A later one comes from a clock that
 * was wrong, and would stop the job until then.
 */
export const latestPlausible = (job: JobTimes, now: Date): { nextRun: Date; lease: Date } => ({
  nextRun: inSeconds(now, 2 * longestPause(job)),
  lease: inSeconds(now, 2 * job.leaseSeconds),
});

/** When a worker may take the job: it is due, and nobody holds an unexpired lease. */
export function freeAt(job: JobTimes, { next_run_at: due, leased_until: lease }: JobSlot, now: Date): Date {
  const latest = latestPlausible(job, now);
  const dueMs = due > latest.nextRun ? now.getTime() : due.getTime();
  const leaseMs = lease === null || lease > latest.lease ? 0 : lease.getTime();
  return new Date(Math.max(dueMs, leaseMs));
}

/** Start of the run after one that succeeded. */
export function nextRunAt({ everySeconds, atSecond }: JobTimes, endedAt: Date): Date {
  if (atSecond === undefined) return inSeconds(endedAt, everySeconds);
  const everyMs = everySeconds * 1000;
  const offsetMs = atSecond * 1000;
  return new Date((Math.floor((endedAt.getTime() - offsetMs) / everyMs) + 1) * everyMs + offsetMs);
}

/**
 * Start of the run after one that failed: pauses double, and grow to the job's period, at least to five minutes.
 *
 * @param failures failed runs in a row, this one included.
 * @param fraction random, in [0, 1).
 */
export function retryAt(job: JobTimes, failures: number, endedAt: Date, fraction: number): Date {
  const pauses = { firstSeconds: FIRST_PAUSE_SECONDS, longestSeconds: longestPause(job), factor: 2 };
  return inSeconds(endedAt, backoffSeconds(failures, pauses, fraction));
}

/**
 * A job that has been due since then without a lease is abandoned: a release or a changed environment dropped it. The
 * alarm lasts until then, because its workers may only be down.
 */
export const abandonedBefore = (now: Date): Date => inSeconds(now, -ABANDONED_AFTER_SECONDS);

export const isAbandonedBefore = (before: Date, { next_run_at: due, leased_until: lease }: JobSlot): boolean =>
  due < before && (lease === null || lease < before);

/** Whether a run may hold up jobs that run every few seconds. */
export const isLong = ({ longestSeconds }: Pick<Job, 'longestSeconds'>): boolean => longestSeconds > LONG_SECONDS;

/**
 * Time until a worker looks at the table again, in ms: when the next job becomes free, and regularly, because another
 * worker may have released one.
 */
export function lookAfterMs(free: readonly Date[], now: Date, fraction: number): number {
  const { shortest, longest } = LOOK_AFTER_MS;
  const soonest = Math.min(longest, ...free.map((at) => at.getTime() - now.getTime()));
  return Math.max(0, soonest) + shortest * (1 + fraction);
}

/** Messages of an error and its causes, for the table. */
export function describeFailure(error: unknown): string {
  const messages: string[] = [];
  for (let each = error; each instanceof Error && messages.length < 5; each = each.cause)
    messages.push(`${each.name}: ${each.message}`);
  return (messages.join(' <- ') || 'not an error').slice(0, ERROR_LENGTH);
}
