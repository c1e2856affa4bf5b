/*
 * Some systems give browsers a language that is none, such as `en-US@posix`, and uPlot formats numbers with it when it loads: it would
 * leave the page white. Imported before everything else.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'ko-KR', configurable: true });
}
