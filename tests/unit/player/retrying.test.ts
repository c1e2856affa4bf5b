import { expect, test, vi } from 'vitest';
import { retrying } from '#src/player/retrying.ts';
import { expectNothingLeft } from '#tests/support/app/expect-nothing-left.ts';
import { createFakeClock, settled } from '#tests/support/fake-clock.ts';

function setUp(attempt: () => Promise<string>) {
  expectNothingLeft(() => stop());
  const clock = createFakeClock();
  const heard = { onAnswer: vi.fn(), onRefused: vi.fn(), onTransient: vi.fn() };
  const stop = retrying({ clock, attempt, isTransient: (error) => error === 'busy', ...heard });
  return { clock, stop, ...heard };
}

test('attempts follow after 1, 2, 4, 8 and then every 15 seconds', async () => {
  const atSeconds: number[] = [];
  const made: { clock?: ReturnType<typeof createFakeClock> } = {};
  const { clock } = Object.assign(
    made,
    setUp(() => {
      atSeconds.push((made.clock?.now() ?? 0) / 1_000);
      return Promise.reject('busy');
    }),
  );
  await clock.pass(50_000);
  expect(atSeconds).toEqual([0, 1, 3, 7, 15, 30, 45]);
});

test('retrying ends with the first definite refusal', async () => {
  const attempt = vi.fn(() => Promise.reject('no'));
  const { clock, onRefused, onTransient } = setUp(attempt);
  await clock.pass(60_000);
  expect(attempt).toHaveBeenCalledTimes(1);
  expect(onRefused.mock.calls).toEqual([['no']]);
  expect(onTransient).not.toHaveBeenCalled();
});

test('retrying makes no further attempt once stopped, and passes a late answer on', async () => {
  let arrive: (answer: string) => void = () => undefined;
  const late = setUp(() => new Promise((resolve) => (arrive = resolve)));
  late.stop();
  arrive('video');
  await settled();
  expect(late.onAnswer.mock.calls).toEqual([['video']]);

  const failing = vi.fn(() => Promise.reject('busy'));
  const stopped = setUp(failing);
  await settled();
  stopped.stop();
  await stopped.clock.pass(60_000);
  expect(failing).toHaveBeenCalledTimes(1);
  expect(stopped.clock.running()).toBe(0);
});

test('an attempt waits as long as the answer asks, if that is longer', async () => {
  const atSeconds: number[] = [];
  const clock = createFakeClock();
  const stop = retrying({
    clock,
    attempt() {
      atSeconds.push(clock.now() / 1_000);
      return Promise.reject({ retryAfterSeconds: 7 });
    },
    isTransient: () => true,
    onAnswer: () => undefined,
    onRefused: () => undefined,
    onTransient: () => undefined,
  });
  await clock.pass(30_000);
  stop();
  expect(atSeconds).toEqual([0, 7, 14, 21, 29]);
});
