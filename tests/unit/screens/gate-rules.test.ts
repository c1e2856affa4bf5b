import { expect, test } from 'vitest';
import { firstChoice, onlyChoice } from '#src/screens/profiles/profile-choice.ts';
import { buildProfile } from '#tests/support/build.ts';

const aProfile = (id: string, has_pin = false) => buildProfile({ id, has_pin });
const [bora, sky] = [aProfile('bora'), aProfile('sky')];
const AT_START = { isChanging: false, isManaging: false };

test.each([
  ['the only profile without a PIN is chosen automatically', [bora], AT_START, bora],
  ['the only profile is asked for its PIN', [aProfile('bora', true)], AT_START, null],
  ['the viewer chooses between two profiles', [bora, sky], AT_START, null],
  ['the gate is shown when the viewer switches profiles', [bora], { ...AT_START, isChanging: true }, null],
  ['the gate is shown when the viewer manages profiles', [bora], { ...AT_START, isManaging: true }, null],
  ['no profile is chosen while the profiles load', undefined, AT_START, null],
  ['no profile is chosen when there is none', [], AT_START, null],
])('%s', (_name, profiles, coming, expected) => {
  expect(onlyChoice(profiles, coming)).toBe(expected);
});

test.each([
  ['the last profile is suggested at a start', 'sky', false, sky],
  ['the next profile is suggested for a switch', 'bora', true, sky],
  ['the first profile follows the last', 'sky', true, bora],
  ['the first profile is suggested without a last one', null, false, bora],
  ['the first profile is suggested when the last one was removed', 'gone', true, bora],
])('%s', (_name, lastId, isChanging, expected) => {
  expect(firstChoice([bora, sky], { lastId, isChanging, takenBackId: null })).toBe(expected);
});

test('a cancelled choice is suggested again', () => {
  const answer = firstChoice([bora, sky], { lastId: 'sky', isChanging: true, takenBackId: 'sky' });
  expect(answer).toBe(sky);
});

test('no suggestion is made without profiles', () => {
  expect(firstChoice([], { lastId: null, isChanging: false, takenBackId: 'sky' })).toBeUndefined();
});
