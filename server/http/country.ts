import type { FastifyRequest } from 'fastify';

/** How a service in several countries learns where a caller is. */
export interface CountryOptions {
  /** Codes of ISO 3166-1: `KR`. */
  countries: readonly string[];
  /** The header in which a trusted proxy says it. */
  header: string;
  /** Where a caller counts as being whose country nobody says; undefined for elsewhere. */
  unknown: string | undefined;
}

/** All other countries together: no title that is limited to some is there. */
const ELSEWHERE = 'ZZ';

/** Codes that proxies send in place of a country: unknown, Tor. */
const isKnown = (code: string) => /^[A-Z]{2}$/.test(code) && code !== 'XX';

/** Believes the header of a trusted proxy alone: anybody can send one. */
export function createCountryOf({ countries, header, unknown = ELSEWHERE }: CountryOptions) {
  return (request: FastifyRequest): string => {
    // More than the socket's own address: the peer is trusted, and has forwarded the call of somebody else.
    const isForwarded = (request.ips?.length ?? 0) > 1;
    const sent = request.headers[header];
    const code = isForwarded && typeof sent === 'string' ? sent.trim().toUpperCase() : '';
    if (!isKnown(code)) return unknown;
    return countries.includes(code) ? code : ELSEWHERE;
  };
}
