import type { FastifyRequest } from 'fastify';
import { addressKey } from '../lib/address-key.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\./.test(address));

/** Headers that proxies add. A request with any of them comes from somebody other than the socket's peer. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/**
 * Whether a program on this machine made the request itself: a supervisor, a load test, a test. A reverse proxy on this
 * machine adds a forwarding header, so its requests are not local.
 */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) && FORWARDING_HEADERS.every((name) => headers[name] === undefined);

/**
 * The caller's key in rate limits (`addressKey`). Skips the framework's lookup of trusted proxies, which is most of the
 * cost, for requests that no proxy has forwarded.
 */
export const addressOf = (request: FastifyRequest): string =>
  addressKey(request.headers['x-forwarded-for'] === undefined ? (request.socket.remoteAddress ?? '') : request.ip);
