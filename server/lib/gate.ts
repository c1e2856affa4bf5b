export interface GateLimits {
  /** Maximum concurrent holders. */
  atOnce: number;
  /** Queue limit; further callers are refused immediately. */
  waiters: number;
  /** Maximum wait of a caller, in ms. */
  waitMs: number;
}

export interface Gate {
  /**
   * Waits for a place.
   *
   * @returns releases the place; call it once.
   * @throws the error of `refuse` when too many wait, or the wait was too long.
   */
  enter(): Promise<() => void>;
  readonly waiting: number;
}

/** A bounded queue for a scarce resource: beyond its limits it refuses callers instead of queueing them. */
export function createGate({ atOnce, waiters, waitMs }: GateLimits, refuse: (reason: string) => Error): Gate {
  const line = new Set<() => void>();
  let held = 0;

  const leave = () => {
    const [next] = line;
    if (next) next();
    else held -= 1;
  };

  return {
    get waiting() {
      return line.size;
    },
    enter() {
      if (held < atOnce) {
        held += 1;
        return Promise.resolve(leave);
      }
      if (line.size >= waiters) return Promise.reject(refuse(`${waiters} callers wait already`));
      return new Promise((resolve, reject) => {
        const admit = () => {
          clearTimeout(timer);
          line.delete(admit);
          resolve(leave);
        };
        const timer = setTimeout(() => {
          line.delete(admit);
          reject(refuse(`no place within ${waitMs} ms`));
        }, waitMs);
        line.add(admit);
      });
    },
  };
}
