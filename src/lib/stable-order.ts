/**
 * Keeps known things in their order and appends new ones, so that a revalidated answer moves nothing under the viewer.
 */
export function stableOrder<T>(
  known: readonly string[],
  things: readonly T[],
  keyOf: (thing: T) => string,
): readonly T[] {
  const ordinals = new Map(known.map((key, ordinal) => [key, ordinal]));
  const ordinalOf = (thing: T) => ordinals.get(keyOf(thing)) ?? Infinity;
  // Infinity less itself is no number: what is new keeps the order in which it came.
  const ordered = [...things].sort((one, other) => ordinalOf(one) - ordinalOf(other) || 0);
  return ordered.every((thing, index) => thing === things[index]) ? things : ordered;
}
