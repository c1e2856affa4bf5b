import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../lib/fail.ts';
import { addressOf, isFromThisMachine } from './addresses.ts';
import type { CallLimit } from './call-limit.ts';
import { surfaceOf, type Surface } from './surface.ts';

/** Event-loop delay, in ms, and consecutive samples above it, before the server sheds load. */
const LATE_MS = 1000;
const LATE_LOOKS = 10;
/** The same, before it refuses calls that nobody waits for. */
const STRAINED_MS = 500;
const STRAINED_LOOKS = 3;
const LOOK_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = 5;

/** Counted before any work is done. */
const COUNTED: readonly Surface[] = ['call', 'console', 'page', 'operator'];
/** Counted only on a miss: a screen has a hundred pictures, and a film a thousand segments. */
const COUNTED_WHEN_MISSED: readonly Surface[] = ['static', 'art', 'media'];
/** Statuses of a miss: a missing file, or a wrong kind of request. */
const MISSES: readonly number[] = [400, 404, 405];
/** Status of a provider's message without a valid signature. */
const FORGED = 401;
/** Supervisors are always answered: a busy process must not be taken for a dead one. */
const ANSWERED_UNDER_PRESSURE: readonly Surface[] = ['supervision', 'operator'];

/** Counts one call of the request's address; programs on this machine are not limited. */
const takeCall = (limit: CallLimit, request: FastifyRequest): ServiceError | undefined =>
  isFromThisMachine(request) ? undefined : limit.take(addressOf(request));

/** Counts a miss among files, so that nobody can guess addresses without limit. */
export function countMiss(limit: CallLimit, request: FastifyRequest, failure: ServiceError): ServiceError {
  if (!MISSES.includes(failure.status) || !COUNTED_WHEN_MISSED.includes(surfaceOf(request))) return failure;
  return takeCall(limit, request) ?? failure;
}

export function installCallLimit(app: FastifyInstance, limit: CallLimit): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(COUNTED.includes(surfaceOf(request)) ? takeCall(limit, request) : undefined),
  );
  // A provider sends a message for each payment, so only those without its signature count.
  app.addHook('onSend', (request, reply, payload, done) => {
    const isForged = surfaceOf(request) === 'provider' && reply.statusCode === FORGED;
    const failure = isForged ? takeCall(limit, request) : undefined;
    if (failure) void reply.status(failure.status).header('retry-after', String(failure.retryAfterSeconds));
    done(null, payload);
  });
}

/** RFC 9112, section 3.2: of two hosts, a proxy and the server could each read another one. */
export function installOneHost(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { rawHeaders } }, _reply, done) => {
    const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
    done(hosts.length > 1 ? new ServiceError('VALIDATION_FAILED') : undefined);
  });
}

/** How much a process has to do: `strained` refuses what nobody waits for, `overloaded` everything. */
export type Strain = 'none' | 'strained' | 'overloaded';

/** By how late the event loop has been for several samples. */
async function watchEventLoop(app: FastifyInstance): Promise<() => Strain> {
  // Only lasting lateness counts: a start or a short burst is no overload.
  let lateLooks = 0;
  let strainedLooks = 0;
  const look = setInterval(() => {
    lateLooks = app.isUnderPressure() ? lateLooks + 1 : 0;
    strainedLooks = app.memoryUsage().eventLoopDelay > STRAINED_MS ? strainedLooks + 1 : 0;
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
  // With an empty handler the plugin only measures.
  await app.register(underPressure, { maxEventLoopDelay: LATE_MS, pressureHandler: () => undefined });
  return () => (lateLooks >= LATE_LOOKS ? 'overloaded' : strainedLooks >= STRAINED_LOOKS ? 'strained' : 'none');
}

/**
 * Sheds load while the process is overloaded, and the calls that nobody waits for before that.
 *
 * @param measure default: by the event loop's delay
 */
export async function installOverload(app: FastifyInstance, measure?: () => Strain): Promise<void> {
  const strain = measure ?? (await watchEventLoop(app));
  app.addHook('onRequest', (request, _reply, done) => {
    const now = strain();
    const isRefused = now === 'overloaded' || (now === 'strained' && request.routeOptions.config?.isOptional);
    if (!isRefused || ANSWERED_UNDER_PRESSURE.includes(surfaceOf(request))) return done();
    done(new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
}
