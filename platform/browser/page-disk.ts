import type { VideoDisk } from '../platform.ts';

/** IndexedDB of the page; null when the browser forbids it. */
export function createPageDisk(page: Window): VideoDisk | null {
  try {
    if (!page.indexedDB) return null;
  } catch {
    // Forbidden, for example in a frame without an origin.
    return null;
  }
  // Absent on plain http from another host. A full disk is then noticed only when a write fails.
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
      // Best effort: when refused, the browser evicts the data only when the disk is nearly full.
      storage?.persist?.().catch(() => undefined);
    },
  };
}
