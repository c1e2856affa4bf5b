import type { FastifyRequest } from 'fastify';
import { addressKey } from '../lib/address-key.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\./.test(address));

/** Headers that proxies add. A request with any of them comes from somebody other than the socket's peer. */
const FORWARDING_HEADERS = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'via',
] as const;

/** How programs on this machine call it. Only HTTP/1.0 has calls without a host. */
const OWN_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a program on this machine made the request itself: a supervisor, a load test, a test. A reverse proxy on this
 * machine adds a forwarding header, so its requests are not local. Nor are those to another name: a website may let its
 * own name lead to this machine (DNS rebinding), and a browser here would then read for it.
 */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) &&
  (headers.host === undefined || OWN_HOST.test(headers.host)) &&
  FORWARDING_HEADERS.every((name) => headers[name] === undefined);

/**
 * The caller's key in rate limits (`addressKey`). Skips the framework's lookup of trusted proxies, which is most of the
 * cost, for requests that no proxy has forwarded.
 */
export const addressOf = (request: FastifyRequest): string =>
  addressKey(request.headers['x-forwarded-for'] === undefined ? (request.socket.remoteAddress ?? '') : request.ip);
