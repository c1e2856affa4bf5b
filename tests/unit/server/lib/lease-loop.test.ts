import { beforeEach, expect, test, vi, type Mock } from 'vitest';
import type { FailureLog } from '#server/lib/failure-log.ts';
import { createLeaseLoop, WorkerStoppedError, type LeasedWork, type LeaseLoop } from '#server/lib/lease-loop.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import { createTestTimers, type TestTimers } from '#tests/support/test-timers.ts';

const BEAT_MS = 20_000;
const LOOK_MS = 5_000;

let timers: TestTimers;
let failures: { report: Mock<FailureLog['report']>; works: Mock<FailureLog['works']> };
let take: () => Promise<number>;
let loop: LeaseLoop;
beforeEach(() => {
  timers = createTestTimers();
  failures = { report: vi.fn<FailureLog['report']>(), works: vi.fn<FailureLog['works']>() };
  take = () => Promise.resolve(LOOK_MS);
  const clock = createServerClock();
  loop = createLeaseLoop({
    cause: 'loop',
    retryMs: LOOK_MS,
    clock,
    failures,
    schedule: timers.schedule,
    take: () => take(),
  });
});

const fire = (ms: number) => timers.fire((each) => each === ms);
const waits = (ms: number) => timers.count((each) => each === ms) > 0;

/** Work that runs until its signal aborts. */
function begin(work: Partial<LeasedWork> = {}): AbortSignal {
  let seen: AbortSignal | undefined;
  loop.begin({
    name: 'work',
    leaseSeconds: 60,
    async run(signal) {
      seen = signal;
      await new Promise((end) => signal.addEventListener('abort', end));
    },
    ...work,
  });
  return seen!;
}

test('takes once more when it is asked while it takes, and then at its pace', async () => {
  const ends: (() => void)[] = [];
  take = () => new Promise((resolve) => ends.push(() => resolve(LOOK_MS)));
  const taken = Promise.all([loop.take(), loop.take()]);
  ends[0]!();
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[1]!();
  await taken;
  expect(waits(LOOK_MS)).toBe(true);
});

test('takes again at once when a run has ended, and later when it could not take', async () => {
  loop.begin({ name: 'work', leaseSeconds: 60, run: () => Promise.resolve() });
  await vi.waitFor(() => expect(waits(0)).toBe(true));
  expect(loop.running.size).toBe(0);
  take = () => Promise.reject(new Error('away'));
  fire(0);
  await vi.waitFor(() => expect(waits(LOOK_MS)).toBe(true));
  expect(failures.report.mock.calls).toEqual([['loop', new Error('away')]]);
});

test('renews no lease of work without heartbeats, and aborts it when it takes too long', () => {
  const signal = begin({ longestSeconds: 45 });
  expect(waits(BEAT_MS)).toBe(false);
  fire(45_000);
  expect(signal.reason).toEqual(new Error('ran for more than 45 s'));
});

test('keeps the lease of work that it aborts for another reason, because its run may still write', async () => {
  const run = () => new Promise<void>(() => undefined);
  const renew = vi.fn(() => Promise.resolve(new Error('disk full')));
  begin({ renew, run });
  for (let beats = 1; beats <= 2; beats += 1) {
    fire(BEAT_MS);
    await vi.waitFor(() => expect(waits(BEAT_MS)).toBe(true));
    expect(renew).toHaveBeenCalledTimes(beats);
  }
});

test('stops its runs, and waits for those that hang only for a while', async () => {
  const signal = begin();
  begin({ name: 'hanging', run: () => new Promise<void>(() => undefined) });
  const stopped = loop.stop();
  expect(signal.reason).toBeInstanceOf(WorkerStoppedError);
  await vi.waitFor(() => expect([...loop.running.keys()]).toEqual(['hanging']));
  fire(2_000);
  await stopped;
  await loop.take();
  expect(failures.works).not.toHaveBeenCalled();
  expect(waits(0) || waits(LOOK_MS)).toBe(false);
});
