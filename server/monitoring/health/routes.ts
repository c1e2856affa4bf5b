import type { FastifyInstance } from 'fastify';
import { VERSION } from '#server/lib/version.ts';
import { SUPERVISION } from '#server/http/surface.ts';
import type { Readiness } from './readiness.ts';

/** For load balancers and supervisors: whether the process is alive, and whether it can serve calls. */
export function mountHealth(app: FastifyInstance, readiness: () => Promise<Readiness>): void {
  app.get('/healthz', SUPERVISION, (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok', version: VERSION }),
  );

  app.get('/readyz', SUPERVISION, async (_request, reply) => {
    const { isReady, database, missing } = await readiness();
    return reply
      .status(isReady ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: isReady ? 'ready' : 'not ready', database, missing_migrations: missing });
  });
}
