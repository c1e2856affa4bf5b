/** Control and format characters, among them those that turn the direction of writing, and every line break. */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu;
/** Words that mail programs turn into links: with a scheme, an at sign, or a name of a domain. */
const LIKE_AN_ADDRESS = /\S*(?::\/\/|@|www\.|[\p{L}\p{N}-][.。．｡]\p{L}{2,})\S*/giu;
const LONGEST = 120;
const UNNAMED = '이름 없는 기기';

/**
 * The name of a device as a mail may show it: one line without addresses. Devices name themselves, so the name of an
 * attacker's device must not be able to look like a part of the mail that the service wrote.
 */
export function plainName(name: string): string {
  const plain = name.normalize('NFC').replace(INVISIBLE, ' ').replace(LIKE_AN_ADDRESS, ' ').replace(/\s+/g, ' ').trim();
  return [...plain].slice(0, LONGEST).join('') || UNNAMED;
}
