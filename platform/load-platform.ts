import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';
import { setKind, type PlatformPage } from './set-kind.ts';

/** As `choosePlatform`, where scripts may come apart: a browser never loads what only sets need. */
export async function loadPlatform(page: PlatformPage): Promise<Platform> {
  if (setKind(page) === null) return createBrowserPlatform(page);
  const { choosePlatform } = await import('./index.ts');
  return choosePlatform(page);
}
