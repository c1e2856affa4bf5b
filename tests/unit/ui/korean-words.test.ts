import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lettersOf } from '#src/ui/keyboard/hangul.ts';
import { koreanChips } from '#src/ui/keyboard/korean-words.ts';

const labelsFor = (text: string) => koreanChips(text).map(({ label }) => label);
const textsFor = (text: string) => koreanChips(text).map((chip) => chip.text);

test('a noun is suggested from its second letter on, also within a syllable', () => {
  expect(labelsFor('')).toEqual([]);
  expect(labelsFor('ㅂ')).toEqual([]);
  expect(labelsFor('바')).toEqual(expect.arrayContaining(['바다', '바람']));
  expect(labelsFor('바ㄹ')).toEqual(['바람']);
  expect(textsFor('여름 바라')).toEqual(['여름 바람']);
});

test('a complete noun is followed by its particles in the matching form, with a space after them', () => {
  expect(textsFor('바람')).toEqual(['바람이 ', '바람을 ', '바람은 ', '바람의 ', '바람도 ']);
  expect(labelsFor('그 노래')).toEqual(['가', '를', '는', '의', '도']);
  expect(labelsFor('바람이 ')).toEqual([]);
});

test('nothing is suggested for text that is not Korean', () => {
  expect(labelsFor('bora')).toEqual([]);
  expect(labelsFor('없는낱말')).toEqual([]);
});

test('a suggestion only extends the typed text, and a row has at most five', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'가나바라사다 람이 ㄴㄹㅏ하늘'), { maxLength: 8 }), (characters) => {
      const text = characters.join('');
      const chips = koreanChips(text);
      expect(chips.length).toBeLessThanOrEqual(5);
      expect(new Set(chips.map(({ id }) => id)).size).toBe(chips.length);
      for (const chip of chips) expect(lettersOf(chip.text ?? '').startsWith(lettersOf(text))).toBe(true);
    }),
  );
});
