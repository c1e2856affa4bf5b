/**
 * A value on top of one that many answers share: reading it finds the fields of both. The shared part is frozen, so
 * whoever writes answers may remember it as it is written (http/serialize.ts).
 */
export const onTopOf = <Shared extends object, Own extends object>(shared: Readonly<Shared>, own: Own): Shared & Own =>
  Object.assign(Object.create(shared) as Shared, own);

/** What lies below a value that was put on top of a shared one. */
export function sharedOf(value: object): object | undefined {
  const below: unknown = Object.getPrototypeOf(value);
  return typeof below === 'object' && below !== null && below !== Object.prototype && Object.isFrozen(below)
    ? below
    : undefined;
}

/** Remembers what was made from an object as long as the object lives and `isStill` says that it holds. */
export function rememberBy<K extends object, V extends object>(): (
  key: K,
  isStill: (made: V) => boolean,
  make: () => V,
) => V {
  const known = new WeakMap<K, V>();
  return (key, isStill, make) => {
    const found = known.get(key);
    if (found && isStill(found)) return found;
    const made = Object.freeze(make());
    known.set(key, made);
    return made;
  };
}
