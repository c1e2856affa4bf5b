import type { AppLifecycle, NetworkStatus } from './platform.ts';
import { createSubject } from './subject.ts';

/**
 * Lifecycle from the page's visibility events. Leaving the page without `visibilitychange` counts as hidden too.
 *
 * @param instant milliseconds since 1970: the only clock that runs while a television sleeps
 */
export function createPageLifecycle(page: Window, instant: () => number = Date.now): AppLifecycle {
  const { document } = page;
  const changes = createSubject<['hidden' | 'visible', number]>();
  let hiddenAt = document.hidden ? instant() : null;
  const hide = () => {
    hiddenAt ??= instant();
    changes.tell('hidden', 0);
  };
  const show = () => {
    // The duration is unknown when the system clock was set back.
    const awayMs = hiddenAt === null ? 0 : Math.max(0, instant() - hiddenAt);
    hiddenAt = null;
    changes.tell('visible', awayMs);
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()));
  page.addEventListener('pagehide', hide);
  return { isHidden: () => document.hidden, subscribe: changes.subscribe };
}

/** The Network Information API, which TypeScript's types omit: only Chromium has it. */
interface NavigatorWithConnection {
  readonly connection?: { readonly downlink?: number };
}

/** The page's own network events. */
export const createPageNetwork = (page: Window): NetworkStatus => ({
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
  downlinkMegabits() {
    const { connection } = page.navigator as NavigatorWithConnection;
    return connection?.downlink ?? null;
  },
});
