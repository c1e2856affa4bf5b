import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { fail, ServiceError } from '../lib/fail.ts';

/** Calls a minute from one address: a house with four televisions stays far below. */
const CALLS_A_MINUTE = 1200;
/** The event loop is this late, in ms, before callers are sent away. */
const LATE_MS = 1000;
const RETRY_AFTER_SECONDS = 5;

const isShared = (url: string | undefined) => /^\/(api|media|art)\//.test(url ?? '');

/** Of this machine: a reverse proxy without forwarded addresses, a test, a load run. */
const isLoopback = (address: string) => address === '::1' || /^(::ffff:)?127\./.test(address);

/** What browsers are told about our pages and files, who may call from elsewhere, and when it is too much. */
export async function installSecurity(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  await app.register(helmet, {
    // Pictures and media are shown by packaged apps, whose pages have another origin.
    crossOriginResourcePolicy: { policy: 'cross-origin' },
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        // The build for old televisions starts itself with a few inline lines.
        scriptSrc: ["'self'", "'unsafe-inline'", 'data:', 'blob:'],
        workerSrc: ["'self'", 'blob:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        fontSrc: ["'self'", 'data:'],
        imgSrc: ["'self'", 'data:', 'blob:', () => publicUrl()],
        mediaSrc: ["'self'", 'blob:', () => publicUrl()],
        connectSrc: ["'self'", 'blob:', 'data:', () => publicUrl()],
      },
    },
    // Over http a browser ignores it; over https the proxy that has the certificate says it.
    strictTransportSecurity: false,
  });

  await app.register(cors, {
    delegator: (request, callback) => {
      // A packaged app's page comes from a file, with the origin `null` or `file://`. No call is made with cookies, so
      // any page may call: without a token it learns nothing.
      callback(null, {
        origin: isShared(request.url) ? '*' : false,
        methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
        allowedHeaders: ['authorization', 'content-type', 'range', 'x-profile-pin'],
        exposedHeaders: ['content-length', 'content-range', 'x-request-id', 'retry-after'],
        maxAge: 86400,
      });
    },
  });

  await app.register(rateLimit, {
    max: CALLS_A_MINUTE,
    timeWindow: 60_000,
    allowList: (request, key) => isLoopback(key) || !request.url.startsWith('/api/'),
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });

  await app.register(underPressure, {
    maxEventLoopDelay: LATE_MS,
    // As a promise: what the plugin's hook throws at once is not handed on.
    pressureHandler: async () => fail('MAINTENANCE', { retryAfterSeconds: RETRY_AFTER_SECONDS }),
  });
}
