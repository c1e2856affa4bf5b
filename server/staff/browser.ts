/** The first that fits wins: Edge calls itself Chrome too, and Chrome calls itself Safari. */
const BROWSERS = [
  [/\bEdg\//, 'Edge'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bWhale\//, 'Whale'],
  [/\bFirefox\//, 'Firefox'],
  [/\bChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
] as const;

const SYSTEMS = [
  [/\bAndroid\b/, 'Android'],
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
] as const;

const nameOf = (names: readonly (readonly [RegExp, string])[], text: string) =>
  names.find(([pattern]) => pattern.test(text))?.[1];

/** `Chrome · Windows`, for a list of sessions. Nothing of the header itself is stored. */
export function browserOf(userAgent = ''): string {
  const known = [nameOf(BROWSERS, userAgent), nameOf(SYSTEMS, userAgent)].filter((name) => name !== undefined);
  return known.length === 0 ? '알 수 없는 브라우저' : known.join(' · ');
}
