import type { JobName } from '#contract/console/job-names.ts';

/** Context that a worker passes to a run. */
export interface JobContext {
  /** Aborts when the run is too long, its lease is lost, or the worker stops. */
  readonly signal: AbortSignal;
}

/**
 * Periodic work that belongs to no request. One worker of the service runs it at a time; a run that ends too early is
 * repeated, so each must be idempotent.
 */
export interface Job {
  /** Name of its row, of its metrics and of its failures in the log. Permanent. */
  readonly name: string;
  /** From the end of one run to the start of the next, unless `atSecond` is set. */
  readonly everySeconds: number;
  /** Runs by the clock: this many seconds into each period, periods counted from 1970. */
  readonly atSecond?: number;
  /** A worker that has not renewed its lease for this long counts as dead. */
  readonly leaseSeconds: number;
  /** Timeout of a run: its signal aborts, and the next run continues the work. */
  readonly longestSeconds: number;
  /** Ends soon after the signal aborts. */
  run(context: JobContext): Promise<unknown>;
}

/** A job that operators see: the console has a name for it. */
export interface ServiceJob extends Job {
  readonly name: JobName;
}

/** When a job runs, apart from what it does. */
export type JobTimes = Pick<Job, 'everySeconds' | 'atSecond' | 'leaseSeconds'>;
