export interface GateLimits {
  /** Holders at the same time. */
  atOnce: number;
  /** Callers that wait for a place; one more is refused at once. */
  waiters: number;
  /** How long a caller waits, in ms. */
  waitMs: number;
}

export interface Gate {
  /**
   * Waits for a place.
   *
   * @returns gives the place back; call it once.
   * @throws what `refuse` makes, when too many wait already or the wait was too long.
   */
  enter(): Promise<() => void>;
  readonly waiting: number;
}

/** A bounded queue in front of something scarce: beyond its limits callers are refused instead of piled up. */
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
