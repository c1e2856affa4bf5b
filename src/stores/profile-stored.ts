import { useState } from 'react';
import type * as z from 'zod/mini';
import { usePlatform } from './platform-context.ts';
import { useSession } from './stores-context.ts';

/** The stored value, or `fallback` when it is missing or malformed. */
function read<T>(text: string | null, schema: z.ZodMiniType<T>, fallback: T): T {
  if (text === null) return fallback;
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    return fallback;
  }
}

/**
 * A small value that a profile stores on this television, read on mount.
 * @param name storage key; the profile's id is appended
 */
export function useProfileStored<T>(
  name: string,
  schema: z.ZodMiniType<T>,
  fallback: T,
): readonly [T, (value: T) => void] {
  const { storage } = usePlatform();
  const profileId = useSession((session) => session.lastProfile?.profile.id ?? null);
  const key = `${name}:${profileId}`;
  const [value, setValue] = useState(() => read(storage.get(key), schema, fallback));
  return [
    value,
    (next) => {
      setValue(next);
      if (profileId !== null) storage.set(key, JSON.stringify(next));
    },
  ];
}
