import type { VideoDisk } from '../platform.ts';

/** The page's own database, as far as the browser lets it have one. */
export function createPageDisk(page: Window): VideoDisk | null {
  try {
    if (!page.indexedDB) return null;
  } catch {
    // Forbidden, as in a frame without an origin.
    return null;
  }
  // Absent over plain http from another machine: then a full disk is met when it is full.
  const storage = page.navigator.storage as StorageManager | undefined;
  return {
    async freeBytes() {
      try {
        const { quota, usage } = (await storage?.estimate()) ?? {};
        return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
      } catch {
        return null;
      }
    },
    persist() {
      // A wish: refused, the browser clears it away only when the disk is nearly full.
      storage?.persist?.().catch(() => undefined);
    },
  };
}
