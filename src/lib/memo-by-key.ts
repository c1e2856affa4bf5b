/**
 * `make`, made again for a key only when something of what it was made from is another. What is drawn from the result then
 * stays as it is drawn.
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
