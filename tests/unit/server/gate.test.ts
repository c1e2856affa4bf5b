import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createGate } from '#server/lib/gate.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const create = () => createGate({ atOnce: 1, waiters: 2, waitMs: 1000 }, (reason) => new Error(reason));

test('admits callers in the order of arrival', async () => {
  const gate = create();
  const order: number[] = [];
  const leave = await gate.enter();
  const others = [1, 2].map((name) =>
    gate.enter().then((leaveToo) => {
      order.push(name);
      leaveToo();
    }),
  );
  expect(gate.waiting).toBe(2);
  leave();
  await Promise.all(others);
  expect(order).toEqual([1, 2]);
  expect(gate.waiting).toBe(0);
});

test('refuses a caller immediately when too many wait', async () => {
  const gate = create();
  const leave = await gate.enter();
  const waiting = [gate.enter(), gate.enter()];
  await expect(gate.enter()).rejects.toThrow('2 callers wait already');
  leave();
  (await waiting[0]!)();
  (await waiting[1]!)();
});

test('refuses a caller that waited too long, and frees its place', async () => {
  const gate = create();
  const leave = await gate.enter();
  const refused = expect(gate.enter()).rejects.toThrow('no place within 1000 ms');
  await vi.advanceTimersByTimeAsync(1000);
  await refused;
  leave();
  (await gate.enter())();
});
