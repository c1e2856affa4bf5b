import type { FieldCode } from '../error-reply.ts';

// No file that a television loads may use this one: Chromium 63 has no properties of Unicode in regular expressions.
// Only schemas of requests do, which the build leaves out of the app (scripts/build/bare-contract.ts).

const CONTROL = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;
const FORMAT = /\p{Cf}/u;

/**
 * The only format characters that writing needs: joiners between pictographs, as in families and professions, and the
 * tags after a black flag, as in the flag of Scotland.
 */
const JOINED_EMOJI =
  /\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?(?:\u200D\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?)+|\u{1F3F4}[\u{E0020}-\u{E007E}]{1,8}\u{E007F}/gu;

/**
 * A letter, digit, sign or symbol that leaves a mark. Some letters and symbols are blank: the fillers of Hangul (U+115F,
 * U+1160, U+3164, U+FFA0) are ignorable by default, the braille blank and the null notehead are not.
 */
const VISIBLE = /(?![\p{Default_Ignorable_Code_Point}\u2800\u{1D159}])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Normalizes text to NFC and trims it. */
export const tidyText = (text: string): string => text.normalize('NFC').trim();

/** The code of a fault in a text after `tidyText`, or null. Empty text is left to the length checks. */
export function problemOfText(text: string): FieldCode | null {
  if (CONTROL.test(text)) return 'FORBIDDEN_CHARACTER';
  if (text !== '' && !VISIBLE.test(text)) return 'INVISIBLE';
  return FORMAT.test(text.replace(JOINED_EMOJI, '')) ? 'FORBIDDEN_CHARACTER' : null;
}
