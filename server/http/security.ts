import cors from '@fastify/cors';
import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { fail, ServiceError } from '../lib/fail.ts';
import { isLoopback } from './addresses.ts';
import { installHeaders } from './headers.ts';

/** Calls a minute from one address: a house with four televisions stays far below. */
const CALLS_A_MINUTE = 1200;
/** The event loop is this late, in ms, and for so many looks one after the other, before callers are sent away. */
const LATE_MS = 1000;
const LATE_LOOKS = 10;
const LOOK_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = 5;

const isShared = (url: string | undefined) => /^\/(api|media|art)\//.test(url ?? '');

/** What supervisors ask is answered under any pressure: a process that is busy must not be taken for a dead one. */
const isSupervision = (url: string) => /^\/(healthz|readyz|metrics)$/.test(url);

/** What browsers are told about our pages and files, who may call from elsewhere, and when it is too much. */
export async function installSecurity(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  installHeaders(app, publicUrl);

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

  // A start, or a moment in which the machine has other things to do, is no overload: only what lasts is.
  let lateLooks = 0;
  const look = setInterval(() => {
    lateLooks = app.isUnderPressure() ? lateLooks + 1 : 0;
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: LATE_MS,
    // As a promise: what the plugin's hook throws at once is not handed on.
    pressureHandler: async (request) => {
      if (lateLooks >= LATE_LOOKS && !isSupervision(request.url))
        fail('MAINTENANCE', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    },
  });
}
