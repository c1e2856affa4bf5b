import type { FastifyRequest } from 'fastify';
import { addressKey } from '../lib/address-key.ts';

const isLoopback = (address: string | undefined): boolean =>
  address !== undefined && (address === '::1' || /^(::ffff:)?127\./.test(address));

/** What proxies add to a request. A request with any of them was made by somebody else than the socket's other end. */
const FORWARDING_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'] as const;

/**
 * Whether a program on this machine made the request itself: a supervisor, a load run, a test. A reverse proxy on this
 * machine names the caller it speaks for, and that caller is not local.
 */
export const isFromThisMachine = ({ socket, headers }: FastifyRequest): boolean =>
  isLoopback(socket.remoteAddress) && FORWARDING_HEADERS.every((name) => headers[name] === undefined);

/**
 * The key that limits count the caller by (`addressKey`). The framework's lookup of trusted proxies is skipped where
 * no proxy has forwarded the request, which is most of its cost.
 */
export const addressOf = (request: FastifyRequest): string =>
  addressKey(request.headers['x-forwarded-for'] === undefined ? (request.socket.remoteAddress ?? '') : request.ip);
