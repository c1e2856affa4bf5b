import { expect, test } from 'vitest';
import { batched } from '#server/lib/batched.ts';
import { DatabaseBusyError } from '#server/lib/database-errors.ts';

const later = () => new Promise<void>((resolve) => setImmediate(resolve));

test('answers each caller with its own output', async () => {
  const double = batched(async (items: number[]) => items.map((item) => item * 2));
  expect(await Promise.all([1, 2, 3].map(double))).toEqual([2, 4, 6]);
});

test('starts anew after a pause', async () => {
  const write = batched((items: number[]) => Promise.resolve(items), 1);
  for (const item of [1, 2, 3]) {
    expect(await write(item)).toBe(item);
    await later();
    await later();
  }
});

test('runs one flush at a time, and batches later items for the next', async () => {
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

test('runs as many concurrent flushes as configured, and calls of one turn share one', async () => {
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

const databaseError = (code: string) => Object.assign(new Error('refused'), { code });

test('splits a batch with refused values, so that a bad item affects only itself', async () => {
  const write = batched(async (items: string[]) => {
    if (items.includes('bad')) throw databaseError('23505');
    return items;
  });
  const answers = await Promise.allSettled(['a', 'bad', 'c'].map(write));
  expect(answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : String(answer.reason)))).toEqual([
    'a',
    'Error: refused',
    'c',
  ]);
});

test('continues after a failure', async () => {
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

test('finds the bad item of a full batch with few statements', async () => {
  let statements = 0;
  const write = batched(async (items: number[]) => {
    statements += 1;
    if (items.includes(123)) throw databaseError('22003');
    return items;
  });
  const answers = await Promise.allSettled(Array.from({ length: 500 }, (_, index) => write(index)));
  expect(answers.flatMap(({ status }, index) => (status === 'rejected' ? [index] : []))).toEqual([123]);
  expect(statements).toBeLessThan(20);
});

test.each(['ECONNREFUSED', '08006', '57P01', '57014', '53300', '40001'])(
  'fails the whole batch with one statement when the database fails with %s',
  async (code) => {
    let statements = 0;
    const write = batched(async () => {
      statements += 1;
      throw databaseError(code);
    });
    const answers = await Promise.allSettled([1, 2, 3].map(write));
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect(statements).toBe(1);
  },
);

test('refuses an item immediately when too many wait', async () => {
  const write = batched((items: number[]) => later().then(() => items), 1, { waiting: 2 });
  const answers = await Promise.allSettled([1, 2, 3].map(write));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
  await expect(write(4)).resolves.toBe(4);
});

test('refuses items that waited too long instead of sending them', async () => {
  let nowMs = 0;
  let end: (() => void) | undefined;
  const sent: number[][] = [];
  const write = batched(
    async (items: number[]) => {
      sent.push(items);
      if (sent.length === 1) await new Promise<void>((resolve) => (end = resolve));
      return items;
    },
    1,
    { waitMs: 1000, now: () => nowMs },
  );
  const first = write(1);
  await later();
  const tooOld = write(2);
  // It will have waited as long as it may, and no longer.
  nowMs = 500;
  const young = write(3);
  nowMs = 1500;
  end?.();
  expect(await first).toBe(1);
  await expect(tooOld).rejects.toThrow(DatabaseBusyError);
  expect(await young).toBe(3);
  expect(sent).toEqual([[1], [3]]);
});

test('items of several groups share no flush, and their flushes run concurrently', async () => {
  const batches: string[][] = [];
  let running = 0;
  let most = 0;
  const write = batched(
    async (items: string[]) => {
      running += 1;
      most = Math.max(most, running);
      batches.push(items);
      await later();
      await later();
      running -= 1;
      return items;
    },
    2,
    { groupOf: (item) => item[0] },
  );
  const items = ['a1', 'b1', 'a2', 'c1', 'b2'];
  expect(await Promise.all(items.map(write))).toEqual(items);
  expect(batches).toEqual([['a1', 'a2'], ['b1', 'b2'], ['c1']]);
  expect(most).toBe(2);
});

test('a group with many items lets the other groups take turns', async () => {
  const batches: string[] = [];
  const write = batched(
    (items: string[]) => {
      batches.push(`${items.length} ${items[0]![0]}`);
      return Promise.resolve(items);
    },
    1,
    { groupOf: (item) => item[0] },
  );
  await Promise.all([...Array.from({ length: 501 }, (_, index) => `a${index}`), 'b'].map(write));
  expect(batches).toEqual(['500 a', '1 b', '1 a']);
});

test('an item that waits for no other is tried, however late the event loop lets it', async () => {
  let nowMs = 0;
  const find = batched(async (items: number[]) => items, 1, { waitMs: 5_000, now: () => nowMs });
  const found = [find(1), find(2)];
  nowMs = 60_000;
  expect(await Promise.all(found)).toEqual([1, 2]);
});
