import type { TizenWindow } from './tizen/tizen-api.ts';
import type { WebosWindow } from './webos/webos-api.ts';

export type PlatformPage = TizenWindow & WebosWindow;

/**
 * Which set this page runs on, null for a browser: the only look at the user agent. A set's browser has the user agent of
 * the set without its globals, and is a browser.
 */
export function setKind(page: PlatformPage): 'tizen' | 'webos' | null {
  const { userAgent } = page.navigator;
  if (/\bTizen\b/.test(userAgent) && page.tizen) return 'tizen';
  if (/\bWeb0S\b/.test(userAgent) && (page.webOSSystem ?? page.PalmSystem)) return 'webos';
  return null;
}
