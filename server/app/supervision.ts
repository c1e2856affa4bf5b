import { migrations } from '../db/migrate.ts';
import { findClockAheadMs } from '../db/right-clock.ts';
import { createReadiness } from '#server/monitoring/health/readiness.ts';
import { mountHealth } from '#server/monitoring/health/routes.ts';
import { listJobStatus } from '../jobs/status.ts';
import { createMetrics } from '#server/monitoring/metrics/metrics.ts';
import { mountMetrics } from '#server/monitoring/metrics/routes.ts';
import { findFreshSummary } from '#server/monitoring/quality/overview.ts';
import type { Core } from './core.ts';

/** Mounts metrics, liveness and readiness, for monitoring and load balancers. */
export function mountSupervision(core: Core) {
  const { options, app, database, db, clock, findServiceState, failures } = core;
  const metrics = createMetrics({
    db,
    clock,
    pool: database.pool,
    listJobs: () => listJobStatus(db, clock.now()),
    findClockAheadMs: () => findClockAheadMs(db, clock),
    findFigures: () => findFreshSummary(db, clock.now()),
    isInMaintenance: async () => (await findServiceState()).maintenance !== null,
  });
  mountMetrics(app, metrics, options.metricsToken);
  const readiness = createReadiness({
    probe: database.probe,
    refusesWrites: database.refusesWrites,
    needed: Object.keys(migrations),
    clock,
    failures,
  });
  mountHealth(app, readiness);
  return { metrics, readiness };
}

export type Supervision = ReturnType<typeof mountSupervision>;
