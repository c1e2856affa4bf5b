import type { KeyValueStorage } from './platform.ts';

/** Prefix of every cookie of the app (contract.md, section 9). */
const COOKIE_PREFIX = 'lS_';
const COOKIE_LIFE_SECONDS = 180 * 24 * 60 * 60;

/** `localStorage`, or memory when the browser forbids it. */
export function createPageStorage(page: Window): KeyValueStorage {
  const memory = new Map<string, string>();
  const withStorage = <T>(use: (storage: Storage) => T, otherwise: T): T => {
    try {
      return use(page.localStorage);
    } catch {
      // Forbidden or full: the app continues with the values in memory.
      return otherwise;
    }
  };
  return {
    get: (key) => memory.get(key) ?? withStorage((storage) => storage.getItem(key), null),
    set(key, value) {
      memory.delete(key);
      const isStored = withStorage((storage) => {
        storage.setItem(key, value);
        return true;
      }, false);
      if (!isStored) memory.set(key, value);
    },
    remove(key) {
      memory.delete(key);
      withStorage((storage) => storage.removeItem(key), undefined);
    },
  };
}

/** Decodes a cookie; null when a foreign cookie is malformed. */
function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** Site-wide cookies that live 180 days, or the same keys in `otherwise` when the page has no cookies. */
export function createCookieStorage(page: Window, otherwise: KeyValueStorage): KeyValueStorage {
  const { document, location } = page;
  const attributes = `; path=/; SameSite=Lax${location.protocol === 'https:' ? '; Secure' : ''}`;
  const read = (name: string): string | null => {
    for (const pair of document.cookie.split('; ')) {
      if (pair.startsWith(`${name}=`)) return decode(pair.slice(name.length + 1));
    }
    return null;
  };
  const write = (name: string, value: string, lifeSeconds: number) => {
    document.cookie = `${name}=${encodeURIComponent(value)}; max-age=${lifeSeconds}${attributes}`;
  };

  const probe = `${COOKIE_PREFIX}probe`;
  write(probe, '1', 60);
  const hasCookies = read(probe) === '1';
  write(probe, '', 0);

  return {
    get: (key) => (hasCookies ? read(COOKIE_PREFIX + key) : null) ?? otherwise.get(COOKIE_PREFIX + key),
    set(key, value) {
      if (hasCookies) {
        write(COOKIE_PREFIX + key, value, COOKIE_LIFE_SECONDS);
        if (read(COOKIE_PREFIX + key) === value) return otherwise.remove(COOKIE_PREFIX + key);
        // The browser silently drops a cookie above its size limit, and keeps the one before it.
        write(COOKIE_PREFIX + key, '', 0);
      }
      otherwise.set(COOKIE_PREFIX + key, value);
    },
    remove(key) {
      if (hasCookies) write(COOKIE_PREFIX + key, '', 0);
      otherwise.remove(COOKIE_PREFIX + key);
    },
  };
}
