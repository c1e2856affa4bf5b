import { fail } from './fail.ts';

interface QueueLimits {
  /** Maximum concurrent holders. */
  atOnce: number;
  /** Queue limit over all callers. */
  waiters: number;
  /** Maximum wait, in ms; unlimited by default. */
  waitMs?: number;
}

interface Waiter {
  admit(): void;
  refuse(reason: string): void;
}

export interface FairQueue {
  /**
   * Waits for a place.
   *
   * @param caller the fairness key: an address or an account. Without keys, the queue is first in, first out.
   * @returns releases the place; call it once.
   * @throws the error of `refuse` when too many wait, or the wait was too long.
   */
  enter(caller?: string): Promise<() => void>;
  /** Runs work with a place, and releases it. @throws as `enter` does. */
  run<T>(work: () => Promise<T>, caller?: string): Promise<T>;
  readonly waiting: number;
}

/**
 * A bounded queue for a scarce resource. It is round-robin over callers, so a flood from one caller delays another by one
 * turn per round. When the queue is full, a newcomer displaces the last waiter of the longest line, or is refused.
 */
export function fairQueue({ atOnce, waiters, waitMs }: QueueLimits, refuse: (reason: string) => Error): FairQueue {
  /** Round-robin order: the caller that was served last comes last. */
  const lines = new Map<string, Waiter[]>();
  const full = `${waiters} callers wait already`;
  let held = 0;
  let waiting = 0;

  const remove = (caller: string, line: Waiter[], waiter: Waiter) => {
    line.splice(line.indexOf(waiter), 1);
    if (line.length === 0) lines.delete(caller);
    waiting -= 1;
  };

  const leave = () => {
    const [first] = lines;
    // Passes the place on without releasing it, so that nobody overtakes.
    if (!first) return void (held -= 1);
    const [caller, line] = first;
    lines.delete(caller);
    if (line.length > 1) lines.set(caller, line);
    line[0]?.admit();
  };

  /** Makes room for `caller`; false when no line is longer than theirs would become. */
  const makeRoom = (caller: string): boolean => {
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one), []);
    if (longest.length <= (lines.get(caller)?.length ?? 0) + 1) return false;
    longest.at(-1)?.refuse(full);
    return true;
  };

  const enter = (caller = ''): Promise<() => void> => {
    if (held < atOnce) {
      held += 1;
      return Promise.resolve(leave);
    }
    if (waiting >= waiters && !makeRoom(caller)) return Promise.reject(refuse(full));
    return new Promise((resolve, reject) => {
      const line = lines.get(caller) ?? [];
      let timer: NodeJS.Timeout | undefined;
      const end = () => {
        clearTimeout(timer);
        remove(caller, line, waiter);
      };
      const waiter: Waiter = {
        admit() {
          end();
          resolve(leave);
        },
        refuse(reason) {
          end();
          reject(refuse(reason));
        },
      };
      if (waitMs !== undefined) timer = setTimeout(() => waiter.refuse(`no place within ${waitMs} ms`), waitMs);
      line.push(waiter);
      lines.set(caller, line);
      waiting += 1;
    });
  };

  return {
    enter,
    async run(work, caller) {
      const leaveAfter = await enter(caller);
      try {
        return await work();
      } finally {
        leaveAfter();
      }
    },
    get waiting() {
      return waiting;
    },
  };
}

/** `retry-after` of refused callers of a mutex, in seconds. */
const RETRY_AFTER_SECONDS = 2;

/** Runs work with the same key sequentially. @throws TOO_MANY_REQUESTS when too many wait for the same key. */
type KeyedMutex = <T>(key: string | number, work: () => Promise<T>) => Promise<T>;

/**
 * Queues work by key in this process. Transactions that would wait for the same row lock wait here instead, where
 * waiting occupies no database connection.
 */
export function keyedMutex({ maximumWaiting }: { maximumWaiting: number }): KeyedMutex {
  const lines = new Map<string | number, { last: Promise<unknown>; waiting: number }>();

  return async (key, work) => {
    const line = lines.get(key) ?? { last: Promise.resolve(), waiting: 0 };
    if (line.waiting >= maximumWaiting) fail('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    lines.set(key, line);
    line.waiting += 1;
    const done = line.last.then(work);
    line.last = done.catch(() => undefined);
    try {
      return await done;
    } finally {
      line.waiting -= 1;
      if (line.waiting === 0) lines.delete(key);
    }
  };
}
