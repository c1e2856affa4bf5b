import { isIPv4, isIPv6 } from 'node:net';

/** Groups of a /48, the part of an IPv6 address that one site has. */
const IPV6_GROUPS = 3;

/** The eight groups of an IPv6 address, in hexadecimal without leading zeros. */
function groupsOf(address: string): string[] {
  // The URL parser writes every spelling the same way: lower case, no leading zeros, one "::".
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const split = (part = '') => part.split(':').filter(Boolean);
  if (tail === undefined) return split(head);
  const missing = 8 - split(head).length - split(tail).length;
  return [...split(head), ...Array<string>(missing).fill('0'), ...split(tail)];
}

/**
 * The network of an address, rough enough to be shown to a stranger: `203.0.113.*` (a /24) or `2001:db8:1:*` (a /48).
 *
 * @returns null for text that is no address.
 */
export function networkOf(address: string): string | null {
  const plain = address.replace(/^::ffff:(?=[\d.]+$)/i, '').replace(/%.*$/, '');
  if (isIPv4(plain)) return `${plain.split('.').slice(0, 3).join('.')}.*`;
  if (isIPv6(plain)) return `${groupsOf(plain).slice(0, IPV6_GROUPS).join(':')}:*`;
  return null;
}
