/** Control and format characters, line breaks and separators, except the joiner, which emoji need. */
const INVISIBLE = /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf})+/gu;
/** Text that mail programs turn into links: with a scheme, an at sign, or a domain name. */
const LIKE_AN_ADDRESS = /\S*(?::\/\/|@|www\.|[\p{L}\p{N}-][.。．｡]\p{L}{2,})\S*/giu;
const LONGEST = 120;

/**
 * Sanitizes a name that a stranger may have chosen, for mails and pages: one line without addresses. Devices name
 * themselves, so an attacker's device name must not look like text of the service. Old rows may predate the contract's
 * rule for names.
 *
 * @returns undefined when nothing is left.
 */
export function plainName(name: string): string | undefined {
  const plain = name.normalize('NFC').replace(INVISIBLE, ' ').replace(LIKE_AN_ADDRESS, ' ').replace(/\s+/g, ' ').trim();
  return plain.replaceAll('\u200d', '') === '' ? undefined : Array.from(plain).slice(0, LONGEST).join('');
}
