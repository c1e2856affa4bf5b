/** Waiting calls that one flush takes at most; a larger batch would make its last caller wait for all of them. */
const MAXIMUM_BATCH = 500;

interface Waiting<I, O> {
  item: I;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Turns many single calls into few statements: a flush or a few run at a time, and whatever arrives meanwhile goes in the
 * next. A caller is answered after its batch is committed. When a batch fails, its items run one by one, so that a bad
 * one harms only itself.
 *
 * @param flush answers one output per item, in the same order.
 * @param atOnce flushes that run at the same time.
 */
export function batched<I, O>(flush: (items: I[]) => Promise<O[]>, atOnce = 1): (item: I) => Promise<O> {
  let waiting: Waiting<I, O>[] = [];
  let running = 0;
  let isStarting = false;

  const settle = async (batch: Waiting<I, O>[]): Promise<void> => {
    try {
      const outputs = await flush(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const one of batch) await settle([one]);
    }
  };

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MAXIMUM_BATCH);
      waiting = waiting.slice(MAXIMUM_BATCH);
      await settle(batch);
      // The embedded database works on the event loop: without this turn, requests that have arrived would not be read.
      await new Promise((resolve) => setImmediate(resolve));
    }
    running -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject });
      // A pump that has been started and has taken nothing yet takes this one too.
      if (running >= atOnce || isStarting) return;
      isStarting = true;
      running += 1;
      // Not a microtask: the batch would then hold only the request that is being handled now.
      setImmediate(() => {
        isStarting = false;
        void pump();
      });
    });
}
