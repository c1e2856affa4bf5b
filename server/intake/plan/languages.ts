/** ISO 639-2: undetermined. */
export const UNKNOWN_LANGUAGE = 'und';

const names = new Intl.DisplayNames('ko', { type: 'language' });
/** The catalogue's limit on a language. */
const LONGEST = 10;

/** Words that people write where a language code belongs, beyond the names of languages. Of two languages, the first one. */
const WRITTEN: Readonly<Record<string, string>> = {
  kr: 'ko',
  한글: 'ko',
  국문: 'ko',
  韩语: 'ko',
  韓語: 'ko',
  韩文: 'ko',
  韓文: 'ko',
  jp: 'ja',
  jap: 'ja',
  日語: 'ja',
  日文: 'ja',
  eg: 'en',
  영문: 'en',
  英語: 'en',
  英文: 'en',
  cn: 'zh',
  中文: 'zh',
  mandarin: 'zh',
  cantonese: 'yue',
  광둥어: 'yue',
  filipino: 'fil',
  chs: 'zh-Hans',
  sc: 'zh-Hans',
  gb: 'zh-Hans',
  gbk: 'zh-Hans',
  gb2312: 'zh-Hans',
  zhs: 'zh-Hans',
  간체: 'zh-Hans',
  简体: 'zh-Hans',
  简中: 'zh-Hans',
  简体中文: 'zh-Hans',
  简: 'zh-Hans',
  cht: 'zh-Hant',
  tc: 'zh-Hant',
  big5: 'zh-Hant',
  zht: 'zh-Hant',
  번체: 'zh-Hant',
  繁体: 'zh-Hant',
  繁體: 'zh-Hant',
  繁中: 'zh-Hant',
  繁體中文: 'zh-Hant',
  繁体中文: 'zh-Hant',
  繁: 'zh-Hant',
  // Fansubs in Chinese have the Japanese text beside it.
  jpsc: 'zh-Hans',
  scjp: 'zh-Hans',
  jpchs: 'zh-Hans',
  chsjp: 'zh-Hans',
  简日: 'zh-Hans',
  简日双语: 'zh-Hans',
  jptc: 'zh-Hant',
  tcjp: 'zh-Hant',
  jpcht: 'zh-Hant',
  chtjp: 'zh-Hant',
  繁日: 'zh-Hant',
  繁日雙語: 'zh-Hant',
  繁日双语: 'zh-Hant',
};

let written: ReadonlyMap<string, string> | undefined;

/** The names of all languages with a code of two letters: in English, Korean, Japanese, Chinese, and their own. */
function writtenNames(): ReadonlyMap<string, string> {
  if (written) return written;
  const found = new Map<string, string>();
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(97 + index));
  for (const code of letters.flatMap((one) => letters.map((other) => one + other))) {
    if (names.of(code) === code) continue;
    for (const locale of ['en', 'ko', 'ja', 'zh', code]) {
      const name = new Intl.DisplayNames(locale, { type: 'language' }).of(code)?.toLowerCase();
      if (name !== undefined && name !== code && !found.has(name)) found.set(name, code);
    }
  }
  written = found;
  return found;
}

/** A tag of BCP 47 in its shortest form (`ja` for `jpn`), or `und` for what is no known language. */
export function languageOf(written: string): string {
  const text = written.normalize('NFC').trim().replaceAll('_', '-').toLowerCase();
  const word = Object.hasOwn(WRITTEN, text) ? WRITTEN[text] : writtenNames().get(text);
  if (word !== undefined) return word;
  try {
    const [tag] = Intl.getCanonicalLocales(text);
    if (tag === undefined || tag.length > LONGEST) return UNKNOWN_LANGUAGE;
    const [language = ''] = tag.split('-');
    // Intl repeats codes that it does not know.
    return language !== UNKNOWN_LANGUAGE && names.of(language) !== language ? tag : UNKNOWN_LANGUAGE;
  } catch {
    return UNKNOWN_LANGUAGE;
  }
}

/** The language's name for viewers, in Korean. */
export const languageName = (lang: string): string => (lang === UNKNOWN_LANGUAGE ? '' : (names.of(lang) ?? lang));

/** Guesses the language of subtitles from their letters; `und` for letters that several languages share. */
export function guessLanguage(text: string): string {
  const count = (letters: RegExp) => text.match(letters)?.length ?? 0;
  const letters = Math.max(1, count(/\p{L}/gu));
  if (count(/\p{Script=Hangul}/gu) > letters * 0.3) return 'ko';
  if (count(/[\p{Script=Hiragana}\p{Script=Katakana}]/gu) > letters * 0.15) return 'ja';
  return UNKNOWN_LANGUAGE;
}
