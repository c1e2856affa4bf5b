import { COMMON_HANGUL, COMMON_KANJI, COMMON_SIMPLIFIED, COMMON_TRADITIONAL, LETTERS } from './letters.ts';

/** How well each character outside ASCII suits a language: 1 for its frequent letters, below 0 for what it never has. */
type Weigh = (character: string, before: string, after: string) => number;

const WRONG = -2;
const FOREIGN = -0.5;

const isHangul = (code: number) => code >= 0xac00 && code <= 0xd7a3;
const isKana = (code: number) => code >= 0x3041 && code <= 0x30ff;
const isHan = (code: number) => code >= 0x4e00 && code <= 0x9fff;
/** Marks that all of East Asia writes: quotes, dots, dashes, notes, and wide forms of ASCII. */
const isMark = (code: number) =>
  (code >= 0x2010 && code <= 0x2027) ||
  (code >= 0x3000 && code <= 0x301f) ||
  (code >= 0xff01 && code <= 0xff5e) ||
  code === 0x266a ||
  code === 0x266b ||
  code === 0xb7;
/** Replacements, controls and code points of private use, which no subtitle has. */
const isWrong = (code: number) =>
  code === 0xfffd || (code >= 0x80 && code <= 0x9f) || (code >= 0xe000 && code <= 0xf8ff);

const korean: Weigh = (character) => {
  const code = character.charCodeAt(0);
  if (isHangul(code)) return COMMON_HANGUL.has(character) ? 1 : 0.3;
  if (isHan(code)) return -0.3;
  return isMark(code) ? 0.4 : code >= 0x3131 && code <= 0x318e ? 0.3 : FOREIGN;
};

const japanese: Weigh = (character) => {
  const code = character.charCodeAt(0);
  if (isKana(code)) return code < 0x30a0 ? 1 : 0.8;
  if (isHan(code)) return COMMON_KANJI.has(character) ? 1 : 0.15;
  return isMark(code) ? 0.4 : FOREIGN;
};

const chinese =
  (common: ReadonlySet<string>): Weigh =>
  (character) => {
    const code = character.charCodeAt(0);
    if (isHan(code)) return common.has(character) ? 1 : 0.1;
    // Chinese subtitles of Japanese works often have the Japanese line below.
    return isMark(code) || isKana(code) ? 0.4 : FOREIGN;
  };

const isLower = (letter: string) => letter !== letter.toUpperCase();
const isUpper = (letter: string) => letter !== letter.toLowerCase();
const isLetter = (letter: string) => isLower(letter) || isUpper(letter);
/** What Windows writes for quotes, dashes and dots. */
const QUOTES = new Set('“”‘’…–—«»„‚€°£ª' + 'º©♪\u00a0');

/** A language with an alphabet: capitals stand at the start of a word, or among capitals. */
const alphabetic = (letters: string): Weigh => {
  const own = new Set(letters);
  const isCyrillic = own.has('а');
  return (character, before, after) => {
    if (QUOTES.has(character)) return 0.3;
    if (!own.has(character.toLowerCase())) return FOREIGN;
    if (character === '¿' || character === '¡') return isLetter(before) || !isLetter(after) ? -1 : 1;
    if (isUpper(character) && isLower(before)) return -1;
    // No word mixes Cyrillic and Latin letters.
    if (isCyrillic && [before, after].some((one) => /[a-z]/i.test(one))) return -1;
    // In an alphabet that is ASCII for the most part, letters outside it stand alone.
    if (!isCyrillic && [before, after].every((one) => one > '\u007f' && isLetter(one))) return -0.2;
    return 1;
  };
};

export interface Candidate {
  /** As `TextDecoder` knows it, or `cp949`. */
  readonly encoding: string;
  readonly languages: Readonly<Record<string, Weigh>>;
  /** A lower score means that the text is in another encoding, or in none. */
  readonly least: number;
}

/** Texts of East Asia in their own encoding have 0.45 or more, in others 0.2 or less. Alphabets have nearly 1. */
const LEAST = 0.3;
const LEAST_OF_ALPHABET = 0.65;

const codePage = (encoding: string): Candidate => ({
  encoding,
  least: LEAST_OF_ALPHABET,
  languages: Object.fromEntries(
    Object.entries(LETTERS[encoding] ?? {}).map(([lang, letters]) => [lang, alphabetic(letters)]),
  ),
});

/** In order of preference for equal scores. */
export const CANDIDATES: readonly Candidate[] = [
  { encoding: 'cp949', least: LEAST, languages: { ko: korean } },
  { encoding: 'shift_jis', least: LEAST, languages: { ja: japanese } },
  { encoding: 'gb18030', least: LEAST, languages: { 'zh-Hans': chinese(COMMON_SIMPLIFIED) } },
  { encoding: 'big5', least: LEAST, languages: { 'zh-Hant': chinese(COMMON_TRADITIONAL) } },
  { encoding: 'euc-jp', least: LEAST, languages: { ja: japanese } },
  codePage('windows-1252'),
  codePage('windows-1251'),
  codePage('windows-1250'),
];

/** @returns the mean weight of the characters outside ASCII, from -2 to 1. */
export function scoreOf(text: string, weigh: Weigh): number {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x80) continue;
    count += 1;
    sum += isWrong(code) ? WRONG : weigh(text[at] ?? '', text[at - 1] ?? ' ', text[at + 1] ?? ' ');
  }
  return count === 0 ? 0 : sum / count;
}
