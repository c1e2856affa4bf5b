import type { Connection } from '../db/open.ts';
import type { JobRow } from '../db/tables.ts';
import { findJob, listJobs } from './store.ts';

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

function statusOf(row: JobRow, now: Date): JobStatus {
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
}

/** The service's background jobs, by name, whichever process runs them. */
export const listJobStatus = async (db: Connection, now: Date): Promise<JobStatus[]> =>
  (await listJobs(db)).map((row) => statusOf(row, now));

/** @returns undefined for a job that no worker knows. */
export async function findJobStatus(db: Connection, name: string, now: Date): Promise<JobStatus | undefined> {
  const row = await findJob(db, name);
  return row && statusOf(row, now);
}
