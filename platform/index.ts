import { createBrowserPlatform } from './browser/browser-platform.ts';
import type { Platform } from './platform.ts';
import { setKind, type PlatformPage, type SetKind } from './set-kind.ts';
import { createTizenPlatform } from './tizen/tizen-platform.ts';
import { createWebosPlatform } from './webos/webos-platform.ts';

const CREATE: Record<SetKind, (page: PlatformPage) => Platform> = {
  tizen: createTizenPlatform,
  webos: createWebosPlatform,
};

/** Detects the platform that this page runs on. */
export function choosePlatform(page: PlatformPage): Platform {
  const kind = setKind(page);
  return kind === null ? createBrowserPlatform(page) : CREATE[kind](page);
}
