/**
 * The same things in the order in which they were known; what is new comes behind. So that an answer which came again behind a
 * screen moves nothing under the viewer.
 */
export function keepOrder<T>(
  known: readonly string[],
  things: readonly T[],
  keyOf: (thing: T) => string,
): readonly T[] {
  const places = new Map(known.map((key, place) => [key, place]));
  const placeOf = (thing: T) => places.get(keyOf(thing)) ?? Infinity;
  // Infinity less itself is no number: what is new keeps the order in which it came.
  const kept = [...things].sort((one, other) => placeOf(one) - placeOf(other) || 0);
  return kept.every((thing, index) => thing === things[index]) ? things : kept;
}
