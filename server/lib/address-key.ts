import { isIPv4, isIPv6 } from 'node:net';

/** All unreadable addresses share one key, so that a caller gains nothing by sending nonsense. */
export const UNREADABLE_ADDRESS = 'unreadable';

/** Some proxies add the port: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Link-local addresses may have a zone. */
const withoutPortAndZone = (address: string): string => {
  const bracketed = /^\[([^\]]*)\](?::\d+)?$/.exec(address)?.[1];
  const withPort = /^([\d.]+):\d+$/.exec(address)?.[1];
  return (bracketed ?? withPort ?? address).replace(/%[\w.-]+$/, '');
};

/** The last 32 bits of an IPv6 address may be written as IPv4. */
const withHexTail = (address: string): string =>
  address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...octets: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = octets.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });

/** The eight groups of a valid IPv6 address as numbers. */
function groupsOf(address: string): number[] {
  const [head = [], tail] = withHexTail(address)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':')));
  const missing = tail === undefined ? 0 : 8 - head.length - tail.length;
  return [...head, ...Array.from({ length: missing }, () => '0'), ...(tail ?? [])].map((group) => parseInt(group, 16));
}

/**
 * Key of an address in rate limits: the whole IPv4 address, also of IPv4-mapped IPv6, and the /64 of IPv6, because one
 * household can use any address of its /64.
 *
 * @param address from a socket or a proxy; invalid text counts as {@link UNREADABLE_ADDRESS}
 */
export function addressKey(address: string): string {
  const bare = withoutPortAndZone(address.trim());
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return UNREADABLE_ADDRESS;
  const groups = groupsOf(bare);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (isMapped)
    return groups
      .slice(6)
      .flatMap((group) => [group >> 8, group & 255])
      .join('.');
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`;
}
