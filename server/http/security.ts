import underPressure from '@fastify/under-pressure';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../lib/fail.ts';
import { addressOf, isFromThisMachine } from './addresses.ts';
import type { CallLimit } from './call-limit.ts';
import { surfaceOf, type Surface } from './surface.ts';

/** The event loop is this late, in ms, and for so many looks one after the other, before callers are sent away. */
const LATE_MS = 1000;
const LATE_LOOKS = 10;
const LOOK_EVERY_MS = 1000;
const RETRY_AFTER_SECONDS = 5;

/** Counted before any work is done. */
const COUNTED: readonly Surface[] = ['call', 'page', 'operator'];
/** Counted only when nothing is found: a screen has a hundred pictures, and a film a thousand segments. */
const COUNTED_WHEN_MISSED: readonly Surface[] = ['static', 'art', 'media'];
/** Statuses of a request for a file that is not there, or that asks in a wrong way. */
const MISSES: readonly number[] = [400, 404, 405];
/** Supervisors are answered under any pressure: a busy process must not be taken for a dead one. */
const ANSWERED_UNDER_PRESSURE: readonly Surface[] = ['supervision', 'operator'];

/** Counts one call of the request's address; programs on this machine are not limited. */
const takeCall = (limit: CallLimit, request: FastifyRequest): ServiceError | undefined =>
  isFromThisMachine(request) ? undefined : limit.take(addressOf(request));

/** What a failure becomes: a miss among files is counted, so that nobody can guess at addresses without end. */
export function countMiss(limit: CallLimit, request: FastifyRequest, failure: ServiceError): ServiceError {
  if (!MISSES.includes(failure.status) || !COUNTED_WHEN_MISSED.includes(surfaceOf(request))) return failure;
  return takeCall(limit, request) ?? failure;
}

export function installCallLimit(app: FastifyInstance, limit: CallLimit): void {
  app.addHook('onRequest', (request, _reply, done) =>
    done(COUNTED.includes(surfaceOf(request)) ? takeCall(limit, request) : undefined),
  );
}

/** Whether the event loop has been late for a while. */
async function watchEventLoop(app: FastifyInstance): Promise<() => boolean> {
  // A start, or a moment in which the machine has other things to do, is no overload: only what lasts is.
  let lateLooks = 0;
  const look = setInterval(() => {
    lateLooks = app.isUnderPressure() ? lateLooks + 1 : 0;
  }, LOOK_EVERY_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(look);
    done();
  });
  // With a handler that does nothing the plugin only measures.
  await app.register(underPressure, { maxEventLoopDelay: LATE_MS, pressureHandler: () => undefined });
  return () => lateLooks >= LATE_LOOKS;
}

/**
 * Sends callers away while the process has more to do than it can.
 *
 * @param isOverloaded the event loop's lateness when left out
 */
export async function installOverload(app: FastifyInstance, isOverloaded?: () => boolean): Promise<void> {
  const isTooMuch = isOverloaded ?? (await watchEventLoop(app));
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isTooMuch() || ANSWERED_UNDER_PRESSURE.includes(surfaceOf(request))) return done();
    done(new ServiceError('OVERLOADED', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
  });
}
