import type { TizenWindow } from './tizen/tizen-api.ts';
import type { WebosWindow } from './webos/webos-api.ts';

export type PlatformPage = TizenWindow & WebosWindow;

/**
 * Detects the set that this page runs on; null for a browser. The only reader of the user agent. A set's web browser
 * has the set's user agent without its globals, and counts as a browser.
 */
export function setKind(page: PlatformPage): 'tizen' | 'webos' | null {
  const { userAgent } = page.navigator;
  if (/\bTizen\b/.test(userAgent) && page.tizen) return 'tizen';
  if (/\bWeb0S\b/.test(userAgent) && (page.webOSSystem ?? page.PalmSystem)) return 'webos';
  return null;
}
