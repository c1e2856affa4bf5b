import { migrations } from '../db/migrate.ts';
import { findClockAheadMs } from '../db/right-clock.ts';
import { createReadiness } from '#server/monitoring/health/readiness.ts';
import { mountHealth } from '#server/monitoring/health/routes.ts';
import { listJobStatus } from '../jobs/status.ts';
import { mountProxyCheck } from '#server/http/proxy-check.ts';
import { createMetrics } from '#server/monitoring/metrics/metrics.ts';
import { findOpenedRows } from '#server/monitoring/viewing/viewing.ts';
import { mountMetrics } from '#server/monitoring/metrics/routes.ts';
import { findFreshSummary } from '#server/monitoring/quality/fresh-summary.ts';
import type { Core } from './core.ts';
import { createTroubles } from './troubles.ts';

/** Mounts metrics, liveness and readiness, for monitoring and load balancers. */
export function mountSupervision(core: Core) {
  const { options, app, database, db, clock, findServiceState, failures } = core;
  const readiness = createReadiness({
    probe: database.probe,
    refusesWrites: database.refusesWrites,
    needed: Object.keys(migrations),
    clock,
    failures,
  });
  const { findHealth, findTroubles, findDisk } = createTroubles({
    database,
    clock,
    readiness,
    mediaFolder: options.mediaFolder ?? options.catalogueFolder,
    delivery: options.delivery,
  });
  app.decorate('findTroubles', findTroubles);
  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    listJobs: () => listJobStatus(db, clock.now()),
    findClockAheadMs: () => findClockAheadMs(db, clock),
    findFigures: () => findFreshSummary(db, clock.now()),
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
    findTroubles,
    findDisk,
    findOpenedRows: () => findOpenedRows(db, clock.now(), 'week'),
  });
  mountMetrics(app, metrics, options.metricsToken);
  mountHealth(app, readiness);
  mountProxyCheck(app, options.countries?.header);
  return { metrics, findHealth, findTroubles };
}

export type Supervision = ReturnType<typeof mountSupervision>;
