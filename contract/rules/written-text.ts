import type { FieldCode } from '../error-reply.ts';

// Televisions must not load this file: Chromium 63 has no Unicode property escapes. Only request schemas use it, and
// the build removes them from the app (scripts/build/bare-contract.ts).

const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORMAT = /\p{Cf}/u;

/**
 * The only format characters allowed: joiners between pictographs, as in families and professions, and tags after a
 * black flag, as in the flag of Scotland.
 */
const JOINED_EMOJI =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)+|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;

/**
 * A visible letter, digit, sign or symbol. Some letters and symbols are blank: the Hangul fillers (U+115F, U+1160,
 * U+3164, U+FFA0) are ignorable by default, the braille blank and the null notehead are not.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Normalizes text to NFC and trims it. */
export const tidyText = (text: string): string => text.normalize('NFC').trim();

/**
 * Tidies a text and removes format characters, which pasted text often has. Empty if no character is visible.
 */
export function cleanText(text: string): string {
  // Made here and not above: the build leaves a module out of the app only if it does nothing when it is loaded.
  const joinedOrFormat = new RegExp(`${JOINED_EMOJI.source}|${FORMAT.source}`, 'gu');
  const cleaned = tidyText(text.replace(joinedOrFormat, (found) => (Array.from(found).length > 1 ? found : '')));
  return VISIBLE.test(cleaned) ? cleaned : '';
}

/**
 * Field code of the first fault in a text that `tidyText` has normalized, or null. The length checks handle empty text.
 */
export function problemOfText(text: string): FieldCode | null {
  if (CONTROL.test(text)) return 'FORBIDDEN_CHARACTER';
  if (text !== '' && !VISIBLE.test(text)) return 'INVISIBLE';
  return FORMAT.test(text.replace(JOINED_EMOJI, '')) ? 'FORBIDDEN_CHARACTER' : null;
}
