/** The same as the first `count` of `all` sorted, without sorting the rest. */
export function firstSorted<T>(all: Iterable<T>, compare: (one: T, other: T) => number, count: number): T[] {
  const first: T[] = [];
  for (const one of all) {
    if (first.length === count && (count === 0 || compare(one, first[count - 1]!) >= 0)) continue;
    let place = first.length;
    while (place > 0 && compare(one, first[place - 1]!) < 0) place -= 1;
    first.splice(place, 0, one);
    if (first.length > count) first.pop();
  }
  return first;
}
