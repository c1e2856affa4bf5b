/** The first of some values: at once when they are there, because a promise costs more than a read from memory. */
export const firstOf = <V>(found: Promise<readonly V[]> | readonly V[]): Promise<V> | V =>
  found instanceof Promise ? found.then(([first]) => first as V) : (found[0] as V);
