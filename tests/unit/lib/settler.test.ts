import { describe, expect, test } from 'vitest';
import { createSettler, createSettling } from '#src/lib/settler.ts';
import { settled } from '#tests/support/fake-clock.ts';

interface Call {
  readonly value: number;
  answer(agreed: number): Promise<void>;
  fail(): Promise<void>;
}

/** A settler of numbers that records its effects. */
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

describe('an optimistic value', () => {
  test('is shown at once and then as the server confirmed it', async () => {
    const { settler, calls, shown } = start();
    settler.want(1);
    expect(shown).toEqual([1]);
    await calls[0]?.answer(7);
    expect(shown).toEqual([1, 7]);
  });

  test('is rolled back when the server refuses', async () => {
    const { settler, calls, shown, failures } = start(4);
    settler.want(5);
    await calls[0]?.fail();
    expect(shown).toEqual([5, 4]);
    expect(failures).toHaveLength(1);
  });

  test('has one call in flight and sends only the latest choice', async () => {
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

  test('sends nothing more when the viewer returned to what was sent', async () => {
    const { settler, calls } = start();
    settler.want(1);
    settler.want(0);
    settler.want(1);
    await calls[0]?.answer(1);
    expect(calls).toHaveLength(1);
  });

  test('sends the latest choice also after a failure, whose call may have arrived', async () => {
    const { settler, calls, shown, failures } = start();
    settler.want(1);
    settler.want(0);
    await calls[0]?.fail();
    expect(calls.map(({ value }) => value)).toEqual([1, 0]);
    await calls[1]?.answer(0);
    expect(shown.at(-1)).toBe(0);
    expect(failures).toEqual([]);
  });

  test('is rolled back to the last confirmed value instead of the first', async () => {
    const { settler, calls, shown } = start();
    settler.want(1);
    settler.want(2);
    await calls[0]?.answer(1);
    await calls[1]?.fail();
    expect(shown.at(-1)).toBe(1);
  });
});

test('continues pending work under the same name and starts again afterwards', async () => {
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
