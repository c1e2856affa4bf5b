import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Where `bora doctor` asks, through the proxy, what the proxy makes of its call. */
export const PROXY_CHECK_PATH = '/api/proxy/';

/** The address that it claims to have. Of a network for documents, so that nobody has it. */
export const CLAIMED_ADDRESS = '192.0.2.1';

/** The country that it claims to be in. No country ever has this code. */
export const CLAIMED_COUNTRY = 'QZ';

export const proxyCheckSchema = z.object({
  /** What became of the claimed address. Only with `replaced` is every caller's address the proxy's word. */
  address: z.enum(['missing', 'passed-on', 'appended-to', 'replaced']),
  /** Whether the proxy's word counts: it is one of `TRUSTED_PROXIES`. */
  isTrusted: z.boolean(),
  protocol: z.enum(['missing', 'http', 'https']),
  /** Whether the claimed country arrives: then callers choose their country. */
  isCountryPassedOn: z.boolean(),
});

/** What a proxy made of a call. Names no address, because everybody may ask. */
export type ProxyCheck = z.output<typeof proxyCheckSchema>;

/** @param countryHeader where a proxy says the country; undefined where nobody is asked for it */
function checkProxy(
  { headers, ips }: Pick<FastifyRequest, 'headers' | 'ips'>,
  countryHeader: string | undefined,
): ProxyCheck {
  const header = headers['x-forwarded-for'];
  const named = (Array.isArray(header) ? header.join() : (header ?? '')).split(',').map((each) => each.trim());
  const protocol = String(headers['x-forwarded-proto'] ?? '');
  const isNamed = (address: string) => address === CLAIMED_ADDRESS;
  return {
    address:
      named[0] === ''
        ? 'missing'
        : !named.some(isNamed)
          ? 'replaced'
          : named.every(isNamed)
            ? 'passed-on'
            : 'appended-to',
    // The framework lists addresses as far as it trusts them: the socket's alone, when it does not trust that.
    isTrusted: (ips ?? []).length > 1,
    protocol: protocol === 'http' || protocol === 'https' ? protocol : 'missing',
    isCountryPassedOn: countryHeader !== undefined && String(headers[countryHeader] ?? '').includes(CLAIMED_COUNTRY),
  };
}

export function mountProxyCheck(app: FastifyInstance, countryHeader: string | undefined): void {
  app.get(PROXY_CHECK_PATH, { schema: { hide: true }, config: { surface: 'call' } }, (request, reply) =>
    reply.header('cache-control', 'no-store').send(checkProxy(request, countryHeader)),
  );
}
