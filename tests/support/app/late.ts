/** A promise that the test settles, for an answer that comes late. */
export interface Late<T> {
  readonly promise: Promise<T>;
  answer(value: T): void;
  fail(error: unknown): void;
}

export function createLate<T = void>(): Late<T> {
  let answer: Late<T>['answer'] = () => undefined;
  let fail: Late<T>['fail'] = () => undefined;
  const promise = new Promise<T>((resolve, reject) => {
    answer = resolve;
    fail = reject;
  });
  // The test may cause failures that no caller waits for.
  promise.catch(() => undefined);
  return { promise, answer, fail };
}
