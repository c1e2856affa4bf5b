/** Control and format characters, line breaks and separators; not the joiner, which emoji need. */
const INVISIBLE = /(?:[\p{Cc}\p{Zl}\p{Zp}]|(?!\u200d)\p{Cf})+/gu;
/** Words that mail programs turn into links: with a scheme, an at sign, or a name of a domain. */
const LIKE_AN_ADDRESS = /\S*(?::\/\/|@|www\.|[\p{L}\p{N}-][.。．｡]\p{L}{2,})\S*/giu;
const LONGEST = 120;

/**
 * A name that a stranger may have chosen, as a mail or a page of ours may show it: one line without addresses. Devices
 * name themselves, so the name of an attacker's device must not look like something that the service wrote. Rows may be
 * older than the contract's rule for new names.
 *
 * @returns undefined where nothing is left to show.
 */
export function plainName(name: string): string | undefined {
  const plain = name.normalize('NFC').replace(INVISIBLE, ' ').replace(LIKE_AN_ADDRESS, ' ').replace(/\s+/g, ' ').trim();
  return plain.replaceAll('\u200d', '') === '' ? undefined : Array.from(plain).slice(0, LONGEST).join('');
}
