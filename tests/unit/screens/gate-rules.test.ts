import { expect, test } from 'vitest';
import type { Profile } from '#contract/profiles.ts';
import { firstChoice, onlyChoice } from '#src/screens/profiles/gate-rules.ts';

const buildProfile = (id: string, has_pin = false): Profile => ({
  id,
  name: id,
  default_image_id: 1,
  image_url: '/1.webp',
  max_rating: '19',
  has_pin,
  is_owner: false,
});
const [bora, sky] = [buildProfile('bora'), buildProfile('sky')];
const AT_START = { isChanging: false, isManaging: false };

test.each([
  ['the only one, without PIN, is nobody to choose', [bora], AT_START, bora],
  ['the only one is asked for its PIN', [buildProfile('bora', true)], AT_START, null],
  ['of two, one has to be chosen', [bora, sky], AT_START, null],
  ['who comes to change the profile sees the gate', [bora], { ...AT_START, isChanging: true }, null],
  ['who manages profiles sees the gate', [bora], { ...AT_START, isManaging: true }, null],
  ['while nobody knows, nobody is chosen', undefined, AT_START, null],
  ['without any, nobody is chosen', [], AT_START, null],
])('%s', (_name, profiles, coming, expected) => {
  expect(onlyChoice(profiles, coming)).toBe(expected);
});

test.each([
  ['who watched last is suggested at a start', 'sky', false, sky],
  ['the next one is suggested to who changes', 'bora', true, sky],
  ['behind the last comes the first', 'sky', true, bora],
  ['the first is suggested where nobody has watched', null, false, bora],
  ['the first is suggested where who watched last is gone', 'gone', true, bora],
])('%s', (_name, lastId, isChanging, expected) => {
  expect(firstChoice([bora, sky], lastId, isChanging)).toBe(expected);
});

test('of nobody, nobody is suggested', () => {
  expect(firstChoice([], null, false)).toBeUndefined();
});
