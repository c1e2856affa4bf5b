/**
 * Makes a value at the first call, and returns the same promise from then on. If it fails before anybody awaits it, the
 * process goes on: the error reaches the callers that await it.
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
