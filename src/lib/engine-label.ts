const ENGINES: readonly (readonly [RegExp, string])[] = [
  [/\bTizen (\d+(?:\.\d+)?)/, 'Tizen'],
  [/\bWeb0S\b(?:.*?webOS\.TV-(\d+))?/, 'webOS'],
  [/\bEdg\/(\d+)/, 'Edge'],
  [/\bFirefox\/(\d+)/, 'Firefox'],
  // No word boundary, because headless browsers report `HeadlessChrome`.
  [/Chrom(?:e|ium)\/(\d+)/, 'Chromium'],
  [/\bVersion\/(\d+).*\bSafari\//, 'Safari'],
];

/** System and browser of a user agent: `"Tizen 5.0 · Chromium 63"`. */
export function engineLabel(userAgent: string): string {
  const found = ENGINES.flatMap(([pattern, name]) => {
    const match = pattern.exec(userAgent);
    return match ? [match[1] === undefined ? name : `${name} ${match[1]}`] : [];
  });
  return found.length > 0 ? found.join(' · ') : '알 수 없음';
}
