/*
 * Kana and the systems of romaji in one form: しぜん, シゼン, shizen and sizen; とうきょう, Tōkyō, Toukyou and Tokyo.
 */

const ROWS: Readonly<Record<string, string>> = {
  '': 'あいうえお',
  k: 'かきくけこ',
  s: 'さしすせそ',
  t: 'たちつてと',
  n: 'なにぬねの',
  h: 'はひふへほ',
  m: 'まみむめも',
  r: 'らりるれろ',
  g: 'がぎぐげご',
  z: 'ざじずぜぞ',
  d: 'だぢづでど',
  b: 'ばびぶべぼ',
  p: 'ぱぴぷぺぽ',
};
const KANA: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ROWS).flatMap(([consonant, row]) =>
    [...row].map((kana, index) => [kana, consonant + 'aiueo'.charAt(index)] as const),
  ),
  ...([...'やゆよ'].map((kana, index) => [kana, `y${'auo'.charAt(index)}`]) as [string, string][]),
  ...([...'ゃゅょ'].map((kana, index) => [kana, `*y${'auo'.charAt(index)}`]) as [string, string][]),
  ...([...'ぁぃぅぇぉ'].map((kana, index) => [kana, `*${'aiueo'.charAt(index)}`]) as [string, string][]),
  ...([
    ['わ', 'wa'],
    ['を', 'o'],
    ['ん', 'n'],
    ['ゔ', 'bu'],
    ['っ', ''],
    ['ー', ''],
  ] as const),
]);

/** Hiragana for katakana. */
const hiragana = (text: string): string =>
  text.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));

const KANA_RUN = /[ぁ-ゖァ-ヶー]+/g;

/** Romaji for kana; everything else stays. */
export const withoutKana = (text: string): string =>
  text.replace(KANA_RUN, (run) =>
    [...hiragana(run)]
      .map((kana) => KANA.get(kana) ?? kana)
      .join('')
      // Small vowels replace the vowel before them: し and ゃ are sya, ふ and ぁ are fa.
      .replace(/[aiueo]\*/g, '')
      .replaceAll('*', ''),
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
