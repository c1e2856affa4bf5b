import type { FastifyInstance } from 'fastify';

/**
 * Every call takes JSON; the framework would else hand plain text on. A body that is empty is none, whatever type it is
 * said to have: many clients name JSON on calls that send nothing, such as liking.
 */
export function installJsonBody(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeContentTypeParser(['text/plain', 'application/json']);
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body, done);
  });
}
