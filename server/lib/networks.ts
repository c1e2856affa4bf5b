import { isIPv4 } from 'node:net';

/** Groups of a /48, the IPv6 prefix of one site. */
const IPV6_GROUPS = 3;
const IPV6_KEY = /^([0-9a-f]+(?::[0-9a-f]+){3})::\/64$/;

/**
 * The caller's network, coarse enough to show to a stranger: `203.0.113.*` (a /24) or `2001:db8:1:*` (a /48).
 *
 * @param key the address's key in rate limits (address-key.ts).
 * @returns null when the address is unknown.
 */
export function networkOf(key: string): string | null {
  if (isIPv4(key)) return `${key.split('.').slice(0, 3).join('.')}.*`;
  const groups = IPV6_KEY.exec(key)?.[1]?.split(':');
  return groups ? `${groups.slice(0, IPV6_GROUPS).join(':')}:*` : null;
}
