import { createListeners } from '#src/lib/listeners.ts';

export type Unsubscribe = () => void;

/** A value with change notifications, in the shape of React's `useSyncExternalStore`. */
export interface Readable<T> {
  /** The current value; the same object until it changes. */
  getState(): T;
  /** Calls `listener` after every change, until the returned function is called. */
  subscribe(listener: () => void): Unsubscribe;
}

export interface Writable<T> extends Readable<T> {
  /** Replaces the value and notifies listeners, unless it is the same object. */
  set(next: T): void;
}

/** A value that only its owner writes. */
export function createWritable<T>(initial: T): Writable<T> {
  let value = initial;
  const changes = createListeners();
  return {
    getState: () => value,
    subscribe: changes.subscribe,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      changes.tell();
    },
  };
}
