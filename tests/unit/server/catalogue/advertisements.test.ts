import { describe, expect, test } from 'vitest';
import { chooseAdvertisement, rotationOf, shareOf, stateOf } from '#server/ads/choice-rules.ts';
import { countFrom } from '#server/ads/fold.ts';

const HOUR = 3600_000;
const at = (text: string) => new Date(text);

const ads = (...weights: number[]) => weights.map((weight, index) => ({ id: index + 1, weight }));
const idsOf = (list: readonly { id: number }[]) => list.map(({ id }) => id);
/** The first eight digits of a play log's id decide where its breaks begin. */
const playLog = (start: number) => `${start.toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;

describe('the rotation of advertisements', () => {
  test.each([
    [
      [1, 1, 1],
      [1, 2, 3],
    ],
    [
      [5, 5],
      [1, 2],
    ],
    [
      [2, 1],
      [1, 2, 1],
    ],
    [
      [3, 2],
      [1, 2, 1, 2, 1],
    ],
    [
      [20, 10, 10],
      [1, 2, 3, 1],
    ],
    [[7], [1]],
    [[], []],
  ])('the rotation of weights %j is %j', (weights, expected) => {
    expect(idsOf(rotationOf(ads(...weights)))).toEqual(expected);
  });

  test('gives each one its share of all viewers, in every break', () => {
    const all = ads(6, 3, 1);
    for (const ordinal of [0, 1, 2]) {
      const counts = new Map<number, number>();
      for (let start = 0; start < 1000; start += 1) {
        const { id } = chooseAdvertisement(all, { playLogId: playLog(start), ordinal })!;
        counts.set(id, (counts.get(id) ?? 0) + 1);
      }
      expect([...counts].sort()).toEqual([
        [1, 600],
        [2, 300],
        [3, 100],
      ]);
    }
  });

  test('shows a viewer another one in the next break', () => {
    const breaks = [0, 1, 2].map(
      (ordinal) => chooseAdvertisement(ads(4, 4, 4), { playLogId: playLog(7), ordinal })!.id,
    );
    expect(new Set(breaks).size).toBe(3);
  });

  test('an advertisement with a weight of 3 of 12 gets a quarter of the breaks', () =>
    expect(shareOf({ id: 1, weight: 3 }, 12)).toBe(0.25));

  test('the rotation chooses nothing where no advertisement is running', () => {
    expect(chooseAdvertisement([], { playLogId: playLog(1), ordinal: 0 })).toBeUndefined();
  });
});

test.each([
  [null, null, 'running'],
  ['2026-11-20T03:00:00Z', null, 'running'],
  ['2026-11-20T03:00:01Z', null, 'scheduled'],
  [null, '2026-11-20T03:00:00Z', 'ended'],
  [null, '2026-11-20T03:00:01Z', 'running'],
  ['2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z', 'scheduled'],
] as const)('an advertisement from %s to %s is %s', (starts, ends, state) => {
  const scheduled = { starts_at: starts && at(starts), ends_at: ends && at(ends) };
  expect(stateOf(scheduled, at('2026-11-20T03:00:00Z'))).toBe(state);
});

test.each([
  ['the first run counts 90 days', null, 90 * 24],
  ['a run counts the last hour again, and the one before', '2026-11-20T03:00:00Z', 1],
  ['a run after a pause counts the hours since', '2026-11-19T03:00:00Z', 25],
  ['an hour of a wrong clock hides nothing', '2027-01-01T00:00:00Z', 1],
])('%s', (_, last, hours) => {
  const now = at('2026-11-20T03:20:00Z').getTime();
  const from = countFrom(now, last === null ? null : at(last).getTime());
  expect((at('2026-11-20T03:00:00Z').getTime() - from) / HOUR).toBe(hours);
});
