import type { KeyValueStorage } from '#platform/platform.ts';

const KEY = 'server-address';

/**
 * Parses a typed server address, with `http://` as the default; null when it is not an origin: a path, a query, or
 * credentials are not allowed.
 */
export function readAddress(text: string): string | null {
  const typed = text.trim();
  const full = /^[a-z]+:\/\//i.test(typed) ? typed : `http://${typed}`;
  try {
    const { protocol, host, origin, pathname, search, hash, username } = new URL(full);
    const isOrigin = pathname === '/' && search === '' && hash === '' && username === '' && !/\s/.test(typed);
    return (protocol === 'http:' || protocol === 'https:') && host !== '' && isOrigin ? origin : null;
  } catch {
    return null;
  }
}

/** The address stored on this device, validated; null without one. */
export const savedAddress = (storage: KeyValueStorage): string | null => readAddress(storage.get(KEY) ?? ' ');

/** @param address null restores the address of the build */
export function saveAddress(storage: KeyValueStorage, address: string | null): void {
  if (address === null) storage.remove(KEY);
  else storage.set(KEY, address);
}
