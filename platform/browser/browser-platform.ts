import type { AppLifecycle, NetworkStatus, Platform } from '../platform.ts';
import { createBrowserKeys } from './browser-keys.ts';
import { createBrowserStorage, createCookieStorage } from './browser-storage.ts';

const createLifecycle = (page: Window): AppLifecycle => ({
  isHidden: () => page.document.hidden,
  subscribe(handler) {
    const handleVisibility = () => handler(page.document.hidden ? 'hidden' : 'visible');
    const handlePageHide = () => handler('hidden');
    page.document.addEventListener('visibilitychange', handleVisibility);
    page.addEventListener('pagehide', handlePageHide);
    return () => {
      page.document.removeEventListener('visibilitychange', handleVisibility);
      page.removeEventListener('pagehide', handlePageHide);
    };
  },
});

const createNetwork = (page: Window): NetworkStatus => ({
  isOnline: () => page.navigator.onLine !== false,
  subscribe(handler) {
    const handleOnline = () => handler(true);
    const handleOffline = () => handler(false);
    page.addEventListener('online', handleOnline);
    page.addEventListener('offline', handleOffline);
    return () => {
      page.removeEventListener('online', handleOnline);
      page.removeEventListener('offline', handleOffline);
    };
  },
});

/** A desktop browser: arrow keys, Enter and Escape are the remote. */
export function createBrowserPlatform(page: Window): Platform {
  const storage = createBrowserStorage(page);
  return {
    keys: createBrowserKeys(page),
    lifecycle: createLifecycle(page),
    device: {
      platform: 'web',
      model: null,
      playbackRates: [0.5, 0.75, 1, 1.25, 1.5, 2],
      preferredVideoCodecs: ['avc1', 'vp09'],
    },
    storage,
    cookies: createCookieStorage(page, storage),
    network: createNetwork(page),
    // A browser keeps the screen on by itself while a video plays.
    screensaver: { setAllowed: () => undefined },
    backAtRoot: 'ask',
    // A tab that the viewer opened cannot close itself: leaving it blank is the nearest thing.
    exit() {
      page.close();
      page.location.replace('about:blank');
    },
  };
}
