import type { FastifyInstance, FastifyRequest } from 'fastify';
import { getStatus } from '#contract/status.ts';
import type { Mount } from '#server/http/mount.ts';
import { surfaceOf, type Surface } from '#server/http/surface.ts';
import type { Clock } from '#server/lib/clock.ts';
import { fail } from '#server/lib/fail.ts';
import type { FindServiceState } from './service-state.ts';

/** `retry-after` while the service is under maintenance. */
const RETRY_AFTER_SECONDS = 10;

/** Media stays available, so that playbacks continue; supervisors and operators keep working. */
const CLOSED: readonly Surface[] = ['call', 'page'];

/** An app reads the status to learn of the maintenance, and preflights let browsers read the refusal. */
const isClosed = (request: FastifyRequest) =>
  CLOSED.includes(surfaceOf(request)) && request.routeOptions.url !== getStatus.path && request.method !== 'OPTIONS';

/** Refuses callers while the service is under maintenance. Install it before the routes. */
export function installMaintenance(app: FastifyInstance, findState: FindServiceState): void {
  app.addHook('onRequest', async (request) => {
    if (!isClosed(request)) return;
    const { maintenance } = await findState();
    if (maintenance !== null) fail('MAINTENANCE', { retryAfterSeconds: RETRY_AFTER_SECONDS, message: maintenance });
  });
}

export function mountStatus(mount: Mount, clock: Clock, findState: FindServiceState): void {
  mount(getStatus, async () => {
    const { maintenance, minVersion } = await findState();
    return {
      status: maintenance === null ? ('ok' as const) : ('maintenance' as const),
      message: maintenance ?? '',
      server_time: clock.now().toISOString(),
      min_version: minVersion,
    };
  });
}
