import type { Unsubscribe } from './platform.ts';

/** An event with subscribers. */
export interface Subject<Arguments extends unknown[]> {
  subscribe(handler: (...told: Arguments) => void): Unsubscribe;
  tell(...told: Arguments): void;
}

export function createSubject<Arguments extends unknown[]>(): Subject<Arguments> {
  const handlers = new Set<(...told: Arguments) => void>();
  return {
    subscribe(handler) {
      // A wrapper per subscription, so that the same function may subscribe twice and unsubscribe separately.
      const own = (...told: Arguments) => handler(...told);
      handlers.add(own);
      return () => void handlers.delete(own);
    },
    tell: (...told) => [...handlers].forEach((handler) => handler(...told)),
  };
}

export interface Value<T> {
  get(): T;
  /** Notifies subscribers when the value changes. */
  set(value: T): void;
  subscribe(handler: (value: T) => void): Unsubscribe;
}

export function createValue<T>(initial: T): Value<T> {
  const subject = createSubject<[T]>();
  let current = initial;
  return {
    get: () => current,
    set(value) {
      if (value === current) return;
      current = value;
      subject.tell(value);
    },
    subscribe: subject.subscribe,
  };
}
