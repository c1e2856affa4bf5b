import { createWeakCache } from './weak-cache.ts';

/**
 * An object with the fields of a shared part and its own. It references the shared part in a private field: spread,
 * `JSON.stringify` and copies see ordinary fields, and a copy does not count as layered.
 */
class Layered {
  readonly #shared: object;

  constructor(shared: object, own: object) {
    this.#shared = shared;
    Object.assign(this, shared, own);
  }

  static sharedOf(value: object): object | undefined {
    return #shared in value ? value.#shared : undefined;
  }
}

/** Fields that `Shared` does not have: the serializer takes shared fields from the shared part. */
type Beside<Shared> = { readonly [K in keyof Shared]?: never };

/**
 * Whether answers share an object: such objects are frozen, and what is made of them is cached. An object that is not frozen
 * belongs to one answer. A cache entry for it would never be used again, but the garbage collector would copy it.
 */
export const isShared = (value: object): boolean => Object.isFrozen(value);

/**
 * Adds fields to a part that many answers share, if it is frozen; the serializer caches the shared part (http/serialize.ts). The
 * result can be spread and copied like any object, but do not assign to fields of the shared part.
 */
export const onTopOf = <Shared extends object, Own extends object & Beside<Shared>>(
  shared: Readonly<Shared>,
  own: Own,
): Shared & Own => (isShared(shared) ? (new Layered(shared, own) as unknown as Shared & Own) : { ...shared, ...own });

/** The frozen part below a value of `onTopOf`. */
export const sharedOf = (value: object): object | undefined => Layered.sharedOf(value);

/**
 * Caches a frozen value per shared object while `isStill` accepts it, for the objects that were asked for last. The value of an
 * object that is not shared is made each time, and is not shared either.
 *
 * @param most objects per generation of the cache (lib/weak-cache.ts).
 */
export function rememberBy<K extends object, V extends object>(
  most?: number,
): (key: K, isStill: (made: V) => boolean, make: () => V) => V {
  const known = createWeakCache<K, V>(most);
  return (key, isStill, make) => {
    if (!isShared(key)) return make();
    const found = known.get(key);
    if (found && isStill(found)) return found;
    const made = Object.freeze(make());
    known.set(key, made);
    return made;
  };
}
