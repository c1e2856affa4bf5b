import { expect, test, vi } from 'vitest';
import { createListeners } from '#src/lib/listeners.ts';

test('an event notifies every listener until it unsubscribes', () => {
  const { subscribe, tell } = createListeners<[number, string]>();
  const one = vi.fn();
  const other = vi.fn();
  const end = subscribe(one);
  subscribe(other);
  tell(1, 'a');
  end();
  tell(2, 'b');
  expect(one.mock.calls).toEqual([[1, 'a']]);
  expect(other.mock.calls).toEqual([
    [1, 'a'],
    [2, 'b'],
  ]);
});

test('a function that subscribes twice has two subscriptions', () => {
  const { subscribe, tell } = createListeners();
  const listener = vi.fn();
  const end = subscribe(listener);
  subscribe(listener);
  tell();
  end();
  tell();
  expect(listener).toHaveBeenCalledTimes(3);
});

test('an event does not call a listener that an earlier one has just removed', () => {
  const { subscribe, tell } = createListeners();
  const late = vi.fn();
  let endLate = () => undefined as void;
  subscribe(() => endLate());
  endLate = subscribe(late);
  tell();
  expect(late).not.toHaveBeenCalled();
});

test('a listener that subscribes during an event is called from the next event on', () => {
  const { subscribe, tell } = createListeners();
  const late = vi.fn();
  const end = subscribe(() => {
    subscribe(late);
    end();
  });
  tell();
  expect(late).not.toHaveBeenCalled();
  tell();
  expect(late).toHaveBeenCalledTimes(1);
});

test('the source starts with the first listener and stops with the last', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const { subscribe } = createListeners(start);
  const [endOne, endOther] = [subscribe(vi.fn()), subscribe(vi.fn())];
  expect(start).toHaveBeenCalledTimes(1);
  endOne();
  endOne();
  expect(stop).not.toHaveBeenCalled();
  endOther();
  expect(stop).toHaveBeenCalledTimes(1);
  subscribe(vi.fn());
  expect(start).toHaveBeenCalledTimes(2);
});
