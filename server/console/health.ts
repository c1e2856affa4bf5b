import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import type { ServiceHealth } from '#contract/console/service.ts';
import type { Connection } from '../db/open.ts';
import type { Readiness } from '#server/monitoring/health/readiness.ts';
import type { JobStatus } from '../jobs/status.ts';
import type { Clock } from '../lib/clock.ts';
import { withTimeout } from '../lib/timeout.ts';
import type { FindServiceState } from '#server/monitoring/status/service-state.ts';
import { VERSION } from '../lib/version.ts';
import { countMails } from './store.ts';

/** A disk that does not answer for so long, in ms, counts as missing: a network folder may hang. */
const DISK_WITHIN_MS = 2000;
/** A job that is due for so long has no free worker. */
const OVERDUE_SECONDS = 60;

export interface HealthOptions {
  db: Connection;
  clock: Clock;
  /** Milliseconds of a clock that nobody sets. */
  elapsedMs(): number;
  readiness(): Promise<Readiness>;
  findServiceState: FindServiceState;
  listJobs(): Promise<JobStatus[]>;
  countMediaJobs(): Promise<ServiceHealth['media_jobs']>;
  /** How far the clock is ahead of the database's, in ms. */
  findClockAheadMs(): Promise<number>;
  findCertificate(): Promise<ServiceHealth['certificate']>;
  findBackup(): Promise<ServiceHealth['backup']>;
  mediaFolder: string;
  delivery: ServiceHealth['mail']['delivery'];
}

export async function checkDisk(folder: string): Promise<ServiceHealth['media_store']> {
  const size = await withTimeout(DISK_WITHIN_MS, statfs(folder)).catch(() => undefined);
  if (size === undefined) return { state: 'missing', free_bytes: null, total_bytes: null };
  const isWritable = await withTimeout(DISK_WITHIN_MS, access(folder, constants.W_OK)).then(
    () => true,
    () => false,
  );
  return {
    state: isWritable ? 'writable' : 'read-only',
    free_bytes: size.bavail * size.bsize,
    total_bytes: size.blocks * size.bsize,
  };
}

const stateOf = ({ failures, overdueSeconds, owner, isAbandoned }: JobStatus) => {
  if (failures > 0) return 'failing';
  if (overdueSeconds > OVERDUE_SECONDS) return 'overdue';
  return owner !== null && !isAbandoned ? 'running' : 'waiting';
};

const toJob = (job: JobStatus): ServiceHealth['jobs'][number] => ({
  name: job.name,
  state: stateOf(job),
  every_seconds: job.everySeconds,
  owner: job.owner,
  last_run_at: job.lastRunAt?.toISOString() ?? null,
  last_duration_ms: job.lastDurationMs,
  next_run_at: job.nextRunAt.toISOString(),
  failures: job.failures,
  last_error: job.lastError,
});

/** Health of the parts that the service depends on. @throws OVERLOADED when the database does not answer. */
export function createHealth(options: HealthOptions): () => Promise<ServiceHealth> {
  const { db, clock, elapsedMs, readiness, findServiceState, listJobs, countMediaJobs, mediaFolder, delivery } =
    options;
  const { findClockAheadMs, findCertificate, findBackup } = options;
  return async () => {
    const now = clock.now();
    const disk = checkDisk(mediaFolder);
    const { isReady, database } = await readiness();
    const startedMs = elapsedMs();
    const mails = await countMails(db, now);
    const latencyMs = elapsedMs() - startedMs;
    const { maintenance, minVersion } = await findServiceState();
    return {
      checked_at: now.toISOString(),
      version: VERSION,
      maintenance,
      min_version: minVersion,
      database: {
        state: database !== 'answers' ? database : isReady ? 'ready' : 'not migrated',
        latency_ms: Math.round(latencyMs * 10) / 10,
      },
      mail: { ...mails, delivery, oldest_at: mails.oldest_at?.toISOString() ?? null },
      media_store: await disk,
      media_jobs: await countMediaJobs(),
      clock: { ahead_ms: await findClockAheadMs() },
      certificate: await findCertificate(),
      backup: await findBackup(),
      jobs: (await listJobs()).map(toJob),
    };
  };
}
