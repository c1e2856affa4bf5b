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
   * Points at the oldest entry. Evictions share it, because a new iterator passes every place that an older entry has left.
   * While it stands still, V8 keeps all earlier tables of the map for it, so `countMove` drops it after a while.
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
