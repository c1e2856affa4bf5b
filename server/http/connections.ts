import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { ServiceError } from '../lib/fail.ts';
import { toErrorReply } from './errors.ts';

/** How long connections may take, in ms. Only requests are bounded as a whole: a film may be sent for hours. */
export interface ConnectionTimes {
  /** From the first byte of a request to its last; also for the headers alone, and until a new connection sends any. */
  readonly request: number;
  /** No byte in either direction: a set that lost its power, or a player that stopped reading. */
  readonly silence: number;
  /** Between two requests. Longer than proxies keep theirs, so that none sends into a connection that just closed. */
  readonly betweenRequests: number;
  /** How often the limits are looked at. */
  readonly lookEvery: number;
  /** What a refused caller gets to take its answer. */
  readonly refusal: number;
}

const CONNECTION_TIMES: ConnectionTimes = {
  request: 30_000,
  silence: 120_000,
  betweenRequests: 72_000,
  lookEvery: 5_000,
  refusal: 2_000,
};

/** Connections at once to one process; more are closed at once. Each takes some 20 kB while it does nothing. */
const MAX_CONNECTIONS = 8192;

const KEEP_ALIVE_PROBE_MS = 60_000;

/** Options of the framework's server, with which no connection waits for ever. */
export const connectionOptions = (times: ConnectionTimes = CONNECTION_TIMES): FastifyHttpOptions<Server> => ({
  requestTimeout: times.request,
  connectionTimeout: times.silence,
  keepAliveTimeout: times.betweenRequests,
  http: {
    headersTimeout: times.request,
    connectionsCheckingInterval: times.lookEvery,
    keepAlive: true,
    keepAliveInitialDelay: KEEP_ALIVE_PROBE_MS,
  },
});

export function limitConnections(app: FastifyInstance): void {
  app.server.maxConnections = MAX_CONNECTIONS;
}

const refusalOf = (error: { code?: string }): { line: string; failure: ServiceError } =>
  error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
    ? {
        line: '408 Request Timeout',
        failure: new ServiceError('VALIDATION_FAILED', { fields: { request: ['MISSING'] } }),
      }
    : {
        line: '400 Bad Request',
        failure: new ServiceError('VALIDATION_FAILED', { fields: { request: ['WRONG_FORMAT'] } }),
      };

/**
 * Answers bytes that are no HTTP, or that do not arrive: there is no request yet, so the answer is written by hand. The
 * connection is destroyed when the answer is out, and soon in any case: a peer that never closes its side, or never reads,
 * would keep it open.
 */
export function refuseConnection(
  error: { code?: string },
  socket: Socket,
  requestId: string,
  waitMs = CONNECTION_TIMES.refusal,
): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const { line, failure } = refusalOf(error);
  const body = JSON.stringify(toErrorReply(failure));
  socket.setTimeout(waitMs, () => socket.destroy());
  socket.end(
    [
      `HTTP/1.1 ${line}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `x-request-id: ${requestId}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
