/** ISO 639-2: undetermined. */
export const UNKNOWN_LANGUAGE = 'und';

const names = new Intl.DisplayNames('ko', { type: 'language' });
/** The catalogue's limit on a language. */
const LONGEST = 10;

/** Words that people write where a language code belongs. Of two languages, the first one. */
const WRITTEN: Readonly<Record<string, string>> = {
  korean: 'ko',
  kr: 'ko',
  한국어: 'ko',
  한글: 'ko',
  국문: 'ko',
  韓国語: 'ko',
  韩语: 'ko',
  韓語: 'ko',
  japanese: 'ja',
  jp: 'ja',
  jap: 'ja',
  일본어: 'ja',
  日本語: 'ja',
  日语: 'ja',
  日語: 'ja',
  日文: 'ja',
  english: 'en',
  eg: 'en',
  영어: 'en',
  영문: 'en',
  英語: 'en',
  英语: 'en',
  英文: 'en',
  chinese: 'zh',
  cn: 'zh',
  중국어: 'zh',
  中文: 'zh',
  中国語: 'zh',
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
  french: 'fr',
  german: 'de',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  russian: 'ru',
  vietnamese: 'vi',
  thai: 'th',
  indonesian: 'id',
  arabic: 'ar',
  polish: 'pl',
  프랑스어: 'fr',
  독일어: 'de',
  스페인어: 'es',
  러시아어: 'ru',
  베트남어: 'vi',
  태국어: 'th',
};

/** A tag of BCP 47 in its shortest form (`ja` for `jpn`), or `und` for what is no known language. */
export function languageOf(written: string): string {
  const text = written.normalize('NFC').trim().replaceAll('_', '-').toLowerCase();
  if (Object.hasOwn(WRITTEN, text)) return WRITTEN[text] ?? UNKNOWN_LANGUAGE;
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
