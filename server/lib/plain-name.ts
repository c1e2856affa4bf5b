/** Control and format characters, line breaks and separators, except the joiner, which emoji need. */
const INVISIBLE = /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf})+/gu;
/** Text that mail programs turn into links: with a scheme, an at sign, or a domain name, alone or before a path. */
const LIKE_AN_ADDRESS = /\S*(?::\/\/|@|www\.|[\p{L}\p{N}-][.。．｡]\p{L}{2,})\S*/giu;
/** Seven digits or more with what stands between the digits of a phone number. A number behind a letter is that of a model. */
const LIKE_A_NUMBER = /(?<![\p{Script=Latin}\d])\d(?:[\s().+\/-]{0,2}\d){6,}/gu;
const LONGEST = 120;
/** Of an old row's name; the expressions look at each part of it several times. */
const MOST_READ = 1000;

/**
 * Sanitizes a name that a stranger may have chosen, for mails and pages: one line without addresses and phone numbers. Devices name
 * themselves, so an attacker's device name must not look like text of the service. Old rows may predate the contract's
 * rule for names.
 *
 * @returns undefined when nothing is left.
 */
export function plainName(name: string): string | undefined {
  const plain = name
    .normalize('NFKC')
    .slice(0, MOST_READ)
    .replace(INVISIBLE, ' ')
    .replace(LIKE_AN_ADDRESS, ' ')
    .replace(LIKE_A_NUMBER, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return plain.replaceAll('\u200d', '') === '' ? undefined : Array.from(plain).slice(0, LONGEST).join('');
}
