/*
 * The lodash functions that norigin calls, in the way it calls them. For these ten functions, lodash-es brings its
 * rules for deep comparison, 20 kB that the app would parse for nothing. Replaces lodash-es in the build (left-out.ts).
 */

type Things<T> = Readonly<Record<string, T>>;

export const { assign } = Object;

export const first = <T>(list: readonly T[]): T | undefined => list[0];

export const filter = <T>(things: readonly T[] | Things<T>, isWanted: (thing: T) => boolean): T[] =>
  Object.values<T>(things as Things<T>).filter((thing) => isWanted(thing));

export const findKey = <T>(things: Things<T>, isWanted: (thing: T) => boolean): string | undefined =>
  Object.keys(things).find((key) => isWanted(things[key] as T));

export const forEach = <T>(list: readonly T[], act: (thing: T) => void): void => list.forEach((thing) => act(thing));

export const forOwn = <T>(things: Things<T>, act: (thing: T, key: string) => void): void =>
  Object.keys(things).forEach((key) => act(things[key] as T, key));

export const difference = <T>(list: readonly T[], other: readonly T[]): T[] =>
  list.filter((thing) => !other.includes(thing));

/** Sorts by a number, ascending. Stable, also on engines before Chromium 70. */
export const sortBy = <T>(list: readonly T[], rank: (thing: T) => number): T[] =>
  list
    .map((thing, index) => ({ thing, index, rank: rank(thing) }))
    .sort((one, other) => one.rank - other.rank || one.index - other.index)
    .map(({ thing }) => thing);

/** Calls `act` after a pause in calls. */
export function debounce<A extends readonly unknown[]>(act: (...values: A) => void, waitMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  const call = (...values: A) => {
    cancel();
    timer = setTimeout(() => act(...values), waitMs);
  };
  return Object.assign(call, { cancel });
}

/** Unused: the app's own engine limits how often a held key acts (src/focus/engine/focus-engine.ts). */
export const throttle = (): never => {
  throw new Error('norigin listens to no key');
};
