import type { Writable } from 'node:stream';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

type LoggedError = { type: string; message: string; stack: string } & Record<string, unknown>;

/**
 * What may be logged of an error. Databases tell the failing row and the values of the statement beside it: e-mail
 * addresses, and hashes of codes and passwords.
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
 * JSON lines, on standard error: standard output is for who starts the server. A request is logged by its route and not
 * by its address, which may hold an e-mail, a code or a signature; headers are not logged at all.
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
        address: request.ip,
      }),
      err: describeError,
    },
  };
}
