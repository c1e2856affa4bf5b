/**
 * The outcome of a call while it is wanted; afterwards it stays open, so that nothing that waits for it runs.
 */
export const settleWhile = <T>(isWanted: () => boolean, call: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    call.then(
      (answer) => isWanted() && resolve(answer),
      (error: Error) => isWanted() && reject(error),
    );
  });
