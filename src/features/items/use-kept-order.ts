import { useLayoutEffect, useMemo } from 'react';
import type { Place } from '#src/focus/index.ts';
import { keepOrder } from '#src/lib/keep-order.ts';

/**
 * A list in the order in which this visit of the screen knew it, whatever the order in which it came again.
 *
 * @param name of the list in the place; another list, or another order that was asked for, needs another one
 */
export function useKeptOrder<T>(
  place: Place,
  name: string,
  things: readonly T[] | undefined,
  keyOf: (thing: T) => string,
): readonly T[] | undefined {
  const key = `${name}/order`;
  const kept = useMemo(
    () => things && keepOrder((place.values.get(key) as readonly string[] | undefined) ?? [], things, keyOf),
    [place, key, things, keyOf],
  );
  useLayoutEffect(() => {
    if (kept) place.values.set(key, kept.map(keyOf));
  }, [place, key, kept, keyOf]);
  return kept;
}
