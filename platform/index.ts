import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';
import type { TizenWindow } from './tizen/tizen-api.ts';
import { createTizenPlatform } from './tizen/tizen-platform.ts';
import type { WebosWindow } from './webos/webos-api.ts';
import { createWebosPlatform } from './webos/webos-platform.ts';

/**
 * The platform this page runs on: the only look at the user agent. A set's browser has the user agent of the set without
 * its globals, and is a browser.
 */
export function choosePlatform(page: TizenWindow & WebosWindow): Platform {
  const { userAgent } = page.navigator;
  if (/\bTizen\b/.test(userAgent) && page.tizen) return createTizenPlatform(page);
  if (/\bWeb0S\b/.test(userAgent) && (page.webOSSystem ?? page.PalmSystem)) return createWebosPlatform(page);
  return createBrowserPlatform(page);
}
