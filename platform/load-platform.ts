import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';
import { setKind, type PlatformPage } from './set-kind.ts';

/** Like `choosePlatform`, for builds with code splitting: a browser never loads the code of the sets. */
export async function loadPlatform(page: PlatformPage): Promise<Platform> {
  if (setKind(page) === null) return createBrowserPlatform(page);
  const { choosePlatform } = await import('./index.ts');
  return choosePlatform(page);
}
