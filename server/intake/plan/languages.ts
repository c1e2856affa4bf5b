/** ISO 639-2: undetermined. */
export const UNKNOWN_LANGUAGE = 'und';

const names = new Intl.DisplayNames('ko', { type: 'language' });
/** The catalogue's limit on a language. */
const LONGEST = 10;

/** Words that people write where a language code belongs. */
const WRITTEN: Readonly<Record<string, string>> = {
  korean: 'ko',
  japanese: 'ja',
  english: 'en',
  chinese: 'zh',
  kr: 'ko',
  jp: 'ja',
  chs: 'zh-Hans',
  cht: 'zh-Hant',
  sc: 'zh-Hans',
  tc: 'zh-Hant',
};

/** A tag of BCP 47 in its shortest form (`ja` for `jpn`), or `und` for what is no known language. */
export function languageOf(written: string): string {
  const text = written.trim().replaceAll('_', '-').toLowerCase();
  const known = WRITTEN[text];
  if (known !== undefined) return known;
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
