import { expect, test } from 'vitest';
import { batched } from '#server/lib/batched.ts';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

test('answers each caller with its own output', async () => {
  const double = batched(async (items: number[]) => items.map((item) => item * 2));
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
});

test('runs one flush at a time, and takes all that arrives meanwhile in the next', async () => {
  const batches: number[][] = [];
  let running = 0;
  const write = batched(async (items: number[]) => {
    running += 1;
    expect(running).toBe(1);
    batches.push(items);
    await later();
    running -= 1;
    return items;
  });
  const first = write(1);
  await later();
  await Promise.all([first, ...[2, 3, 4].map(write)]);
  expect(batches).toEqual([[1], [2, 3, 4]]);
});

test('runs as many flushes at a time as it is told, and calls of one turn share one', async () => {
  const batches: number[][] = [];
  let running = 0;
  let most = 0;
  const write = batched(async (items: number[]) => {
    running += 1;
    most = Math.max(most, running);
    batches.push(items);
    await later();
    await later();
    running -= 1;
    return items;
  }, 2);
  const calls = [write(1), write(2)];
  await later();
  calls.push(write(3), write(4));
  await later();
  calls.push(write(5));
  expect(await Promise.all(calls)).toEqual([1, 2, 3, 4, 5]);
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
  expect(most).toBe(2);
});

test('answers nobody before the flush is done', async () => {
  let isDone = false;
  const write = batched(async (items: number[]) => {
    await later();
    isDone = true;
    return items;
  });
  await write(1);
  expect(isDone).toBe(true);
});

test('runs the items of a failed batch one by one, so that a bad one harms only itself', async () => {
  const write = batched(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('refused');
    return items;
  });
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(write));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a',
    'Error: refused',
    'c',
  ]);
});

test('goes on after a failure', async () => {
  let isBroken = true;
  const write = batched(async (items: number[]) => {
    if (isBroken) throw new Error('down');
    return items;
  });
  await expect(write(1)).rejects.toThrow('down');
  isBroken = false;
  expect(await write(2)).toBe(2);
});

test('takes at most 500 in one flush', async () => {
  const sizes: number[] = [];
  const write = batched(async (items: number[]) => {
    sizes.push(items.length);
    return items;
  });
  const all = Array.from({ length: 1100 }, (_, index) => index);
  expect(await Promise.all(all.map(write))).toEqual(all);
  expect(sizes).toEqual([500, 500, 100]);
});
