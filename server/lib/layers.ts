/**
 * An object with the fields of a shared part and of its own. It remembers the shared part in a private field: spread,
 * `JSON.stringify` and copies see ordinary fields, and a copy does not claim to be made from the shared part.
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

/** Fields that `Shared` does not have: the writer takes those of the shared part from there. */
type Beside<Shared> = { readonly [K in keyof Shared]?: never };

/**
 * Adds fields to a frozen part that many answers share; the writer of answers writes the shared part once
 * (http/serialize.ts). The result may be spread and copied like any object, but fields of the shared part must not be
 * assigned.
 */
export const onTopOf = <Shared extends object, Own extends object & Beside<Shared>>(
  shared: Readonly<Shared>,
  own: Own,
): Shared & Own => new Layered(shared, own) as unknown as Shared & Own;

/** The frozen part that `onTopOf` built this value on. */
export const sharedOf = (value: object): object | undefined => Layered.sharedOf(value);

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
