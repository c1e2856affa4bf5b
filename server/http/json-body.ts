import type { FastifyInstance } from 'fastify';

/**
 * Accepts only JSON; by default the framework would pass plain text on. An empty body counts as no body, whatever its
 * content type: many clients name JSON on calls without a body, such as liking.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
