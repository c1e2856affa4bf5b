import { isIPv4 } from 'node:net';

/** Groups of a /48, the part of an IPv6 address that one site has. */
const IPV6_GROUPS = 3;
const IPV6_KEY = /^([0-9a-f]+(?::[0-9a-f]+){3})::\/64$/;

/**
 * The network of a caller, rough enough to be shown to a stranger: `203.0.113.*` (a /24) or `2001:db8:1:*` (a /48).
 *
 * @param key what limits count the address by (address-key.ts).
 * @returns null where no address is known.
 */
export function networkOf(key: string): string | null {
  if (isIPv4(key)) return `${key.split('.').slice(0, 3).join('.')}.*`;
  const groups = IPV6_KEY.exec(key)?.[1]?.split(':');
  return groups ? `${groups.slice(0, IPV6_GROUPS).join(':')}:*` : null;
}
