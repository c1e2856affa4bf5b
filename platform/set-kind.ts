import type { DeviceFacts } from './platform.ts';
import type { TizenWindow } from './tizen/tizen-api.ts';
import type { WebosWindow } from './webos/webos-api.ts';

export type PlatformPage = TizenWindow & WebosWindow;

/** The kinds of devices that are not browsers. */
export type SetKind = Exclude<DeviceFacts['platform'], 'web'>;

/** What a set's user agent says, and a global that its web browser, with the same user agent, does not have. */
const IS_SET: Record<SetKind, (userAgent: string, page: PlatformPage) => boolean> = {
  tizen: (userAgent, page) => /\bTizen\b/.test(userAgent) && Boolean(page.tizen),
  webos: (userAgent, page) => /\bWeb0S\b/.test(userAgent) && Boolean(page.webOSSystem ?? page.PalmSystem),
};

/** Detects the set that this page runs on; null for a browser, a set's own one too. The only reader of the user agent. */
export const setKind = (page: PlatformPage): SetKind | null =>
  (Object.keys(IS_SET) as SetKind[]).find((kind) => IS_SET[kind](page.navigator.userAgent, page)) ?? null;
