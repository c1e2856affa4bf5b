import type { Stop } from './clock.ts';

/** An event with subscribers. */
export interface Listeners<Told extends unknown[]> {
  /** Calls `listener` on every `tell`, until the returned function is called. */
  readonly subscribe: (listener: (...told: Told) => void) => Stop;
  /** Calls all current listeners; one that an earlier listener removes is not called. */
  readonly tell: (...told: Told) => void;
}

/** @param start runs with the first listener; its result runs after the last one unsubscribes */
export function createListeners<Told extends unknown[] = []>(start?: () => Stop): Listeners<Told> {
  const listeners = new Set<(...told: Told) => void>();
  let stop: Stop | undefined;
  return {
    subscribe(listener) {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const own = (...told: Told) => listener(...told);
      if (listeners.size === 0) stop = start?.();
      listeners.add(own);
      return () => {
        if (listeners.delete(own) && listeners.size === 0) stop?.();
      };
    },
    tell: (...told) => Array.from(listeners).forEach((own) => listeners.has(own) && own(...told)),
  };
}
