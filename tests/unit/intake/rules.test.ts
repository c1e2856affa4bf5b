import { describe, expect, test } from 'vitest';
import type { MediaJobRow } from '#server/db/tables.ts';
import type { JobState } from '#server/intake/job.ts';
import { failureOf } from '#server/intake/intake-error.ts';
import {
  canCancel,
  canRetry,
  chooseJob,
  encodesAtOnce,
  fractionOf,
  missingRoom,
  retryAt,
  retryFrom,
  type JobSlot,
} from '#server/intake/rules.ts';
import { STEP_NAMES } from '#server/intake/steps/step.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const GB = 1024 ** 3;

const slot = (id: string, changes: Partial<JobSlot> = {}): JobSlot => ({
  id,
  state: 'waiting',
  next_try_at: NOW,
  leased_until: null,
  tries: 0,
  host: null,
  ...changes,
});
const running = (id: string, changes: Partial<JobSlot> = {}) =>
  slot(id, { state: 'running', leased_until: inSeconds(30), tries: 1, host: 'here', ...changes });
const choose = (slots: readonly JobSlot[], atOnce = 1) => chooseJob(slots, { host: 'here', atOnce, now: NOW });

describe('the next job', () => {
  test.each<[string, JobSlot[], string | undefined]>([
    ['is the first one that waits', [slot('a'), slot('b')], 'a'],
    ['is not one whose pause is not over', [slot('a', { next_try_at: inSeconds(1) }), slot('b')], 'b'],
    ['is none while this machine is busy', [running('a'), slot('b')], undefined],
    ['is independent of other machines', [running('a', { host: 'there' }), slot('b')], 'b'],
    ['is one whose worker died', [running('a', { leased_until: NOW, host: 'there' }), slot('b')], 'a'],
    ['is one whose own worker died, which needs no place', [running('a', { leased_until: NOW }), slot('b')], 'a'],
    ['ignores a lease that no right clock could write', [running('a', { leased_until: inSeconds(1e6) })], 'a'],
    ['believes a lease of two minutes', [running('a', { leased_until: inSeconds(120) })], undefined],
    ['ignores a longer one', [running('a', { leased_until: inSeconds(120.001) })], 'a'],
    ['is one that runs without a lease', [running('a', { leased_until: null })], 'a'],
    [
      'is not kept waiting by one that waits here',
      [slot('a', { host: 'here', next_try_at: inSeconds(1) }), slot('b')],
      'b',
    ],
    ['is none without jobs', [], undefined],
  ])('%s', (_, slots, taken) => {
    expect(choose(slots)).toEqual(taken === undefined ? undefined : { take: taken });
  });

  test('is given up after five workers have died of it', () => {
    expect(choose([running('a', { leased_until: NOW, tries: 5 }), slot('b')])).toEqual({ giveUp: 'a' });
    expect(choose([running('a', { leased_until: NOW, tries: 4 }), slot('b')])).toEqual({ take: 'a' });
    // A worker is still at its fifth try.
    expect(choose([running('a', { tries: 5 }), slot('b')])).toBeUndefined();
  });

  test('fills as many places as the machine has', () => {
    expect(choose([running('a'), slot('b')], 2)).toEqual({ take: 'b' });
    expect([1, 2, 4, 8, 15].map(encodesAtOnce)).toEqual([1, 1, 1, 2, 3]);
  });
});

test('pauses grow, and a final failure or the fifth one is not retried', () => {
  const seconds = (tries: number, isFinal = false) => {
    const at = retryAt(tries, isFinal, NOW, 0);
    return at && (at.getTime() - NOW.getTime()) / 1000;
  };
  expect([1, 2, 3, 4, 5].map((tries) => seconds(tries))).toEqual([30, 120, 480, 1920, undefined]);
  expect(seconds(1, true)).toBeUndefined();
  // A fifth of a pause is random.
  expect(retryAt(1, false, NOW, 0.5)).toEqual(inSeconds(27));
});

test('a job waits for room for its renditions, and some is left for the machine', () => {
  expect(missingRoom(2 * GB, 5.5 * GB)).toBeUndefined();
  expect(missingRoom(2 * GB, 5.5 * GB - 1)).toBeDefined();
  expect(missingRoom(2 * GB, 5 * GB)).toEqual({ free: 5 * GB, needed: 5.5 * GB });
  expect(failureOf('WAITING_FOR_ROOM', missingRoom(2 * GB, GB / 4)!).message).toBe(
    'The disk has 0.3 GB free, and this video may need 5.5 GB: make room; the job goes on by itself.',
  );
});

test('the share that is done grows from step to step, whatever a step says', () => {
  const shares = STEP_NAMES.flatMap((step) => [-1, 0, 0.5, 1, 7, NaN].map((of) => fractionOf(step, of)));
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
  const ends = [...STEP_NAMES, 'publish' as const].map((step) => fractionOf(step, 1));
  expect(ends).toEqual([...ends].sort((one, other) => one - other));
  expect(ends.at(-1)).toBe(1);
});

test('a job can be cancelled before it has ended, and retried after it has failed or was cancelled', () => {
  const states: JobState[] = ['waiting', 'running', 'done', 'failed', 'cancelled'];
  expect(states.filter(canCancel)).toEqual(['waiting', 'running']);
  const isRetriedWith = (error: MediaJobRow['last_error']) => (state: JobState) =>
    canRetry({ state, last_error: error });
  expect(states.filter(isRetriedWith(null))).toEqual(['failed', 'cancelled']);
  const missing = { code: 'SOURCE_MISSING', message: 'It is gone.', params: {} } as const;
  expect(states.filter(isRetriedWith(missing)).sort()).toEqual(['cancelled', 'failed', 'waiting']);
});

test('a cancelled job is retried when its last run cannot write any more', () => {
  expect(retryFrom(inSeconds(20), NOW)).toEqual(inSeconds(20));
  expect(retryFrom(inSeconds(-20), NOW)).toEqual(NOW);
  expect(retryFrom(null, NOW)).toEqual(NOW);
});
