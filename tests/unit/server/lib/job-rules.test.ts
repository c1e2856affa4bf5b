import { describe, expect, test } from 'vitest';
import { CHART_TIMES } from '#server/catalogue/lists/charts.ts';
import {
  abandonedBefore,
  describeFailure,
  freeAt,
  isAbandonedBefore,
  lookAfterMs,
  nextRunAt,
  retryAt,
} from '#server/jobs/rules.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000);
const job = { everySeconds: 60, leaseSeconds: 30 };

describe('free jobs', () => {
  test.each([
    ['when it is due and nobody runs it', { next_run_at: at(-5), leased_until: null }, -5],
    ['not before it is due', { next_run_at: at(40), leased_until: null }, 40],
    ['not before the lease of its worker expires', { next_run_at: at(-5), leased_until: at(20) }, 20],
    ['when the lease of its worker has expired', { next_run_at: at(-50), leased_until: at(-20) }, -20],
    ['now, if a wrong clock wrote that it is due next year', { next_run_at: at(366 * 86400), leased_until: null }, 0],
    ['now, if a wrong clock wrote a lease until next year', { next_run_at: at(0), leased_until: at(366 * 86400) }, 0],
  ])('a job may be taken %s', (_case, slot, seconds) => {
    expect(freeAt(job, slot, NOW)).toEqual(at(seconds));
  });
});

test.each([
  ['that is due today', { next_run_at: at(-86_000), leased_until: null }, false],
  ['that was due before yesterday', { next_run_at: at(-86_401), leased_until: null }, true],
  ['whose worker died today', { next_run_at: at(-90_000), leased_until: at(-86_000) }, false],
  ['whose worker died before yesterday', { next_run_at: at(-90_000), leased_until: at(-86_401) }, true],
])('a job %s counts as abandoned or not', (_case, slot, isAbandoned) => {
  expect(isAbandonedBefore(abandonedBefore(NOW), slot)).toBe(isAbandoned);
});

describe('the next run', () => {
  test('starts a period after the end of the last one', () => {
    expect(nextRunAt(job, NOW)).toEqual(at(60));
  });

  test.each([
    ['at its second of this period', 0, 570],
    ['at its second of the next period, when the run ended after it', 571, 1170],
    ['once, when the run ended at its second', 570, 1170],
  ])('the next run by the clock starts %s', (_case, endedAt, startsAt) => {
    expect(nextRunAt({ everySeconds: 600, atSecond: 570, leaseSeconds: 30 }, at(endedAt))).toEqual(at(startsAt));
  });

  test('the next run of the charts is half a minute before each ten minutes of the clock', () => {
    expect(nextRunAt({ ...CHART_TIMES, leaseSeconds: 60 }, NOW).toISOString()).toBe('2026-11-20T03:09:30.000Z');
  });
});

describe('retries of failed runs', () => {
  const pauses = (everySeconds: number, failures: readonly number[], fraction = 0) =>
    failures.map((count) => (retryAt({ ...job, everySeconds }, count, NOW, fraction).getTime() - NOW.getTime()) / 1000);

  test('a failed run is retried after pauses that double up to five minutes', () => {
    expect(pauses(60, [1, 2, 3, 4, 5, 6, 7, 8, 1000])).toEqual([5, 10, 20, 40, 80, 160, 300, 300, 300]);
  });

  test('a failed run is retried after its period at the latest, if that is longer', () => {
    expect(pauses(3600, [1, 20])).toEqual([5, 3600]);
  });

  test('a failed run is retried up to a fifth earlier, so that workers do not retry together', () => {
    expect(pauses(60, [3], 0.5)).toEqual([18]);
  });
});

describe('pauses of a worker', () => {
  test.each([
    ['when the next job becomes free', [at(4), at(2)], 2_250],
    ['soon, when a job is free that it did not get', [at(-5)], 250],
    ['after ten seconds at the latest', [at(300)], 10_250],
    ['regularly without any job', [], 10_250],
  ])('a worker looks at the table again %s', (_case, free, ms) => {
    expect(lookAfterMs(free, NOW, 0)).toBe(ms);
  });

  test('a worker looks at the table again a little later at random, so that workers do not look together', () => {
    expect(lookAfterMs([at(2)], NOW, 0.5)).toBe(2_375);
  });
});

test('the stored reason of a failure names its causes and is bounded', () => {
  const error = new Error('orders, 30 days', { cause: new TypeError('no connection') });
  expect(describeFailure(error)).toBe('Error: orders, 30 days <- TypeError: no connection');
  expect(describeFailure(new Error('x'.repeat(5000)))).toHaveLength(1000);
  expect(describeFailure('text')).toBe('not an error');
  // A cause may be its own cause.
  const circle = new Error('again');
  circle.cause = circle;
  expect(describeFailure(circle).split(' <- ')).toHaveLength(5);
});
