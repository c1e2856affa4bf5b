/** The first of some values: at once when they are there, because a promise costs more than a read from memory. */
export const firstOf = <V>(found: Promise<readonly V[]> | readonly V[]): Promise<V> | V =>
  found instanceof Promise ? found.then(([first]) => first as V) : (found[0] as V);

const isPromise = (found: unknown): found is Promise<unknown> => found instanceof Promise;

type Found<T extends readonly unknown[]> = { [K in keyof T]: Promise<T[K]> | T[K] };

/** All of the values, at once when none of them is a promise. `Promise.all` costs more than most reads from memory. */
export function together<T extends readonly unknown[]>(...found: Found<T>): Promise<T> | T {
  const [waiting, ...others] = found.filter(isPromise);
  if (waiting === undefined) return found as unknown as T;
  if (others.length > 0) return Promise.all(found) as unknown as Promise<T>;
  return waiting.then((value) => found.map((one) => (one === waiting ? value : one)) as unknown as T);
}
