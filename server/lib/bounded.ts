import { ServiceError } from './fail.ts';

/** Callers refused by a full queue may retry after this many seconds: a full queue takes a few to drain. */
const RETRY_AFTER_SECONDS = 3;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Runs work when its caller's turn comes. `who` is the fairness key: an address or an account. */
export type InLine = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Runs at most `running` tasks and queues at most `waiting`. The queue is round-robin over callers, so a flood from one
 * caller delays another by one task per round. When the queue is full, a new task displaces the last one of the longest
 * line.
 *
 * @throws TOO_MANY_REQUESTS (as a rejection) for a task that found no place or was displaced.
 */
export function bounded(limits: { running: number; waiting: number }): InLine {
  /** Round-robin order: the caller that was served last comes last. */
  const lines = new Map<string, Waiting[]>();
  let running = 0;
  let waiting = 0;

  const takeNext = (): Waiting | undefined => {
    const [first] = lines;
    if (!first) return undefined;
    const [who, line] = first;
    lines.delete(who);
    const next = line.shift();
    if (line.length > 0) lines.set(who, line);
    waiting -= 1;
    return next;
  };

  /** Makes room for a task of `who`; false when no line is longer than theirs would become. */
  const makeRoom = (who: string): boolean => {
    const [, line] = [...lines].reduce((one, other) => (other[1].length > one[1].length ? other : one));
    if (line.length <= (lines.get(who)?.length ?? 0) + 1) return false;
    line.pop()?.refuse();
    waiting -= 1;
    return true;
  };

  const wait = (who: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const refuse = () => reject(new ServiceError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      if (waiting >= limits.waiting && !makeRoom(who)) return refuse();
      waiting += 1;
      const one = { start: resolve, refuse };
      const line = lines.get(who);
      if (line) line.push(one);
      else lines.set(who, [one]);
    });

  return async (who, work) => {
    if (running >= limits.running) await wait(who);
    else running += 1;
    try {
      return await work();
    } finally {
      // Passes the place on without releasing it, so that nobody overtakes.
      const next = takeNext();
      if (next) next.start();
      else running -= 1;
    }
  };
}
