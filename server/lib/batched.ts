import { DatabaseBusyError, isFailureOfValues } from './database-errors.ts';

/** Waiting calls that one flush takes at most; a larger batch would make its last caller wait for all of them. */
const MAXIMUM_BATCH = 500;

export interface BatchLimits {
  /** Items that wait for a flush; one more is refused at once. */
  waiting: number;
  /** An item that waited for longer is refused, in ms: its caller has given up, or soon will. */
  waitMs: number;
  /** Milliseconds that only grow. */
  now(): number;
}

const LIMITS: BatchLimits = { waiting: 5_000, waitMs: 5_000, now: () => performance.now() };

interface Waiting<I, O> {
  item: I;
  since: number;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Turns many single calls into few statements: a flush or a few run at a time, and items that arrive meanwhile go into
 * the next. A caller is answered after its batch is committed. A batch that fails because of its values is split until
 * the bad item stands alone; any other failure, as of an outage, fails the whole batch with no further statement.
 *
 * @param flush answers one output per item, in the same order.
 * @param atOnce flushes that run at the same time.
 * @throws DatabaseBusyError when too many items wait, or one waited for too long.
 */
export function batched<I, O>(
  flush: (items: I[]) => Promise<O[]>,
  atOnce = 1,
  limits: Partial<BatchLimits> = {},
): (item: I) => Promise<O> {
  const { waiting: mostWaiting, waitMs, now } = { ...LIMITS, ...limits };
  let waiting: Waiting<I, O>[] = [];
  let running = 0;
  let isStarting = false;

  const settle = async (batch: Waiting<I, O>[]): Promise<void> => {
    try {
      const outputs = await flush(batch.map(({ item }) => item));
      batch.forEach(({ resolve }, index) => resolve(outputs[index] as O));
    } catch (error) {
      if (batch.length === 1 || !isFailureOfValues(error)) {
        for (const { reject } of batch) reject(error);
        return;
      }
      const half = batch.length >> 1;
      await settle(batch.slice(0, half));
      await settle(batch.slice(half));
    }
  };

  /** The next batch, without the items that waited for too long. */
  const take = (): Waiting<I, O>[] => {
    const batch = waiting.slice(0, MAXIMUM_BATCH);
    waiting = waiting.slice(MAXIMUM_BATCH);
    const oldest = now() - waitMs;
    return batch.filter(({ since, reject }) => {
      if (since >= oldest) return true;
      reject(new DatabaseBusyError(`no turn within ${waitMs} ms`));
      return false;
    });
  };

  const pump = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = take();
      if (batch.length > 0) await settle(batch);
      // The embedded database works on the event loop: without this turn, requests that have arrived would not be read.
      await new Promise((resolve) => setImmediate(resolve));
    }
    running -= 1;
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting.length >= mostWaiting) {
        reject(new DatabaseBusyError(`${mostWaiting} items wait already`));
        return;
      }
      waiting.push({ item, since: now(), resolve, reject });
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
