// Televisions must not load this file: Chromium 63 has no Unicode property escapes. Only request schemas use it, and
// the build removes them from the app (scripts/build/bare-contract.ts).

/** Control, format, unassigned and private characters, blanks of every kind, and what is drawn as nothing. */
const UNSEEN = /[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** Scripts whose letters look like those of others. An address has letters of at most one of them. */
const ALIKE = ['Latin', 'Cyrillic', 'Greek', 'Armenian', 'Cherokee', 'Coptic', 'Lisu'] as const;

/**
 * Whether people read an e-mail address as programs do: nothing unseen, no compatibility forms (wide letters), and no mix of
 * scripts that look alike, such as a Cyrillic a in a Latin word.
 */
export function isPlainEmail(text: string): boolean {
  if (UNSEEN.test(text) || text.normalize('NFKC') !== text) return false;
  const local = text.slice(0, text.lastIndexOf('@'));
  return ALIKE.filter((script) => new RegExp(`\\p{Script=${script}}`, 'u').test(local)).length <= 1;
}
