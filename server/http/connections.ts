import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';
import { ServiceError } from '../lib/fail.ts';
import { toErrorReply } from './errors.ts';
import { CALL_POLICY } from './headers.ts';

/** Connection timeouts, in ms. Only requests have a total limit: sending a film may take hours. */
export interface ConnectionTimes {
  /**
   * From the first byte of a request to its last; also for the headers alone, and for the first byte of a new
   * connection.
   */
  readonly request: number;
  /** No bytes in either direction: a set lost power, or a player stopped reading. */
  readonly silence: number;
  /** Keep-alive time. Longer than that of proxies, so that a proxy never sends into a connection that just closed. */
  readonly betweenRequests: number;
  /** How often the limits are checked. */
  readonly lookEvery: number;
  /** Time for a refused caller to read its answer. */
  readonly refusal: number;
}

const CONNECTION_TIMES: ConnectionTimes = {
  request: 30_000,
  silence: 120_000,
  betweenRequests: 72_000,
  lookEvery: 5_000,
  refusal: 2_000,
};

/** Maximum connections per process; further ones are closed immediately. Each takes about 20 kB while idle. */
const MAX_CONNECTIONS = 16_384;
/**
 * Above this, each answer closes its connection: televisions that come at the instant of a release leave their place to the
 * next ones instead of keeping it for 72 s.
 */
const CROWDED_CONNECTIONS = 12_288;

const KEEP_ALIVE_PROBE_MS = 60_000;

/** Server options that bound every wait of a connection. */
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

/** Closes connections on which nothing has come, a whole turn of the event loop later: what has come and was not read yet is read before. */
export function closeSilent(sockets: Iterable<Socket>): void {
  const silent = [...sockets].filter(({ bytesRead }) => bytesRead === 0);
  const close = () => {
    for (const socket of silent) if (socket.bytesRead === 0) socket.destroy();
  };
  setImmediate(() => setImmediate(close));
}

export function limitConnections(
  app: FastifyInstance,
  { most, crowded } = { most: MAX_CONNECTIONS, crowded: CROWDED_CONNECTIONS },
): void {
  app.server.maxConnections = most;
  // By default Node drops all headers after the thousandth, and those of a proxy may come last. Their size has a limit.
  app.server.maxHeadersCount = 0;
  let open = 0;
  app.server.on('connection', (socket) => {
    open += 1;
    socket.once('close', () => (open -= 1));
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (open > crowded) void reply.header('connection', 'close');
    done(null, payload);
  });
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
 * Answers malformed or incomplete HTTP. No request object exists yet, so the answer is written to the socket directly.
 * The connection is destroyed once the answer is sent, or after a timeout: a peer that never closes its side, or never
 * reads, would keep it open.
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
      `content-security-policy: ${CALL_POLICY}`,
      'x-content-type-options: nosniff',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
    () => socket.destroy(),
  );
}
