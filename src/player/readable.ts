export type Unsubscribe = () => void;

/** A value that changes and says so; the shape that React's `useSyncExternalStore` takes. */
export interface Readable<T> {
  /** The present value; the same object until it changes. */
  getState(): T;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: () => void): Unsubscribe;
}

export interface Writable<T> extends Readable<T> {
  /** Replaces the value and tells the listeners, unless it is the same object. */
  set(next: T): void;
}

/** A value whose owner may write and everybody else may only read. */
export function createWritable<T>(initial: T): Writable<T> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    getState: () => value,
    subscribe(listener) {
      // Wrapped, so that one function subscribed twice is two subscriptions.
      const entry = () => listener();
      listeners.add(entry);
      return () => {
        listeners.delete(entry);
      };
    },
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      Array.from(listeners).forEach((listener) => listener());
    },
  };
}
