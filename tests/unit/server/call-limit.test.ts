import { expect, test } from 'vitest';
import { createCallLimit } from '#server/http/call-limit.ts';
import { createServerClock } from '#tests/support/server-clock.ts';

test('an address is refused for the rest of a minute after its last call', () => {
  const clock = createServerClock();
  const limit = createCallLimit(clock, { calls: 2, addresses: 10 });
  expect([limit.take('a'), limit.take('a')]).toEqual([undefined, undefined]);
  clock.advance(20);
  expect(limit.take('a')).toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 40 });
  expect(limit.take('b')).toBeUndefined();
  clock.advance(40);
  expect(limit.take('a')).toBeUndefined();
});

test('the oldest count is dropped when there are too many addresses', () => {
  const limit = createCallLimit(createServerClock(), { calls: 1, addresses: 2 });
  for (const address of ['a', 'b', 'c']) expect(limit.take(address)).toBeUndefined();
  expect(limit.take('c')?.code).toBe('TOO_MANY_REQUESTS');
  expect(limit.take('b')?.code).toBe('TOO_MANY_REQUESTS');
  expect(limit.take('a')).toBeUndefined();
});
