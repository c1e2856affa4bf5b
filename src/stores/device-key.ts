import * as z from 'zod/mini';
import type { KeyValueStorage } from '#platform/platform.ts';

const storedSchema = z.object({ email: z.string(), key: z.string() });

const STORAGE_KEY = 'device-key';

/**
 * With which this television signs in without a second factor; undefined for another account than the last. It stays after
 * a sign-out: it is worth nothing without the password.
 */
export function deviceKeyOf(storage: KeyValueStorage, email: string): string | undefined {
  const text = storage.get(STORAGE_KEY);
  if (text === null) return undefined;
  try {
    const stored = storedSchema.parse(JSON.parse(text));
    return stored.email === email ? stored.key : undefined;
  } catch {
    storage.remove(STORAGE_KEY);
    return undefined;
  }
}

/** Stores the key that came with a sign-in, if one did. */
export function saveDeviceKey(
  storage: KeyValueStorage,
  { device_key: key, account: { email } }: { device_key?: string | undefined; account: { email: string } },
): void {
  if (key !== undefined) storage.set(STORAGE_KEY, JSON.stringify({ email, key }));
}
