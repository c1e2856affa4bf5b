import type { Connection } from '../db/open.ts';
import type { Clock } from '../lib/clock.ts';
import type { Later } from '../lib/later.ts';
import type { Job, JobFailures } from './job.ts';
import { heartbeatMs } from './rules.ts';
import { renewLease } from './store.ts';

/** Another worker may run the job now. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

export interface LeaseOptions {
  db: Connection;
  clock: Clock;
  schedule: Later;
  failures: JobFailures;
  owner: string;
}

/** A lease that renews itself until it is released or lost. */
export interface HeldLease {
  /** Aborts with a LeaseLostError. */
  readonly lost: AbortSignal;
  /** Stops renewing; the lease then ends at its expiry. */
  release(): void;
}

/** Renews a lease three times in its life. It is lost when another worker has it, or when it expires unrenewed. */
export function holdLease(job: Job, takenUntil: Date, options: LeaseOptions): HeldLease {
  const { db, clock, schedule, failures, owner } = options;
  const lost = new AbortController();
  let leasedUntil = takenUntil;
  let isHeld = true;
  let cancel: () => void = () => undefined;

  const lose = (cause?: unknown) => {
    isHeld = false;
    lost.abort(new LeaseLostError(`lost the lease of "${job.name}"`, { cause }));
  };
  const renew = async (): Promise<void> => {
    const until = new Date(clock.now().getTime() + job.leaseSeconds * 1000);
    try {
      if (!(await renewLease(db, { name: job.name, owner }, until))) return lose();
      leasedUntil = until;
    } catch (error) {
      failures.report('jobs', error);
      if (clock.now() >= leasedUntil) return lose(error);
    }
    if (isHeld) beat();
  };
  const beat = (): void => {
    cancel = schedule(() => void renew(), heartbeatMs(job));
  };
  beat();

  return {
    lost: lost.signal,
    release() {
      isHeld = false;
      cancel();
    },
  };
}
