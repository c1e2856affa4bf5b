import { expect, test, vi } from 'vitest';
import * as few from '../../../scripts/build/few-of-lodash.ts';

/* Expected values are the answers of lodash 4.17. */

const things = { one: { size: 2 }, two: { size: 1 }, three: { size: 2 } };

test('finds, filters and maps the values of an object', () => {
  expect(few.findKey({ left: [37], up: [38, 19] }, (codes) => codes.includes(19))).toBe('up');
  expect(few.findKey({ left: [37] }, (codes) => codes.includes(19))).toBeUndefined();
  expect(few.filter(things, ({ size }) => size === 2)).toEqual([things.one, things.three]);
  expect(few.filter([1, 2, 3], (value) => value > 1)).toEqual([2, 3]);
  const passed: [string, number][] = [];
  few.forOwn(things, ({ size }, key) => passed.push([key, size]));
  expect(passed).toEqual([
    ['one', 2],
    ['two', 1],
    ['three', 2],
  ]);
});

test('implements first, difference and assign', () => {
  expect(few.first([])).toBeUndefined();
  expect(few.first(['a', 'b'])).toBe('a');
  expect(few.difference(['a', 'b', 'c'], ['b'])).toEqual(['a', 'c']);
  expect(few.assign({ a: 1 }, { b: 2 })).toEqual({ a: 1, b: 2 });
  const seen: string[] = [];
  few.forEach(['a', 'b'], (thing) => void seen.push(thing));
  expect(seen).toEqual(['a', 'b']);
});

test('sorts stably by a number into a new list', () => {
  const list = [things.one, things.two, things.three];
  expect(few.sortBy(list, ({ size }) => size)).toEqual([things.two, things.one, things.three]);
  expect(list[0]).toBe(things.one);
});

test('a debounced function runs once with the latest arguments, and can be cancelled', () => {
  vi.useFakeTimers();
  const act = vi.fn();
  const soon = few.debounce(act, 300);
  soon('a');
  vi.advanceTimersByTime(200);
  soon('b');
  vi.advanceTimersByTime(299);
  expect(act).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(act.mock.calls).toEqual([['b']]);
  soon('c');
  soon.cancel();
  vi.advanceTimersByTime(1000);
  expect(act).toHaveBeenCalledTimes(1);
  vi.useRealTimers();
});

test('throttle throws, because the focus engine limits how often a held key acts', () =>
  expect(() => few.throttle()).toThrow('norigin listens to no key'));
