import { describe, expect, test } from 'vitest';
import { createSettler, createSettling } from '#src/lib/settler.ts';
import { settled } from '#tests/support/fake-clock.ts';

interface Call {
  readonly value: number;
  answer(agreed: number): Promise<void>;
  fail(): Promise<void>;
}

/** A settler of numbers, and what it does. */
function start(agreed = 0) {
  const calls: Call[] = [];
  const shown: number[] = [];
  const failures: unknown[] = [];
  const options = {
    send: (value: number) =>
      new Promise<number>((resolve, reject) => {
        calls.push({
          value,
          answer: (answered) => (resolve(answered), settled()),
          fail: () => (reject(new Error('refused')), settled()),
        });
      }),
    isSame: (one: number, other: number) => one === other,
    show: (value: number) => void shown.push(value),
    onFailure: (error: unknown) => void failures.push(error),
  };
  return { settler: createSettler(options, agreed, () => undefined), options, calls, shown, failures };
}

describe('a value that settles', () => {
  test('is shown at once, and then as the server agreed', async () => {
    const { settler, calls, shown } = start();
    settler.want(1);
    expect(shown).toEqual([1]);
    await calls[0]?.answer(7);
    expect(shown).toEqual([1, 7]);
  });

  test('goes back when the server refuses', async () => {
    const { settler, calls, shown, failures } = start(4);
    settler.want(5);
    await calls[0]?.fail();
    expect(shown).toEqual([5, 4]);
    expect(failures).toHaveLength(1);
  });

  test('sends one call at a time, and only what was wanted last', async () => {
    const { settler, calls, shown } = start();
    settler.want(1);
    settler.want(2);
    settler.want(3);
    expect(calls.map(({ value }) => value)).toEqual([1]);
    await calls[0]?.answer(1);
    expect(calls.map(({ value }) => value)).toEqual([1, 3]);
    expect(shown).toEqual([1, 2, 3]);
    await calls[1]?.answer(3);
    expect(shown).toEqual([1, 2, 3, 3]);
  });

  test('tells the server nothing more when one came back to what was sent', async () => {
    const { settler, calls } = start();
    settler.want(1);
    settler.want(0);
    settler.want(1);
    await calls[0]?.answer(1);
    expect(calls).toHaveLength(1);
  });

  test('sends the newest also after a failure, whose call may have arrived', async () => {
    const { settler, calls, shown, failures } = start();
    settler.want(1);
    settler.want(0);
    await calls[0]?.fail();
    expect(calls.map(({ value }) => value)).toEqual([1, 0]);
    await calls[1]?.answer(0);
    expect(shown.at(-1)).toBe(0);
    expect(failures).toEqual([]);
  });

  test('goes back to what the server agreed to last, not to where it began', async () => {
    const { settler, calls, shown } = start();
    settler.want(1);
    settler.want(2);
    await calls[0]?.answer(1);
    await calls[1]?.fail();
    expect(shown.at(-1)).toBe(1);
  });
});

test('the same name goes on with what is under way; afterwards it begins anew', async () => {
  const { options, calls, shown } = start();
  const settle = createSettling<number>();
  const owner = {};
  settle(owner, 'a', 0, options).want(1);
  expect(settle(owner, 'a', 99, options).wanted()).toBe(1);
  expect(settle({}, 'a', 99, options).wanted()).toBe(99);
  await calls[0]?.fail();
  expect(shown.at(-1)).toBe(0);
  expect(settle(owner, 'a', 5, options).wanted()).toBe(5);
});
