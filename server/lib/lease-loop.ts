import { inSeconds, type Clock } from './clock.ts';
import type { FailureLog } from './failure-log.ts';
import { later, type Later } from './later.ts';
import { withTimeout } from './timeout.ts';

/** Time for runs to end when the loop stops, in ms. */
const STOP_WITHIN_MS = 2_000;

/** Another worker may have the work now, or somebody has cancelled it. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';

  constructor(work: string, options?: ErrorOptions) {
    super(`lost the lease of "${work}"`, options);
  }
}

/** Reason of a run's signal when the loop stops. */
export class WorkerStoppedError extends Error {
  override readonly name = 'WorkerStoppedError';
}

/** Work that the database has leased to this process. */
export interface LeasedWork {
  /** Unique in the loop. */
  name: string;
  leaseSeconds: number;
  /** Timeout of the run: its signal aborts, and the lease is renewed no longer. Default: none. */
  longestSeconds?: number;
  /** Time between two renewals, in ms. Default: a third of the lease, so that one may fail. */
  beatMs?: number;
  /** Stores the new expiry. Default: the lease outlives the timeout. @returns a LeaseLostError, or why else to abort. */
  renew?(until: Date): Promise<Error | undefined>;
  /** Does the work and stores its outcome. If it rejects, the lease expires. */
  run(signal: AbortSignal): Promise<void>;
}

/** Work in the background. */
export interface Worker {
  /** Starts no further run, aborts the current ones, and waits up to a timeout for them to give their work back. */
  stop(): Promise<void>;
}

export interface LeaseLoop extends Worker {
  /** The runs, by the name of their work. */
  readonly running: ReadonlyMap<string, Promise<void>>;
  begin(work: LeasedWork): void;
  /** Takes work now, and again if it is taking already. Resolves after both. */
  take(): Promise<void>;
  /** Takes work after this delay, in ms, instead of the planned one. */
  plan(ms: number): void;
}

export interface LeaseLoopOptions {
  /** Names failures to take work, to renew a lease and to store an outcome in the log. */
  cause: string;
  /** Delay after a failure to take work, in ms. */
  retryMs: number;
  clock: Clock;
  failures: FailureLog;
  schedule?: Later | undefined;
  /** Leases due work and begins it. @returns the delay until the next time, in ms. */
  take(stopping: AbortSignal): Promise<number>;
}

async function runLeased(work: LeasedWork, stopping: AbortSignal, options: LeaseLoopOptions): Promise<void> {
  const { cause, clock, failures, schedule = later } = options;
  const { name, leaseSeconds, longestSeconds, beatMs = (leaseSeconds * 1000) / 3 } = work;
  const ending = new AbortController();
  let leasedUntil = inSeconds(clock.now(), leaseSeconds);
  let isHeld = true;
  let cancelBeat: (() => void) | undefined;

  const release = (reason?: Error) => {
    isHeld = false;
    cancelBeat?.();
    if (reason) ending.abort(reason);
  };
  const beat = async () => {
    const until = inSeconds(clock.now(), leaseSeconds);
    try {
      const reason = await work.renew?.(until);
      if (reason instanceof LeaseLostError) return release(reason);
      leasedUntil = until;
      if (reason) ending.abort(reason);
    } catch (error) {
      failures.report(cause, error);
      if (clock.now() >= leasedUntil) return release(new LeaseLostError(name, { cause: error }));
    }
    planBeat();
  };
  const planBeat = () => {
    if (isHeld && work.renew) cancelBeat = schedule(() => void beat(), beatMs);
  };

  planBeat();
  const end = () => release(new Error(`ran for more than ${longestSeconds} s`));
  const cancelEnd = longestSeconds === undefined ? undefined : schedule(end, longestSeconds * 1000);
  try {
    await work.run(AbortSignal.any([stopping, ending.signal]));
  } finally {
    cancelEnd?.();
    release();
  }
}

/** Works on what the database leases to it, so that any number of processes share the work. */
export function createLeaseLoop(options: LeaseLoopOptions): LeaseLoop {
  const { cause, retryMs, failures, schedule = later } = options;
  const stopper = new AbortController();
  const stopping = stopper.signal;
  const running = new Map<string, Promise<void>>();
  let taking: Promise<void> | undefined;
  let isAskedAgain = false;
  let cancelPlan: (() => void) | undefined;

  const report = (error: unknown) => failures.report(cause, error);

  const takeWhileAsked = async () => {
    let nextMs = retryMs;
    while (isAskedAgain && !stopping.aborted) {
      isAskedAgain = false;
      try {
        nextMs = await options.take(stopping);
        failures.works(cause);
      } catch (error) {
        nextMs = retryMs;
        report(error);
      }
    }
    taking = undefined;
    plan(nextMs);
  };
  const take = () => {
    cancelPlan?.();
    isAskedAgain = true;
    return (taking ??= takeWhileAsked());
  };
  const plan = (ms: number) => {
    cancelPlan?.();
    if (!stopping.aborted) cancelPlan = schedule(() => void take(), ms);
  };
  const begin = (work: LeasedWork) => {
    const run = runLeased(work, stopping, options)
      .catch(report)
      .finally(() => {
        running.delete(work.name);
        // A place is free.
        if (taking) isAskedAgain = true;
        else plan(0);
      });
    running.set(work.name, run);
  };

  return {
    running,
    begin,
    take,
    plan,
    async stop() {
      stopper.abort(new WorkerStoppedError('the worker stops'));
      cancelPlan?.();
      const ended = async () => {
        await taking;
        await Promise.all(running.values());
      };
      await withTimeout(STOP_WITHIN_MS, ended(), schedule).catch(() => undefined);
    },
  };
}
