import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TracedPart, Traces } from '../lib/traces.ts';
import { surfaceOf, type Surface } from './surface.ts';

/** Files and supervision answer without statements that anybody would look for. */
const TRACED: readonly Surface[] = ['call', 'console', 'page', 'provider'];

/** Traces calls, with the pattern of their address: an address has ids and secrets. Install it before other hooks. */
export function installTraces(app: FastifyInstance, traces: Traces): void {
  const parts = new WeakMap<FastifyRequest, TracedPart>();
  app.addHook('onRequest', (request, _reply, done) => {
    if (!TRACED.includes(surfaceOf(request))) return done();
    const { method, routeOptions, id } = request;
    const route = routeOptions.url ?? '*';
    const part = traces.begin('call', `${method} ${route}`, {
      'http.request.method': method,
      'http.route': route,
      'bora.request_id': id,
    });
    parts.set(request, part);
    part.run(done);
  });
  // The end of a body is an event of the connection, outside of the part.
  app.addHook('preValidation', (request, _reply, done) => {
    const part = parts.get(request);
    if (part === undefined) done();
    else part.run(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const failure = statusCode >= 500 ? String(statusCode) : undefined;
    parts.get(request)?.end({ 'http.response.status_code': statusCode }, failure);
    done();
  });
}
