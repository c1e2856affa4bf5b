import type { KeyValueStorage } from '#platform/platform.ts';

const KEY = 'server-address';

/**
 * The origin of a server as somebody types it, `http://` understood; null for what names none. A path, a query, or a name
 * and password in it make it no origin.
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

/** The address that was set on this device, checked again; null where none was. */
export const keptAddress = (storage: KeyValueStorage): string | null => readAddress(storage.get(KEY) ?? ' ');

/** @param address null goes back to the one that the app was built with */
export function keepAddress(storage: KeyValueStorage, address: string | null): void {
  if (address === null) storage.remove(KEY);
  else storage.set(KEY, address);
}
