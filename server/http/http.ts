import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { createCallLimit } from './call-limit.ts';
import { installCompression } from './compress.ts';
import { connectionOptions, limitConnections, refuseConnection, type ConnectionTimes } from './connections.ts';
import { installErrors, sendError, type FailurePage } from './errors.ts';
import { installHeaders, installPreflights } from './headers.ts';
import { installJsonBody } from './json-body.ts';
import { installCallLimit, installOverload } from './security.ts';
import { serializerCompiler } from './serialize.ts';
import { installRouteTable } from './surface.ts';
import { installMalformed, routablePath } from './unknown-paths.ts';
import { validatorCompiler } from './validate.ts';

/** The largest body that any call needs is far below this, in bytes. */
const BODY_LIMIT = 64 * 1024;

export interface HttpOptions {
  readonly random: Random;
  readonly clock: Clock;
  /** What addresses in answers start with. */
  publicUrl(): string;
  /** Proxies whose word on the caller's address is taken; this machine's when left out. */
  readonly trustedProxies?: string | undefined;
  /** Draws failures for people; they get JSON without it. */
  readonly failurePage?: FailurePage;
  /** Tests wait for milliseconds. */
  readonly connectionTimes?: ConnectionTimes | undefined;
  /** Whether callers are sent away; the event loop's lateness when left out. */
  readonly isOverloaded?: () => boolean;
  readonly logger?: FastifyServerOptions['logger'];
}

/** How often a closing server looks for connections that have become idle, in ms. */
const LOOK_WHILE_CLOSING_MS = 50;

/** A television keeps its connection open for the next call, and a closing server must not wait for that call. */
function closeIdleConnections(app: FastifyInstance): void {
  app.addHook('preClose', (done) => {
    const look = setInterval(() => app.server.closeIdleConnections(), LOOK_WHILE_CLOSING_MS);
    app.server.once('close', () => clearInterval(look));
    look.unref();
    done();
  });
}

/** A server with what every answer of ours has, and without a route. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { random, clock, publicUrl, failurePage, connectionTimes } = options;
  const callLimit = createCallLimit(clock);
  const app = Fastify({
    ...connectionOptions(connectionTimes),
    logger: options.logger ?? false,
    genReqId: () => random.uuid(),
    trustProxy: options.trustedProxies ?? 'loopback',
    bodyLimit: BODY_LIMIT,
    // A HEAD of a call that opens a play log would open one: routes that are safe say so.
    exposeHeadRoutes: false,
    // What is under way when the server closes is answered, not sent away.
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      void reply.header('x-request-id', request.id);
      return sendError(error, request, reply);
    },
    rewriteUrl: ({ url }) => routablePath(url ?? '/'),
    clientErrorHandler: (error, socket) => refuseConnection(error, socket, random.uuid(), connectionTimes?.refusal),
    routerOptions: { maxParamLength: 500 },
  });
  limitConnections(app);
  installRouteTable(app);
  closeIdleConnections(app);
  installJsonBody(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrors(app, { callLimit, ...(failurePage && { failurePage }) });
  installHeaders(app, publicUrl);
  installCallLimit(app, callLimit);
  await installOverload(app, options.isOverloaded);
  installCompression(app);
  installPreflights(app);
  installMalformed(app);
  return app;
}
