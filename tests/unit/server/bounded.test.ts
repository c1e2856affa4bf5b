import { expect, test } from 'vitest';
import { bounded } from '#server/lib/bounded.ts';

/** Work that ends on demand. */
function createWork() {
  let end: () => void = () => undefined;
  const promise = new Promise<void>((resolve) => (end = resolve));
  return { run: () => promise, end };
}

const settled = async () => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

/** A queue with one running place whose tasks end one by one; records started and refused tasks. */
function createLine(waiting: number) {
  const inLine = bounded({ running: 1, waiting });
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    refused,
    ask(who: string, name = who) {
      const work = createWork();
      inLine(who, () => {
        begun.push(name);
        ends.push(work.end);
        return work.run();
      }).catch((error: { code?: string; retryAfterSeconds?: number }) =>
        refused.push(`${name} ${error.code} ${error.retryAfterSeconds}`),
      );
    },
    async finish(count: number) {
      for (let done = 0; done < count; done += 1) {
        await settled();
        ends.shift()?.();
      }
      await settled();
    },
  };
}

test('runs a limited number of tasks, and queues a caller’s others in order', async () => {
  const inLine = bounded({ running: 2, waiting: 10 });
  const works = [createWork(), createWork(), createWork(), createWork()];
  const begun: number[] = [];
  const all = works.map((work, index) =>
    inLine('a', () => {
      begun.push(index);
      return work.run();
    }),
  );
  await settled();
  expect(begun).toEqual([0, 1]);
  works[1]!.end();
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  works[0]!.end();
  await settled();
  expect(begun).toEqual([0, 1, 2, 3]);
  works.forEach(({ end }) => end());
  await Promise.all(all);
});

test('passes the place on when a task fails', async () => {
  const inLine = bounded({ running: 1, waiting: 10 });
  const failed = inLine('a', () => Promise.reject(new Error('no')));
  const next = inLine('a', () => Promise.resolve('yes'));
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('starts a newcomer after one task of a caller with three hundred', async () => {
  const line = createLine(500);
  for (let asked = 0; asked < 300; asked += 1) line.ask('flood');
  line.ask('owner');
  await line.finish(2);
  expect(line.begun).toEqual(['flood', 'flood', 'owner']);
});

test('serves callers round-robin', async () => {
  const line = createLine(10);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2', 'c1']) line.ask(name[0]!, name);
  await line.finish(5);
  expect(line.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2']);
});

test('refuses one caller’s tasks beyond the limit, with a retry time', async () => {
  const line = createLine(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) line.ask('a', name);
  await settled();
  expect(line.refused).toEqual(['a4 TOO_MANY_REQUESTS 3', 'a5 TOO_MANY_REQUESTS 3']);
  await line.finish(3);
  expect(line.begun).toEqual(['a1', 'a2', 'a3']);
});

test('gives a newcomer the last place of the longest line when the queue is full', async () => {
  const line = createLine(4);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) line.ask(name[0]!, name);
  line.ask('c', 'c1');
  await line.finish(5);
  expect(line.refused).toEqual(['a3 TOO_MANY_REQUESTS 3']);
  expect(line.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2']);
});

test('refuses a newcomer when each place belongs to another caller', async () => {
  const line = createLine(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) line.ask(name[0]!, name);
  await line.finish(3);
  expect(line.refused).toEqual(['d1 TOO_MANY_REQUESTS 3']);
  expect(line.begun).toEqual(['a1', 'b1', 'c1']);
});

test('has all of its places again after a flood', async () => {
  const line = createLine(2);
  for (let round = 0; round < 3; round += 1) {
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) line.ask(name[0]!, name);
    await line.finish(3);
    // The newcomer takes the last place of the longer line; nobody is left over.
    expect(line.begun.splice(0)).toEqual(['a1', 'a2', 'b1']);
    expect(line.refused.splice(0)).toEqual(['a3 TOO_MANY_REQUESTS 3', 'b2 TOO_MANY_REQUESTS 3']);
  }
});

test('takes the place from the longest line, wherever it stands', async () => {
  const line = createLine(3);
  for (const name of ['x1', 'a1', 'b1', 'b2', 'c1']) line.ask(name[0]!, name);
  await line.finish(4);
  expect(line.refused).toEqual(['b2 TOO_MANY_REQUESTS 3']);
  expect(line.begun).toEqual(['x1', 'a1', 'b1', 'c1']);
});
