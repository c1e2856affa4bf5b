/** Lets at most `limit` of the given works run at once; the others wait in line. */
export function bounded(limit: number): <T>(work: () => Promise<T>) => Promise<T> {
  const line: (() => void)[] = [];
  let running = 0;

  return async (work) => {
    if (running >= limit) await new Promise<void>((resolve) => line.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The place goes to the next in line without being given up, so that nobody overtakes.
      const next = line.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
