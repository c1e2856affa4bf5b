import { expect, test } from 'vitest';
import { createTurns } from '#server/lib/turns.ts';

/** Work that ends on demand. */
function createWork() {
  const begun: string[] = [];
  const endings = new Map<string, () => void>();
  return {
    begun,
    work: (name: string) => () => {
      begun.push(name);
      return new Promise<string>((resolve) => endings.set(name, () => resolve(name)));
    },
    async end(name: string) {
      await expect.poll(() => endings.has(name)).toBe(true);
      endings.get(name)!();
    },
  };
}

test('work with one key runs sequentially, work with other keys concurrently', async () => {
  const inTurn = createTurns({ maximumWaiting: 10 });
  const { begun, work, end } = createWork();
  const first = inTurn(1, work('first'));
  const second = inTurn(1, work('second'));
  const other = inTurn(2, work('other'));
  await expect.poll(() => begun).toEqual(['first', 'other']);
  await end('first');
  await end('second');
  await end('other');
  expect(await Promise.all([first, second, other])).toEqual(['first', 'second', 'other']);
  expect(begun).toEqual(['first', 'other', 'second']);
});

test('a failure rejects only its own caller', async () => {
  const inTurn = createTurns({ maximumWaiting: 10 });
  const failing = inTurn(1, () => Promise.reject(new Error('broken')));
  const next = inTurn(1, () => Promise.resolve('next'));
  await expect(failing).rejects.toThrow('broken');
  expect(await next).toBe('next');
});

test('refuses callers when too many wait for one key, and accepts them again later', async () => {
  const inTurn = createTurns({ maximumWaiting: 2 });
  const { work, end } = createWork();
  const waiting = [inTurn(1, work('first')), inTurn(1, work('second'))];
  await expect(inTurn(1, work('third'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 });
  await end('first');
  await end('second');
  await Promise.all(waiting);
  expect(await inTurn(1, () => Promise.resolve('fourth'))).toBe('fourth');
});
