import { expect, test } from 'vitest';
import { createPreparer } from '#src/app/prepare/preparer.ts';
import type { PreparedStream } from '#src/player/index.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

const REST_MS = 400;

function setUp() {
  const clock = createFakeClock();
  const asked: number[] = [];
  /** Episodes whose data is in memory or on its way. */
  const held = new Set<number>();
  const aborted: number[] = [];
  const set = { mayPrepare: true, answers: true, refusal: null as Error | null };
  const preparer = createPreparer({
    clock,
    mayPrepare: () => set.mayPrepare,
    isTooMuch: (error) => error === set.refusal,
    open(episodeId, signal) {
      asked.push(episodeId);
      signal.addEventListener('abort', () => aborted.push(episodeId));
      if (set.refusal) return Promise.reject(set.refusal);
      if (!set.answers) return new Promise(() => undefined);
      held.add(episodeId);
      return Promise.resolve<PreparedStream>({
        url: '/7.mpd',
        startAtSeconds: 0,
        done: Promise.resolve(),
        take: () => null,
        release: () => held.delete(episodeId),
      });
    },
  });
  const restOn = async (episodeId: number | null, ms = REST_MS) => {
    preparer.rest(episodeId);
    clock.advance(ms);
    await settled();
  };
  return { clock, preparer, restOn, asked, held, aborted, set };
}

test('what the focus rests on is prepared, and handed over once', async () => {
  const { preparer, restOn, asked } = setUp();
  await restOn(7);
  expect(asked).toEqual([7]);
  expect(preparer.take(7)).not.toBeNull();
  expect(preparer.take(7)).toBeNull();
});

test('a focus that only passes asks for nothing, and two thousand moves leave nothing behind', async () => {
  const { clock, restOn, asked, held } = setUp();
  for (let move = 0; move < 2_000; move += 1) await restOn(move, REST_MS - 1);
  expect(asked).toEqual([]);
  for (let move = 1; move <= 2_000; move += 1) await restOn(move);
  expect([...held]).toEqual([2_000]);
  await restOn(null);
  // Only the age of the last one runs.
  expect(clock.running()).toBe(1);
});

test('prepared data stays while the focus is on something else that plays nothing', async () => {
  const { preparer, restOn, asked } = setUp();
  await restOn(7);
  await restOn(null);
  await restOn(7);
  expect(asked).toEqual([7]);
  expect(preparer.take(7)).not.toBeNull();
});

test('a viewer who moves on before the answer aborts the call', async () => {
  const { preparer, restOn, aborted, set } = setUp();
  set.answers = false;
  await restOn(7);
  await restOn(null, 0);
  expect(aborted).toEqual([7]);
  expect(preparer.take(7)).toBeNull();
});

test('an answer that comes after the viewer has moved on is freed', async () => {
  const clock = createFakeClock();
  const answers: (() => void)[] = [];
  const released: number[] = [];
  const preparer = createPreparer({
    clock,
    mayPrepare: () => true,
    isTooMuch: () => false,
    open: (episodeId) =>
      new Promise((resolve) =>
        answers.push(() =>
          resolve({
            ...{ url: '', startAtSeconds: 0, done: Promise.resolve(), take: () => null },
            release: () => released.push(episodeId),
          }),
        ),
      ),
  });
  for (const episodeId of [7, 8]) {
    preparer.rest(episodeId);
    clock.advance(REST_MS);
  }
  answers.forEach((answer) => answer());
  await settled();
  expect(released).toEqual([7]);
  preparer.drop();
  expect(released).toEqual([7, 8]);
});

test('an answer that is an hour old is dropped, also after the set slept', async () => {
  const { clock, preparer, restOn, held } = setUp();
  await restOn(7);
  await clock.pass(3600_000);
  expect(held.size).toBe(0);
  await restOn(8);
  clock.suspend(3600_000);
  expect(preparer.take(8)).toBeNull();
  expect(held.size).toBe(0);
});

test('a playback of another episode frees what was prepared', async () => {
  const { preparer, restOn, held } = setUp();
  await restOn(7);
  expect(preparer.take(8)).toBeNull();
  expect(held.size).toBe(0);
});

test('a set that may not prepare asks for nothing', async () => {
  const { restOn, asked, set } = setUp();
  set.mayPrepare = false;
  await restOn(7);
  expect(asked).toEqual([]);
});

test('a server that asks for fewer calls gets none for five minutes', async () => {
  const { clock, restOn, asked, set } = setUp();
  set.refusal = new Error('busy');
  await restOn(7);
  await restOn(8);
  expect(asked).toEqual([7]);
  await clock.pass(5 * 60_000);
  await restOn(9);
  expect(asked).toEqual([7, 9]);
});

test('a call that failed for another reason is repeated when the focus comes back', async () => {
  const { restOn, asked, set } = setUp();
  set.refusal = new Error('gone');
  Object.assign(set, { refusal: null, answers: false });
  await restOn(7);
  await restOn(null);
  await restOn(7);
  expect(asked).toEqual([7, 7]);
});
