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
  /**
   * Kept between evictions: a new one steps over every removed entry before it reaches the oldest one. An iterator that
   * does not move keeps every table that the map has had since, so it is dropped after as many moves as there are entries.
   */
  let oldestFirst: MapIterator<K> | undefined;
  let moves = 0;
  const countMove = (): void => {
    moves += 1;
    if (moves > entries.size) oldestFirst = undefined;
  };
  const findOldest = (): K => {
    moves = 0;
    const found = oldestFirst?.next();
    if (found && !found.done) return found.value;
    oldestFirst = entries.keys();
    return oldestFirst.next().value!;
  };
  const remove = (key: K): void => {
    const found = entries.get(key);
    if (found === undefined) return;
    size -= sizeOf(found);
    entries.delete(key);
    countMove();
  };
  return {
    get(key) {
      const found = entries.get(key);
      if (found === undefined) return undefined;
      entries.delete(key);
      entries.set(key, found);
      countMove();
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
      oldestFirst = undefined;
    },
  };
}
