import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** The address at which this machine calls what listens on a host and port. */
export function addressAt(host: string, port: number): string {
  const isEvery = host === '0.0.0.0' || host === '::';
  const callable = isEvery ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
  return `http://${callable}:${port}`;
}

/** @returns the address to call. */
export async function listenOn(app: FastifyInstance, host: string, port: number): Promise<string> {
  await app.listen({ host, port });
  return addressAt(host, (app.server.address() as AddressInfo).port);
}
