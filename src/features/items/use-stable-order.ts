import { useLayoutEffect, useMemo } from 'react';
import type { VisitMemory } from '#src/focus/index.ts';
import { stableOrder } from '#src/lib/stable-order.ts';

/**
 * Keeps the order of a list during this visit, whatever the order of later answers.
 *
 * @param name of the list in the visit; another list, or another order that was asked for, needs another one
 */
export function useStableOrder<T>(
  visit: VisitMemory,
  name: string,
  things: readonly T[] | undefined,
  keyOf: (thing: T) => string,
): readonly T[] | undefined {
  const key = `${name}/order`;
  const ordered = useMemo(
    () => things && stableOrder((visit.answers.get(key) as readonly string[] | undefined) ?? [], things, keyOf),
    [visit, key, things, keyOf],
  );
  useLayoutEffect(() => {
    if (ordered) visit.answers.set(key, ordered.map(keyOf));
  }, [visit, key, ordered, keyOf]);
  return ordered;
}
