/** A cache of values by object. It keeps no object alive, and drops the values of objects that were not asked for lately. */
export interface WeakCache<K extends object, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): void;
}

/** Objects per generation. */
const MOST = 10_240;

/**
 * A bounded WeakMap. The table of a WeakMap stays as large as it ever was: one that had a hundred thousand short-lived keys
 * keeps 4 MB. This cache fills one table with `most` objects, then a second one, and then drops the first. A value that is
 * asked for moves to the newer table.
 */
export function createWeakCache<K extends object, V>(most = MOST): WeakCache<K, V> {
  let recent = new WeakMap<K, V>();
  let older = new WeakMap<K, V>();
  let count = 0;
  const set = (key: K, value: V): void => {
    if (count >= most) {
      [older, recent, count] = [recent, new WeakMap(), 0];
    }
    if (!recent.has(key)) count += 1;
    recent.set(key, value);
  };
  return {
    get(key) {
      const found = recent.get(key);
      if (found !== undefined) return found;
      const before = older.get(key);
      if (before !== undefined) set(key, before);
      return before;
    },
    set,
  };
}
