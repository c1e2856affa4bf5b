/** A bound on the names that the hourly sums distinguish: televisions send free text. */

const FAMILIES: readonly (readonly [RegExp, string])[] = [
  [/\bFirefox (\d{1,3})/, 'Firefox'],
  [/\b(?:Chromium|Chrome) (\d{1,3})/, 'Chromium'],
  [/\b(?:Safari|WebKit) (\d{1,3})/, 'Safari'],
];

/** The browser engine of an app's label, with its major version: `Chromium 63` of `Tizen 5.0 · Chromium 63`. */
export function engineNameOf(label: string): string {
  for (const [pattern, name] of FAMILIES) {
    const version = pattern.exec(label)?.[1];
    if (version !== undefined) return `${name} ${Number(version)}`;
  }
  return 'other';
}

/** `1.2.3` of `1.2.3-beta.1`; `other` for anything else. */
export const versionNameOf = (version: string): string => /^\d{1,4}\.\d{1,4}\.\d{1,4}/.exec(version)?.[0] ?? 'other';

/** Bands of the average bitrate: upper bounds in bits per second, and their names. */
export const RENDITIONS = [
  [1, 'none'],
  [1_000_000, 'below 1 Mbit/s'],
  [2_500_000, '1 to 2.5 Mbit/s'],
  [5_000_000, '2.5 to 5 Mbit/s'],
  [10_000_000, '5 to 10 Mbit/s'],
  [Infinity, 'above 10 Mbit/s'],
] as const;
