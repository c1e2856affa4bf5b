import { DatabaseBusyError, isFailureOfValues } from './database-errors.ts';

/** Maximum calls per flush; in a larger batch the last caller would wait for all of them. */
const MAXIMUM_BATCH = 500;

export interface BatchLimits {
  /** Queue limit; further items are refused immediately. */
  waiting: number;
  /** Items that waited longer than this for others, in ms, are refused: their callers have given up, or soon will. */
  waitMs: number;
  /** A monotonic clock in ms. */
  now(): number;
}

interface Grouping<I> {
  /** Only items of one group share a flush. Default: all items are of one group. */
  groupOf(item: I): unknown;
}

const LIMITS: BatchLimits = { waiting: 5_000, waitMs: 5_000, now: () => performance.now() };

interface Waiting<I, O> {
  item: I;
  since: number;
  resolve(output: O): void;
  reject(error: unknown): void;
}

/**
 * Batches single calls into few statements: at most `atOnce` flushes run concurrently, and later items go into the next
 * batch. A caller is answered after its batch is committed. A batch that fails because of its values is split until the
 * bad item is alone; any other failure, such as an outage, fails the whole batch without further statements. Groups
 * take turns.
 *
 * @param flush answers one output per item, in the same order.
 * @param atOnce maximum concurrent flushes.
 * @throws DatabaseBusyError when too many items wait, or one waited too long.
 */
export function batched<I, O>(
  flush: (items: I[]) => Promise<O[]>,
  atOnce = 1,
  options: Partial<BatchLimits & Grouping<I>> = {},
): (item: I) => Promise<O> {
  const { waiting: mostWaiting, waitMs, now } = { ...LIMITS, ...options };
  const { groupOf = () => null } = options;
  /** By group, the one whose turn it is first. */
  const lines = new Map<unknown, Waiting<I, O>[]>();
  let waiting = 0;
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

  /** The next batch, without items that waited too long. */
  const take = (): Waiting<I, O>[] => {
    const [[group, line]] = lines as unknown as [[unknown, Waiting<I, O>[]]];
    const batch = line.splice(0, MAXIMUM_BATCH);
    waiting -= batch.length;
    lines.delete(group);
    if (line.length > 0) lines.set(group, line);
    const oldest = now() - waitMs;
    return batch.filter(({ since, reject }) => {
      if (since >= oldest) return true;
      reject(new DatabaseBusyError(`no turn within ${waitMs} ms`));
      return false;
    });
  };

  const pump = async (): Promise<void> => {
    while (waiting > 0) {
      const batch = take();
      if (waiting > 0) start();
      if (batch.length > 0) await settle(batch);
      // The embedded database blocks the event loop: without this turn, arrived requests would not be read.
      await new Promise((resolve) => setImmediate(resolve));
    }
    running -= 1;
  };

  const start = (): void => {
    // A started pump that has not taken its batch yet takes new items too.
    if (running >= atOnce || isStarting) return;
    isStarting = true;
    running += 1;
    // Not a microtask: the batch would then contain only the request that is being handled now.
    setImmediate(() => {
      isStarting = false;
      void pump();
    });
  };

  return (item) =>
    new Promise((resolve, reject) => {
      if (waiting >= mostWaiting) {
        reject(new DatabaseBusyError(`${mostWaiting} items are waiting already`));
        return;
      }
      const group = groupOf(item);
      const line = lines.get(group);
      // Without a flush before it, only a blocked event loop makes it late, and its caller waits as long.
      const isFirst = running - Number(isStarting) === 0;
      const one = { item, since: isFirst ? Infinity : now(), resolve, reject };
      if (line) line.push(one);
      else lines.set(group, [one]);
      waiting += 1;
      start();
    });
}
