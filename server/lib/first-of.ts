/** The first of some values: at once when they are there, because a promise costs more than a read from memory. */
export const firstOf = <V>(found: Promise<readonly V[]> | readonly V[]): Promise<V> | V =>
  found instanceof Promise ? found.then(([first]) => first as V) : (found[0] as V);

const isPromise = (found: unknown) => found instanceof Promise;

type Found<T extends readonly unknown[]> = { [K in keyof T]: Promise<T[K]> | T[K] };

/** All of the values: at once when none of them is a promise. */
export const together = <T extends readonly unknown[]>(...found: Found<T>): Promise<T> | T =>
  found.some(isPromise) ? (Promise.all(found) as unknown as Promise<T>) : (found as unknown as T);
