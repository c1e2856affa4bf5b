import { expect, test } from 'vitest';
import { createCallLimit } from '#server/http/call-limit.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';

test('an address is refused for the rest of a minute after its last call', () => {
  const clock = createServerClock();
  const limit = createCallLimit(clock, { calls: 2, addresses: 10 });
  expect([limit.take('a'), limit.take('a')]).toEqual([undefined, undefined]);
  clock.advance(20.5);
  expect(limit.take('a')).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 40 });
  expect(limit.take('b')).toBeUndefined();
  clock.advance(39);
  expect(limit.take('a')).toMatchObject({ retryAfterSeconds: 1 });
  clock.advance(0.5);
  expect(limit.take('a')).toBeUndefined();
});

test('a clock that was set back does not prolong the minute', () => {
  const clock = createServerClock();
  const limit = createCallLimit(clock, { calls: 1, addresses: 10 });
  limit.take('a');
  expect(limit.take('a')?.code).toBe('TOO_MANY_REQUESTS');
  clock.advance(-3600);
  expect(limit.take('a')).toBeUndefined();
  expect(limit.take('a')).toMatchObject({ retryAfterSeconds: 60 });
});

test('the oldest count is dropped when there are too many addresses', () => {
  const limit = createCallLimit(createServerClock(), { calls: 1, addresses: 2 });
  for (const address of ['a', 'b', 'c']) expect(limit.take(address)).toBeUndefined();
  expect(limit.take('c')?.code).toBe('TOO_MANY_REQUESTS');
  expect(limit.take('b')?.code).toBe('TOO_MANY_REQUESTS');
  expect(limit.take('a')).toBeUndefined();
});
