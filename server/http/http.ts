import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Traces } from '../lib/traces.ts';
import { createCallLimit } from './call-limit.ts';
import { installCompression } from './compress.ts';
import {
  closeSilent,
  connectionOptions,
  limitConnections,
  refuseConnection,
  type ConnectionTimes,
} from './connections.ts';
import { installErrors, sendError, type FailurePage } from './errors.ts';
import { installHeaders, installPreflights } from './headers.ts';
import { installJsonBody } from './json-body.ts';
import { installCallLimit, installOneHost, installOverload, type Strain } from './security.ts';
import { serializerCompiler } from './serialize.ts';
import { installRouteTable } from './surface.ts';
import { installTraces } from './trace-calls.ts';
import { installMalformed, routablePath } from './unknown-paths.ts';
import { validatorCompiler } from './validate.ts';

/** Body limit in bytes, far above what any call needs. */
const BODY_LIMIT = 64 * 1024;

export interface HttpOptions {
  readonly random: Random;
  readonly clock: Clock;
  /** Base of the addresses in answers. */
  publicUrl(): string;
  /** Base of the addresses of media, if it is another one. */
  readonly mediaUrl?: string | undefined;
  /** Trusted proxies, in Fastify's `trustProxy` syntax. Default: this machine. */
  readonly trustedProxies?: string | undefined;
  /** Renders failures for browsers. Without it they get JSON. */
  readonly failurePage?: FailurePage;
  /** Tests use milliseconds. */
  readonly connectionTimes?: ConnectionTimes | undefined;
  /** Which calls to refuse. Default: by the event loop's delay. */
  readonly strain?: (() => Strain) | undefined;
  /** Tells a tracing service of calls. */
  readonly traces?: Traces | undefined;
  readonly logger?: FastifyServerOptions['logger'];
}

/** How often a closing server checks for idle connections, in ms. */
const LOOK_WHILE_CLOSING_MS = 50;

/**
 * Closes connections without a request, which a closing server must not wait for: a television keeps one open for its
 * next call, and browsers open some before they need them. Node counts the latter as busy.
 */
function closeIdleConnections(app: FastifyInstance): void {
  const { server } = app;
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  app.addHook('preClose', (done) => {
    const look = setInterval(() => {
      server.closeIdleConnections();
      closeSilent(sockets);
    }, LOOK_WHILE_CLOSING_MS);
    server.once('close', () => clearInterval(look));
    look.unref();
    done();
  });
}

/** A server with everything that all answers share, and without routes. */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const { random, clock, publicUrl, failurePage, connectionTimes } = options;
  const callLimit = createCallLimit(clock);
  const app = Fastify({
    ...connectionOptions(connectionTimes),
    logger: options.logger ?? false,
    genReqId: () => random.uuid(),
    trustProxy: options.trustedProxies ?? 'loopback',
    bodyLimit: BODY_LIMIT,
    // HEAD of a call that opens a play log would open one, so only safe routes enable it.
    exposeHeadRoutes: false,
    // A closing server completes running requests instead of refusing them.
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
  if (options.traces) installTraces(app, options.traces);
  closeIdleConnections(app);
  installJsonBody(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  installErrors(app, { callLimit, ...(failurePage && { failurePage }) });
  installHeaders(app, { clock, publicUrl, mediaUrl: options.mediaUrl });
  installOneHost(app);
  installCallLimit(app, callLimit);
  await installOverload(app, options.strain);
  installCompression(app);
  installPreflights(app);
  installMalformed(app);
  return app;
}
