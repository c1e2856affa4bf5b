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

/** Text as it is kept: one spelling of each character, and no blanks around it. */
export const tidyText = (text: string): string => text.normalize('NFC').trim();

/** What is wrong with a text that somebody wrote, after `tidyText`; an empty one is a matter of length. */
export function problemOfText(text: string): FieldCode | null {
  if (CONTROL.test(text)) return 'FORBIDDEN_CHARACTER';
  if (text !== '' && !VISIBLE.test(text)) return 'INVISIBLE';
  return FORMAT.test(text.replace(JOINED_EMOJI, '')) ? 'FORBIDDEN_CHARACTER' : null;
}
