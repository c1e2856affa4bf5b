/** A cache with a limit; evicts what was not used for longest. */
export interface Lru<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
  delete(key: K): void;
  clear(): void;
}

/**
 * @param most maximum sum of the sizes of all entries.
 * @param sizeOf the size of an entry; 1 by default.
 */
export function createLru<K, V>(most: number, sizeOf: (value: V) => number = () => 1): Lru<K, V> {
  const entries = new Map<K, V>();
  let size = 0;
  /** Stays where it is: a new one would step over every removed entry before it reaches the oldest one. */
  let oldestFirst = entries.keys();
  const findOldest = (): K => {
    const found = oldestFirst.next();
    if (!found.done) return found.value;
    oldestFirst = entries.keys();
    return oldestFirst.next().value!;
  };
  const remove = (key: K): void => {
    const found = entries.get(key);
    if (found === undefined) return;
    size -= sizeOf(found);
    entries.delete(key);
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      return found;
    },
    set(key, value) {
      remove(key);
      entries.set(key, value);
      size += sizeOf(value);
      while (size > most) remove(findOldest());
    },
    delete: remove,
    clear() {
      entries.clear();
      size = 0;
    },
  };
}
