import { createPageKeys } from '../page-keys.ts';
import { createPageLifecycle, createPageNetwork } from '../page-lifecycle.ts';
import { createCookieStorage, createPageStorage } from '../page-storage.ts';
import type { Platform } from '../platform.ts';
import { noRefusals, unknownCaptions } from '../system-captions.ts';
import { createPageDisk } from './page-disk.ts';

/** For events that a browser never sends. */
const never = { subscribe: () => () => undefined };

/** A desktop browser: arrow keys, Enter and Escape are the remote. */
export function createBrowserPlatform(page: Window, instant: () => number = Date.now): Platform {
  const storage = createPageStorage(page);
  return {
    keys: createPageKeys(page),
    lifecycle: createPageLifecycle(page, instant),
    device: {
      platform: 'web',
      model: null,
      firmware: null,
      isUhd: false,
      isHdr: false,
      locale: page.navigator.language,
      keySystems: [{ name: 'com.widevine.alpha', videoRobustness: 'SW_SECURE_DECODE' }],
      playbackRates: [0.5, 0.75, 1, 1.25, 1.5, 2],
      preferredVideoCodecs: ['avc1', 'vp09'],
    },
    storage,
    cookies: createCookieStorage(page, storage),
    network: createPageNetwork(page),
    // The browser itself keeps the screen on while a video plays.
    screensaver: { setAllowed: () => undefined },
    // A browser opens a page by its address, which the navigation reads.
    launch: { first: () => null, ...never },
    pointer: { isShown: () => false, ...never },
    voiceGuide: { isOn: () => false, ...never },
    captions: unknownCaptions,
    refusals: noRefusals,
    memory: never,
    voice: null,
    homeTiles: null,
    videoDisk: createPageDisk(page),
    backAtRoot: 'ask',
    // A tab that the viewer opened cannot close itself; a blank page is the closest alternative.
    exit() {
      page.close();
      page.location.replace('about:blank');
    },
  };
}
