/**
 * Memoizes `make` per key until one of its arguments changes, so that components drawn from the result do not render
 * again.
 */
export function memoByKey<D extends readonly unknown[], R>(make: (key: string, ...made: D) => R) {
  const results = new Map<string, { readonly from: D; readonly result: R }>();
  return (key: string, ...from: D): R => {
    const known = results.get(key);
    if (known && known.from.length === from.length && known.from.every((part, index) => part === from[index])) {
      return known.result;
    }
    const result = make(key, ...from);
    results.set(key, { from, result });
    return result;
  };
}
