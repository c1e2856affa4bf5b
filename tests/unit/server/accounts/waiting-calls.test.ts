import { expect, test, vi } from 'vitest';
import { createWaitingCalls, LOOK_EVERY_MS, WAIT_MS } from '#server/accounts/inputs/waiting-calls.ts';
import type { Later } from '#server/lib/later.ts';

/** Timers that a test runs. */
function createTimers() {
  let now = 0;
  let timers: { at: number; work: () => void }[] = [];
  const later: Later = (work, ms) => {
    const timer = { at: now + ms, work };
    timers.push(timer);
    return () => void (timers = timers.filter((other) => other !== timer));
  };
  return {
    later,
    count: () => timers.length,
    async pass(ms: number) {
      now += ms;
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      due.forEach(({ work }) => work());
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
    },
  };
}

const bounds = { inProcess: 3, ofAddress: 2, ofInput: 2 };
const input = (codeHash: string, address = 'a') => ({ codeHash, revision: 1, address });

function start(listRevisions?: (codes: readonly string[]) => Promise<ReadonlyMap<string, number>>) {
  const timers = createTimers();
  const onLookFailed = vi.fn();
  const waiting = createWaitingCalls({ later: timers.later, listRevisions, onLookFailed, bounds });
  const ended: string[] = [];
  const wait = (codeHash: string, address?: string) =>
    waiting.wait(input(codeHash, address)).then(
      () => ended.push(codeHash),
      ({ code }: { code: string }) => ended.push(code),
    );
  return { timers, waiting, ended, wait, onLookFailed };
}

test('a call waits for its own input, and has one timer that ends with it', async () => {
  const { timers, waiting, ended, wait } = start();
  void wait('one');
  void wait('two');
  expect(timers.count()).toBe(2);
  waiting.wake('one');
  await timers.pass(0);
  expect([ended, timers.count()]).toEqual([['one'], 1]);
  await timers.pass(WAIT_MS);
  expect([ended, timers.count()]).toEqual([['one', 'two'], 0]);
});

test('calls beyond a bound are refused, and places are free again', async () => {
  const { timers, waiting, ended, wait } = start();
  void wait('one');
  void wait('one');
  await wait('one', 'b');
  await wait('two');
  expect(ended).toEqual(['TOO_MANY_REQUESTS', 'TOO_MANY_REQUESTS']);
  void wait('two', 'b');
  await wait('three', 'c');
  expect(ended).toHaveLength(3);
  waiting.wake('one');
  await timers.pass(0);
  void wait('one');
  await timers.pass(WAIT_MS);
  expect(ended.slice(3)).toEqual(['one', 'one', 'two', 'one']);
});

test('one look at the table finds the changes of other processes, and goes on after a failure', async () => {
  const answers = [
    () =>
      Promise.resolve(
        new Map([
          ['one', 1],
          ['two', 2],
        ]),
      ),
    () => Promise.reject(new Error('away')),
    () => Promise.resolve(new Map()),
  ];
  const list = vi.fn((_codes: readonly string[]) => answers.shift()!());
  const { timers, ended, wait, onLookFailed } = start(list);
  void wait('one');
  void wait('two');
  await timers.pass(LOOK_EVERY_MS);
  expect([ended, list.mock.calls]).toEqual([['two'], [[['one', 'two']]]]);
  await timers.pass(LOOK_EVERY_MS);
  expect(onLookFailed).toHaveBeenCalledOnce();
  await timers.pass(1000);
  // An input without a row has ended.
  expect(ended).toEqual(['two', 'one']);
  await timers.pass(WAIT_MS);
  expect([list.mock.calls.length, timers.count()]).toEqual([3, 0]);
});

test('closing ends every wait, and later calls do not wait', async () => {
  const { timers, waiting, ended, wait } = start();
  void wait('one');
  waiting.close();
  await timers.pass(0);
  await wait('two');
  expect([ended, timers.count()]).toEqual([['one', 'two'], 0]);
});
