import { expect, test } from 'vitest';
import { hasHomeTiles } from '#contract/rules/home-tiles.ts';
import { isLimited } from '#contract/rules/household.ts';
import { householdRuleOf } from '#contract/household.ts';
import { withoutPersonal } from '#contract/rules/without-personal.ts';
import type { ContentRating } from '#contract/profiles.ts';

const RATINGS: readonly ContentRating[] = ['all', '7', '12', '15', '19'];

test('the household restricts every profile with an age limit below 19', () => {
  expect(RATINGS.filter((max_rating) => isLimited({ max_rating }))).toEqual(['all', '7', '12', '15']);
});

test('the home of the television shows only what adults without a PIN watch', () => {
  const shown = RATINGS.flatMap((max_rating) => [true, false].map((has_pin) => ({ max_rating, has_pin }))).filter(
    hasHomeTiles,
  );
  expect(shown).toEqual([{ max_rating: '19', has_pin: false }]);
});

test.each([
  ['changePassword', 'adult'],
  ['removeDeviceSession', 'adult'],
  ['leaveAccount', 'adult'],
  ['createOrder', 'adult'],
  ['createProfile', 'adult'],
  ['answerDeviceLink', 'adult'],
  ['updateProfile', 'judged'],
  ['getProfileToken', 'judged'],
  ['logout', 'anyone'],
  ['addWish', 'anyone'],
  ['listItems', 'anyone'],
] as const)('the household leaves %s to: %s', (name, rule) => expect(householdRuleOf(name)).toBe(rule));

test.each([
  ['mail to luna@bora.example failed', 'mail to …@… failed'],
  ['at https://bora.example/assets/app-1.js:3:7', 'at app-1.js:3:7'],
  ['at render (file:///mnt/luna/app/index.js:10:2)', 'at render (index.js:10:2)'],
  ['open /home/luna/notes.txt', 'open notes.txt'],
  ['GET items?keyword=luna failed', 'GET items failed'],
  ['route #/items/7 is unknown', 'route  is unknown'],
  [`token ${'a1-_'.repeat(8)} refused`, 'token … refused'],
  [`word ${'a'.repeat(31)} stays`, `word ${'a'.repeat(31)} stays`],
  ['TypeError: x is undefined', 'TypeError: x is undefined'],
])('a crash keeps no person, path or token of %j', (text, kept) => expect(withoutPersonal(text)).toBe(kept));
