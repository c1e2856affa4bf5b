import { describe, expect, test } from 'vitest';
import { countsFrom, MOST_A_DAY } from '#server/ads/counting-rules.ts';

const handedOutAt = new Date('2026-11-20T03:00:00Z');
const after = (seconds: number) => new Date(handedOutAt.getTime() + seconds * 1000);
const told = (event: string, seconds: number, changes: { skipAfter?: number | null; countedToday?: number } = {}) =>
  countsFrom({ event, duration: 40, skipAfter: 5, handedOutAt, now: after(seconds), countedToday: 0, ...changes });

describe('an event of an advertisement', () => {
  test.each([
    ['first_quartile', 10],
    ['midpoint', 20],
    ['third_quartile', 30],
    ['complete', 40],
    ['skip', 5],
  ])('%s counts once its time has passed', (event, seconds) => {
    expect(told(event, 0)).toBeNull();
    expect(told(event, seconds - 1)).toBeNull();
    expect(told(event, seconds)).toEqual(after(seconds));
  });

  test('the start of an advertisement counts from the instant when the advertisement may end', () => {
    for (const event of ['impression', 'start']) {
      expect(told(event, 0)).toEqual(after(4.5));
      expect(told(event, 0, { skipAfter: null })).toEqual(after(39.5));
      expect(told(event, 300)).toEqual(after(300));
    }
  });

  test('a skip of an advertisement that cannot be skipped does not count', () => {
    expect(told('skip', 20, { skipAfter: null })).toBeNull();
  });

  test('counts a limited number of times for an account on a day', () => {
    expect(told('impression', 0, { countedToday: MOST_A_DAY - 1 })).not.toBeNull();
    for (const event of ['impression', 'complete', 'error'])
      expect(told(event, 60, { countedToday: MOST_A_DAY })).toBeNull();
  });
});
