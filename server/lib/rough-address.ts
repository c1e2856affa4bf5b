/**
 * The part of an address that says roughly where a call comes from and does not single out a line: three numbers of
 * IPv4, the first 48 bits of IPv6.
 *
 * @param address as limits count it: IPv4, or the start of IPv6.
 * @returns undefined for this machine, and for what is no address.
 */
export function roughAddress(address: string): string | undefined {
  const plain = address.replace(/^::ffff:/i, '').replace(/\/\d+$/, '');
  const numbers = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(plain)?.[1];
  if (numbers !== undefined) return numbers.startsWith('127.') ? undefined : `${numbers}.*`;
  const groups = plain.split('::')[0]?.split(':') ?? [];
  if (!plain.includes(':') || groups[0] === '' || !groups.every((group) => /^[\da-f]{1,4}$/i.test(group)))
    return undefined;
  return `${groups.slice(0, 3).join(':')}:*`;
}
