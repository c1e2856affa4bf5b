import { describe, expect, test } from 'vitest';
import { createChance } from '#tests/evening/rules/chance.ts';
import { firstOnSeconds, nextAct, possibleActs, staySeconds, type Place } from '#tests/evening/rules/viewer.ts';

const PLACES: Place[] = ['off', 'sign-in', 'home', 'title', 'playing', 'paused', 'over'];
const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

describe('a chance', () => {
  test('repeats its choices for the same seed, and makes others for another one', () => {
    const choices = (seed: string) => {
      const chance = createChance(seed);
      return times(20, () => chance.between(1, 1000));
    };
    expect(choices('7')).toEqual(choices('7'));
    expect(choices('7')).not.toEqual(choices('8'));
  });

  test('forks choices that do not depend on how many it has made', () => {
    const [one, other] = [createChance('7'), createChance('7')];
    times(5, () => one.fraction());
    expect(one.fork('set').fraction()).toBe(other.fork('set').fraction());
    expect(one.fork('set').fraction()).not.toBe(one.fork('other').fraction());
  });

  test('includes both bounds, and weighs what it chooses from', () => {
    const chance = createChance('7');
    expect(new Set(times(200, () => chance.between(1, 3)))).toEqual(new Set([1, 2, 3]));
    const chosen = times(1000, () =>
      chance.weigh([
        ['often', 9],
        ['seldom', 1],
      ] as const),
    );
    const share = chosen.filter((one) => one === 'seldom').length / chosen.length;
    expect(share).toBeGreaterThan(0.05);
    expect(share).toBeLessThan(0.15);
  });
});

describe('a viewer', () => {
  test('does at each place only what is possible there, and all of it at some time', () => {
    const chance = createChance('7');
    for (const place of PLACES)
      expect(new Set(times(500, () => nextAct(place, chance)))).toEqual(new Set(possibleActs(place)));
  });

  test('cannot seek without a picture, and cannot sign in twice', () => {
    expect(possibleActs('home')).not.toContain('seek');
    expect(possibleActs('title')).not.toContain('sign-in');
    expect(possibleActs('off')).toEqual(['switch-on']);
  });

  test('stays longer in front of a picture than at a list', () => {
    const chance = createChance('7');
    const longest = (place: Place) => Math.max(...times(200, () => staySeconds(place, chance)));
    expect(longest('playing')).toBeGreaterThan(longest('home'));
  });

  test('switches the set on within the first half, mostly within the first tenth', () => {
    const chance = createChance('7');
    const starts = times(500, () => firstOnSeconds(600, chance));
    expect(Math.max(...starts)).toBeLessThanOrEqual(300);
    expect(starts.filter((start) => start <= 60).length).toBeGreaterThan(300);
  });
});
