/**
 * Makes a value at the first call, and returns the same one from then on. A promise that nobody awaits may fail: the error
 * is for those who ask.
 */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    if (made === undefined) {
      made = make();
      made.catch(() => undefined);
    }
    return made;
  };
}
