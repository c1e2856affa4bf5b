import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { fail, ServiceError } from '../lib/fail.ts';
import { addressOf, isLoopback } from './addresses.ts';
import { installHeaders } from './headers.ts';

/** Calls a minute from one address: a house with four televisions stays far below. */
const CALLS_A_MINUTE = 1200;
/** The event loop is this late, in ms, and for so many looks one after the other, before callers are sent away. */
const LATE_MS = 1000;
const LATE_LOOKS = 10;
const LOOK_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = 5;

/** What supervisors ask is answered under any pressure: a process that is busy must not be taken for a dead one. */
const isSupervision = (url: string) => /^\/(healthz|readyz|metrics)$/.test(url);

/** What browsers are told about our pages and files, who may call from elsewhere, and when it is too much. */
export async function installSecurity(app: FastifyInstance, publicUrl: () => string): Promise<void> {
  installHeaders(app, publicUrl);

  await app.register(rateLimit, {
    global: false,
    max: CALLS_A_MINUTE,
    timeWindow: 60_000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    errorResponseBuilder: (_request, { ttl }) =>
      new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(ttl / 1000)) }),
  });

  const limit = app.rateLimit();
  app.addHook('onRequest', (request, reply, done) => {
    // Before the counting, which costs more than the whole rest of a hook.
    if (!request.url.startsWith('/api/') || isLoopback(addressOf(request))) return done();
    Promise.resolve(limit.call(app, request, reply)).then(() => done(), done);
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
