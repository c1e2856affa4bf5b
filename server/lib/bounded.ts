import { ServiceError } from './fail.ts';

/** When the line is full, callers are told to come back after this many seconds: a full line takes a few to empty. */
const RETRY_AFTER_SECONDS = 3;

interface Waiting {
  start(): void;
  refuse(): void;
}

/** Runs a work when it is its caller's turn. `who` names the caller, for fairness: an address or an account. */
export type InLine = <T>(who: string, work: () => Promise<T>) => Promise<T>;

/**
 * Lets at most `running` works run at once and `waiting` wait. Callers take turns: each start goes to the next caller in
 * the round, whatever the length of its own line, so a flood from one caller delays another by one work per round. When
 * all places are taken, a newcomer displaces the last work of the longest line.
 *
 * @throws TOO_MANY_REQUESTS (by the returned promise) for a work that found no place or was displaced.
 */
export function bounded(limits: { running: number; waiting: number }): InLine {
  /** Round-robin order: the caller that was served last stands last. */
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

  /** Makes room for a work of `who`; false when no line is longer than theirs would become. */
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
      // The place is handed on without being given up, so that nobody overtakes.
      const next = takeNext();
      if (next) next.start();
      else running -= 1;
    }
  };
}
