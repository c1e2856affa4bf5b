import type { FastifyInstance } from 'fastify';

/** Every answer says which request it answers, so that a viewer's report finds its line in the log. */
export function installRequestId(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id);
  });
}
