import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { fairQueue, keyedMutex } from '#server/lib/queues.ts';

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
  const queue = fairQueue({ atOnce: 1, waiters: waiting }, (reason) => new Error(reason));
  const begun: string[] = [];
  const refused: string[] = [];
  const ends: (() => void)[] = [];
  return {
    begun,
    refused,
    ask(who: string, name = who) {
      const work = createWork();
      queue
        .run(() => {
          begun.push(name);
          ends.push(work.end);
          return work.run();
        }, who)
        .catch(({ message }: Error) => refused.push(`${name}: ${message}`));
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
  const queue = fairQueue({ atOnce: 2, waiters: 10 }, (reason) => new Error(reason));
  const works = [createWork(), createWork(), createWork(), createWork()];
  const begun: number[] = [];
  const all = works.map((work, index) =>
    queue.run(() => {
      begun.push(index);
      return work.run();
    }, 'a'),
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
  const queue = fairQueue({ atOnce: 1, waiters: 10 }, (reason) => new Error(reason));
  const failed = queue.run(() => Promise.reject(new Error('no')), 'a');
  const next = queue.run(() => Promise.resolve('yes'), 'a');
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

test('refuses one caller’s tasks beyond the limit', async () => {
  const line = createLine(2);
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) line.ask('a', name);
  await settled();
  expect(line.refused).toEqual(['a4: 2 callers wait already', 'a5: 2 callers wait already']);
  await line.finish(3);
  expect(line.begun).toEqual(['a1', 'a2', 'a3']);
});

test('gives a newcomer the last place of the longest line when the queue is full', async () => {
  const line = createLine(4);
  for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) line.ask(name[0]!, name);
  line.ask('c', 'c1');
  await line.finish(5);
  expect(line.refused).toEqual(['a3: 4 callers wait already']);
  expect(line.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'b2']);
});

test('refuses a newcomer when each place belongs to another caller', async () => {
  const line = createLine(2);
  for (const name of ['a1', 'b1', 'c1', 'd1']) line.ask(name[0]!, name);
  await line.finish(3);
  expect(line.refused).toEqual(['d1: 2 callers wait already']);
  expect(line.begun).toEqual(['a1', 'b1', 'c1']);
});

test('has all of its places again after a flood', async () => {
  const line = createLine(2);
  for (let round = 0; round < 3; round += 1) {
    for (const name of ['a1', 'a2', 'a3', 'b1', 'b2']) line.ask(name[0]!, name);
    await line.finish(3);
    // The newcomer takes the last place of the longer line; nobody is left over.
    expect(line.begun.splice(0)).toEqual(['a1', 'a2', 'b1']);
    expect(line.refused.splice(0)).toEqual(['a3: 2 callers wait already', 'b2: 2 callers wait already']);
  }
});

test('takes the place from the longest line, wherever it stands', async () => {
  const line = createLine(3);
  for (const name of ['x1', 'a1', 'b1', 'b2', 'c1']) line.ask(name[0]!, name);
  await line.finish(4);
  expect(line.refused).toEqual(['b2: 3 callers wait already']);
  expect(line.begun).toEqual(['x1', 'a1', 'b1', 'c1']);
});

describe('with a time limit and without callers', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const create = () => fairQueue({ atOnce: 1, waiters: 2, waitMs: 1000 }, (reason) => new Error(reason));

  test('admits callers in the order of arrival', async () => {
    const queue = create();
    const order: number[] = [];
    const leave = await queue.enter();
    const others = [1, 2].map((name) =>
      queue.enter().then((leaveToo) => {
        order.push(name);
        leaveToo();
      }),
    );
    expect(queue.waiting).toBe(2);
    leave();
    await Promise.all(others);
    expect(order).toEqual([1, 2]);
    expect(queue.waiting).toBe(0);
  });

  test('refuses a caller immediately when too many wait', async () => {
    const queue = create();
    const leave = await queue.enter();
    const waiting = [queue.enter(), queue.enter()];
    await expect(queue.enter()).rejects.toThrow('2 callers wait already');
    leave();
    (await waiting[0]!)();
    (await waiting[1]!)();
  });

  test('refuses a caller that waited too long, and frees its place', async () => {
    const queue = create();
    const leave = await queue.enter();
    const refused = expect(queue.enter()).rejects.toThrow('no place within 1000 ms');
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    leave();
    (await queue.enter())();
  });
});

describe('a keyed mutex', () => {
  /** Work that ends on demand. */
  function createNamedWork() {
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
    const mutex = keyedMutex({ maximumWaiting: 10 });
    const { begun, work, end } = createNamedWork();
    const first = mutex(1, work('first'));
    const second = mutex(1, work('second'));
    const other = mutex(2, work('other'));
    await expect.poll(() => begun).toEqual(['first', 'other']);
    await end('first');
    await end('second');
    await end('other');
    expect(await Promise.all([first, second, other])).toEqual(['first', 'second', 'other']);
    expect(begun).toEqual(['first', 'other', 'second']);
  });

  test('a failure rejects only its own caller', async () => {
    const mutex = keyedMutex({ maximumWaiting: 10 });
    const failing = mutex(1, () => Promise.reject(new Error('broken')));
    const next = mutex(1, () => Promise.resolve('next'));
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('next');
  });

  test('refuses callers when too many wait for one key, and accepts them again later', async () => {
    const mutex = keyedMutex({ maximumWaiting: 2 });
    const { work, end } = createNamedWork();
    const waiting = [mutex(1, work('first')), mutex(1, work('second'))];
    await expect(mutex(1, work('third'))).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS', retryAfterSeconds: 2 });
    await end('first');
    await end('second');
    await Promise.all(waiting);
    expect(await mutex(1, () => Promise.resolve('fourth'))).toBe('fourth');
  });
});
