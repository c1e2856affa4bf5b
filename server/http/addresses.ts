import type { FastifyRequest } from 'fastify';

/** Of this machine: a reverse proxy without forwarded addresses, a test, a load run. */
export const isLoopback = (address: string): boolean => address === '::1' || /^(::ffff:)?127\./.test(address);

/** Where a request comes from. Where no proxy has forwarded it nobody needs to be asked whether that proxy is trusted. */
export const addressOf = (request: FastifyRequest): string =>
  request.headers['x-forwarded-for'] === undefined ? (request.socket.remoteAddress ?? '') : request.ip;
