import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';
import { setKind, type PlatformPage } from './set-kind.ts';
import { createTizenPlatform } from './tizen/tizen-platform.ts';
import { createWebosPlatform } from './webos/webos-platform.ts';

/** Detects the platform that this page runs on. */
export function choosePlatform(page: PlatformPage): Platform {
  switch (setKind(page)) {
    case 'tizen':
      return createTizenPlatform(page);
    case 'webos':
      return createWebosPlatform(page);
    case null:
      return createBrowserPlatform(page);
  }
}
