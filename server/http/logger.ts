import type { Writable } from 'node:stream';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import { addressKey } from '../lib/address-key.ts';
import { networkOf } from '../lib/networks.ts';

type LoggedError = { type: string; message: string; stack: string } & Record<string, unknown>;

/**
 * The loggable part of an error. Database errors contain the failing row and the statement's values: e-mail addresses,
 * and hashes of codes and passwords.
 */
function describeError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: 'not an error', stack: '' };
  return {
    type: error.name,
    message: error.message,
    ...('code' in error && { code: error.code }),
    stack: error.stack ?? '',
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  };
}

/**
 * JSON lines on standard error; standard output is for the person who starts the server. Logs the route instead of the
 * address, which may contain an e-mail, a code or a signature, and no headers. Logs only the network of the caller's
 * address: the full one is personal data, and logs are copied and stored.
 */
export function loggerOptions(
  { logLevel }: { logLevel: string },
  stream: Writable = process.stderr,
): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    stream,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
        network: networkOf(addressKey(request.ip)) ?? undefined,
      }),
      err: describeError,
    },
  };
}
