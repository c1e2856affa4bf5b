import { checkDisk, createHealth } from '../console/health.ts';
import { migrations } from '../db/migrate.ts';
import { createFindClockAheadMs, findClockAheadMs } from '../db/right-clock.ts';
import { createReadiness } from '#server/monitoring/health/readiness.ts';
import { mountHealth } from '#server/monitoring/health/routes.ts';
import { countByState } from '../intake/store.ts';
import { listJobStatus } from '../jobs/status.ts';
import { createMetrics } from '#server/monitoring/metrics/metrics.ts';
import { mountMetrics } from '#server/monitoring/metrics/routes.ts';
import { createFindTroubles } from '#server/monitoring/quality/find-troubles.ts';
import { findFreshSummary } from '#server/monitoring/quality/fresh-summary.ts';
import { createFindBackup } from '#server/monitoring/status/backup.ts';
import { createFindSeenCertificate } from '#server/monitoring/status/certificate.ts';
import { readServiceState } from '#server/monitoring/status/service-state.ts';
import { findOpenedRows } from '#server/monitoring/viewing/viewing.ts';
import type { Core } from './core.ts';
import type { AppOptions } from './options.ts';

type SupervisedCore = Pick<Core, 'app' | 'database' | 'db' | 'clock' | 'findServiceState' | 'failures'> & {
  options: Pick<AppOptions, 'catalogueFolder' | 'mediaFolder' | 'delivery' | 'metricsToken'>;
};

/** Mounts metrics, liveness and readiness of a process of any role, for monitoring and load balancers. */
export function mountSupervision({ options, app, database, db, clock, findServiceState, failures }: SupervisedCore) {
  const { delivery, mediaFolder = options.catalogueFolder } = options;
  const readiness = createReadiness({
    probe: database.probe,
    refusesWrites: database.refusesWrites,
    needed: Object.keys(migrations),
    clock,
    failures,
  });
  const listJobs = () => listJobStatus(db, clock.now());
  const findHealth = createHealth({
    db,
    clock,
    readiness,
    mediaFolder,
    findServiceState: () => readServiceState(db),
    elapsedMs: () => performance.now(),
    listJobs,
    countMediaJobs: () => countByState(db),
    findClockAheadMs: createFindClockAheadMs(db, clock),
    findCertificate: createFindSeenCertificate({ db, clock }),
    findBackup: createFindBackup({ db, engine: database.engine, clock }),
    delivery: delivery.kind === 'sender' ? 'smtp' : delivery.kind,
  });
  const findTroubles = createFindTroubles({ db, clock, readiness, findHealth });
  app.decorate('findTroubles', findTroubles);
  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    listJobs,
    findClockAheadMs: () => findClockAheadMs(db, clock),
    findFigures: () => findFreshSummary(db, clock.now()),
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
    findTroubles,
    findDisk: () => checkDisk(mediaFolder),
    findOpenedRows: () => findOpenedRows(db, clock.now(), 'week'),
  });
  mountMetrics(app, metrics, options.metricsToken);
  mountHealth(app, readiness);
  return { metrics, findHealth, findTroubles };
}

export type Supervision = ReturnType<typeof mountSupervision>;
