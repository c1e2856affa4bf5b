import { expect, onTestFinished } from 'vitest';
import { settled } from '#tests/support/fake-clock.ts';
import { startCounting, stopCounting } from '#tests/support/held.ts';

let ends: (() => unknown)[] = [];

/**
 * For the function that sets a test up, before it makes doubles: when the test is over, `end` ends its subject, and then no
 * timer, no subscription and no decoder of the doubles may be left.
 */
export function expectNothingLeft(end: () => unknown): void {
  ends.push(end);
  if (ends.length > 1) return;
  startCounting();
  onTestFinished(async () => {
    const all = ends;
    ends = [];
    for (const one of all) await one();
    await settled();
    expect(
      stopCounting().map(({ what }) => what),
      'nothing is left behind',
    ).toEqual([]);
  });
}
