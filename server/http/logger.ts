import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * JSON lines, on standard error: standard output is for who starts the server. A request is logged by its route and not
 * by its address, which may hold an e-mail, a code or a signature; headers are not logged at all.
 */
export function loggerOptions({ logLevel }: { logLevel: string }): FastifyServerOptions['logger'] {
  return {
    level: logLevel,
    stream: process.stderr,
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        route: request.routeOptions?.url ?? 'none',
        address: request.ip,
      }),
    },
  };
}
