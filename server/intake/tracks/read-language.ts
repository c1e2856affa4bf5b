import { fail } from '../../lib/fail.ts';
import { languageOf, UNKNOWN_LANGUAGE } from '../plan/languages.ts';

/** @throws VALIDATION_FAILED for a tag that names no language. */
export function readLanguage(lang: string): string {
  const known = lang === UNKNOWN_LANGUAGE ? lang : languageOf(lang);
  if (known === UNKNOWN_LANGUAGE && lang !== UNKNOWN_LANGUAGE)
    fail('VALIDATION_FAILED', {
      message: '없는 언어예요. ko, ja, en처럼 써 주세요.',
      fields: { lang: ['NOT_ALLOWED'] },
    });
  return known;
}
