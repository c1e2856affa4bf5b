import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { validatorCompiler } from 'fastify-type-provider-zod';
import type { Random } from '../lib/random.ts';
import { installErrors, refuseConnection, sendError } from './errors.ts';
import { installJsonBody } from './json-body.ts';
import { installSecurity } from './security.ts';
import { serializerCompiler } from './serialize.ts';

/** The largest body that any call needs is far below this, in bytes. */
const BODY_LIMIT = 64 * 1024;

export interface HttpOptions {
  readonly random: Random;
  /** What addresses in answers start with. */
  publicUrl(): string;
  /** Whose word on the caller's address is taken; this machine's when left out. */
  readonly trustedProxies?: string | undefined;
  readonly logger?: FastifyServerOptions['logger'];
}

/** A server with what every answer of ours has, and without a route. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { random, publicUrl } = options;
  const app = Fastify({
    logger: options.logger ?? false,
    genReqId: () => random.uuid(),
    trustProxy: options.trustedProxies ?? 'loopback',
    bodyLimit: BODY_LIMIT,
    // A HEAD of a call that opens a play log would open one.
    exposeHeadRoutes: false,
    // What is under way when the server closes is answered, not sent away.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      return sendError(error, request, reply);
    },
    clientErrorHandler: (_error, socket) => refuseConnection(socket, random.uuid()),
    routerOptions: { maxParamLength: 500 },
  });
  installJsonBody(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrors(app);
  await installSecurity(app, publicUrl);
  return app;
}
