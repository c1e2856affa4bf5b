import type { AppLifecycle, NetworkStatus } from './platform.ts';
import { createSubject } from './subject.ts';

/**
 * Hidden and visible as the page itself tells them. A page that is left without `visibilitychange` is hidden too.
 *
 * @param instant milliseconds since 1970: the only clock that goes on while a television sleeps
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
    // A calendar that was set back meanwhile tells nothing.
    const awayMs = hiddenAt === null ? 0 : Math.max(0, instant() - hiddenAt);
    hiddenAt = null;
    changes.tell('visible', awayMs);
  };
  document.addEventListener('visibilitychange', () => (document.hidden ? hide() : show()));
  page.addEventListener('pagehide', hide);
  return { isHidden: () => document.hidden, subscribe: changes.subscribe };
}

/** Network Information, which TypeScript leaves out: only Chromium has it. */
interface NavigatorWithConnection {
  readonly connection?: { readonly downlink?: number };
}

/** What the page itself says of the network. */
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
