import type { ServiceHealth } from '#contract/console/service.ts';
import { checkDisk, createHealth } from '../console/health.ts';
import type { Database } from '../db/open.ts';
import { createFindClockAheadMs } from '../db/right-clock.ts';
import { countByState } from '../intake/store.ts';
import { listJobStatus } from '../jobs/status.ts';
import type { Clock } from '../lib/clock.ts';
import type { Delivery } from '../mail/outbox.ts';
import type { Readiness } from '#server/monitoring/health/readiness.ts';
import { createFindTroubles, type FindTroubles } from '#server/monitoring/quality/find-troubles.ts';
import { createFindBackup } from '#server/monitoring/status/backup.ts';
import { createFindSeenCertificate } from '#server/monitoring/status/certificate.ts';
import { readServiceState } from '#server/monitoring/status/service-state.ts';

export interface Troubles {
  findHealth(): Promise<ServiceHealth>;
  findTroubles: FindTroubles;
  /** Where videos are. */
  findDisk(): Promise<ServiceHealth['media_store']>;
}

/** The state of the service, for processes of every role. */
export function createTroubles(options: {
  database: Database;
  clock: Clock;
  readiness(): Promise<Readiness>;
  mediaFolder: string;
  delivery: Delivery;
}): Troubles {
  const { database, clock, readiness, mediaFolder, delivery } = options;
  const db = database.kysely;
  const findHealth = createHealth({
    db,
    clock,
    readiness,
    mediaFolder,
    findServiceState: () => readServiceState(db),
    elapsedMs: () => performance.now(),
    listJobs: () => listJobStatus(db, clock.now()),
    countMediaJobs: () => countByState(db),
    findClockAheadMs: createFindClockAheadMs(db, clock),
    findCertificate: createFindSeenCertificate({ db, clock }),
    findBackup: createFindBackup({ db, engine: database.engine, clock }),
    delivery: delivery.kind === 'sender' ? 'smtp' : delivery.kind,
  });
  return {
    findHealth,
    findTroubles: createFindTroubles({ db, clock, readiness, findHealth }),
    findDisk: () => checkDisk(mediaFolder),
  };
}
