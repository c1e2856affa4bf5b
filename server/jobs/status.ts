import type { Connection } from '../db/open.ts';
import { listJobs } from './store.ts';

/** A background job as operators see it. */
export interface JobStatus {
  name: string;
  everySeconds: number;
  /** The worker that runs it now; null between runs. */
  owner: string | null;
  /** Its worker has stopped renewing the lease. */
  isAbandoned: boolean;
  nextRunAt: Date;
  lastRunAt: Date | null;
  lastDurationMs: number | null;
  lastError: string | null;
  /** Failed runs since the last success. */
  failures: number;
  /** How long it has been due and not running, in seconds: no worker is there, or all are busy. */
  overdueSeconds: number;
}

/** The service's background jobs, by name, whichever process runs them. */
export async function listJobStatus(db: Connection, now: Date): Promise<JobStatus[]> {
  const rows = await listJobs(db);
  return rows.map((row) => {
    const isAbandoned = row.leased_until !== null && row.leased_until <= now;
    const isRunning = row.owner !== null && !isAbandoned;
    return {
      name: row.name,
      everySeconds: row.every_seconds,
      owner: row.owner,
      isAbandoned,
      nextRunAt: row.next_run_at,
      lastRunAt: row.last_run_at,
      lastDurationMs: row.last_duration_ms,
      lastError: row.last_error,
      failures: row.failures,
      overdueSeconds: isRunning ? 0 : Math.max(0, (now.getTime() - row.next_run_at.getTime()) / 1000),
    };
  });
}
