/** The outcome of a call while it is wanted; afterwards it stays open, so that nothing that waits for it runs. */
export const settleWhile = <T>(isWanted: () => boolean, call: Promise<T>): Promise<T> =>
  call.finally(() => (isWanted() ? undefined : new Promise(() => undefined)));
