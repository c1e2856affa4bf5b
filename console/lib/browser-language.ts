/*
 * Some systems give the browser an invalid language tag, such as `en-US@posix`. uPlot passes it to `Intl.NumberFormat` when it loads,
 * which throws and leaves the page white. Import this before everything else.
 */
try {
  Intl.getCanonicalLocales(navigator.language);
} catch {
  Object.defineProperty(navigator, 'language', { value: 'ko-KR', configurable: true });
}
