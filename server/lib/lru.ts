/** A cache with a limit; evicts what was not used for longest. */
export interface Lru<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/** @param most maximum entries. */
export function createLru<K, V>(most: number): Lru<K, V> {
  const entries = new Map<K, V>();
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    set(key, value) {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size <= most) return;
      const [oldest] = entries.keys();
      entries.delete(oldest!);
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}
