import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isLoopback } from '../http/addresses.ts';
import { tokenOf } from '../http/caller.ts';
import { fail } from '../lib/fail.ts';
import type { Metrics } from './metrics.ts';

const digest = (text: string) => createHash('sha256').update(text).digest();

/** From a program on this machine itself, not through a proxy that runs on it. */
const isLocal = (request: FastifyRequest) =>
  isLoopback(request.socket.remoteAddress ?? '') &&
  request.headers['x-forwarded-for'] === undefined &&
  request.headers['forwarded'] === undefined;

/**
 * Figures for Prometheus: with a token to who has it, without one only to this machine. Anybody else finds nothing, as
 * at any address that is not there.
 */
export function mountMetrics(app: FastifyInstance, metrics: Metrics, token: string | undefined): void {
  const isAllowed = (request: FastifyRequest) =>
    token === undefined ? isLocal(request) : timingSafeEqual(digest(tokenOf(request) ?? ''), digest(token));

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

  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!isAllowed(request)) fail('NOT_FOUND');
    return reply
      .type(metrics.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.render());
  });
}
