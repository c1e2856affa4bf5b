import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isFromThisMachine } from '#server/http/addresses.ts';
import { tokenOf } from '#server/http/caller.ts';
import { SUPERVISION } from '#server/http/surface.ts';
import { fail } from '#server/lib/fail.ts';
import type { Metrics } from './metrics.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Prometheus metrics. With a configured token, for callers with that token; otherwise only for this machine. Others get
 * 404, as for any unknown path.
 */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  const isAllowed = (request: FastifyRequest) =>
    token === undefined ? isFromThisMachine(request) : timingSafeEqual(digest(tokenOf(request) ?? ''), digest(token));

  app.addHook('onResponse', (request, reply, done) => {
    metrics.observeRequest({
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1000,
    });
    done();
  });
  app.addHook('onClose', async () => metrics.stop());

  app.get('/metrics', SUPERVISION, async (request, reply) => {
    if (!isAllowed(request)) fail('NOT_FOUND');
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render());
  });
}
