import { toRomaji } from 'wanakana';

/*
 * Kana and the systems of romaji in one form: しぜん, シゼン, shizen and sizen; とうきょう, Tōkyō, Toukyou and Tokyo.
 */

const KANA_RUN = /[ぁ-ゖァ-ヶー]+/g;
const BEFORE_SMALL_VOWELS = /(?=[ぁぃぅぇぉァィゥェォ])/g;

/** Romaji for kana; everything else stays. Small vowels replace the vowel before them: ふ and ぁ are fa. */
export const withoutKana = (text: string): string =>
  text.replace(KANA_RUN, (run) =>
    toRomaji(run.replace(/[をヲ]/g, 'お').replace(BEFORE_SMALL_VOWELS, '*'))
      .replace(/[aiueo]\*/g, '')
      .replace(/[^a-z]/g, ''),
  );

const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/tch/g, 'ch'],
  [/sh(?=[aueo])/g, 'sy'],
  [/shi/g, 'si'],
  [/ch(?=[aueo])/g, 'ty'],
  [/chi/g, 'ti'],
  [/j(?=[aueo])/g, 'zy'],
  [/ji|di/g, 'zi'],
  [/tsu/g, 'tu'],
  [/dzu|du/g, 'zu'],
  [/f/g, 'h'],
  [/wo(?= |$)/g, 'o'],
  [/m(?=[bp])/g, 'n'],
  [/l/g, 'r'],
  [/v/g, 'b'],
  [/o[uh](?![aiueo])/g, 'o'],
  [/ei/g, 'e'],
  // Long vowels and double consonants.
  [/([a-z])\1+/g, '$1'],
];

/** Latin letters in one spelling. It need not be a right one: names and typed texts become the same. */
export const plainLatin = (text: string): string =>
  text.replace(/[a-z]+/g, (run) =>
    SPELLINGS.reduce((word, [pattern, spelling]) => word.replace(pattern, spelling), run),
  );
