import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';

/** The platform this page runs on: the only look at the user agent. */
export function choosePlatform(page: Window): Platform {
  return createBrowserPlatform(page);
}
