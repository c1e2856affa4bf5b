import { assemble } from 'es-hangul';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { composed, takeBack, takeBackWord, textOf, typeCharacter } from '#src/ui/keyboard/hangul.ts';

const type = (letters: string, before = '') => Array.from(letters).reduce(typeCharacter, composed(before));

test.each([
  ['ㄷㅏㄹㄱㅏ', '달가'],
  ['ㅇㅗㅏㄴ', '완'],
  ['ㄱㅏㅂㅅㅣ', '갑시'],
  ['ㄱㅏㅂㅅ', '값'],
  ['ㄷㅏㄹㄱ', '닭'],
  ['ㄲㅗㅏㄱ', '꽉'],
  ['ㅅㅏㄲㅏ', '사까'],
  ['ㅇㅣㅆㅇㅓ', '있어'],
  ['ㄱㄱㅏ', 'ㄱ가'],
  ['ㅇㅡㅣㅅㅏ', '의사'],
  ['ㅂㅏㄹㅏㅁㅇㅣ ㅁㅓㅁㅜㄴㅡㄴ ㅈㅏㄹㅣ', '바람이 머무는 자리'],
  // es-hangul alone does not compose a lone ㅝ before a consonant.
  ['ㅜㅓㄹㅏ', 'ㅝ라'],
])('typing %s gives %s', (letters, text) => {
  expect(textOf(type(letters))).toBe(text);
});

test('backspace deletes letter by letter in typing order', () => {
  const seen: string[] = [];
  let composition = type('ㄷㅏㄹㄱㅏ');
  while (textOf(composition) !== '') {
    seen.push(textOf(composition));
    composition = takeBack(composition);
  }
  expect(seen).toEqual(['달가', '닭', '달', '다', 'ㄷ']);
});

test('backspace decomposes text that was not typed', () => {
  let composition = composed('a값');
  const seen = [1, 2, 3, 4, 5].map(() => textOf((composition = takeBack(composition))));
  expect(seen).toEqual(['a갑', 'a가', 'aㄱ', 'a', '']);
});

test('backspace deletes a whole character outside of Hangul, also one of two UTF-16 units', () => {
  expect(textOf(takeBack(composed('보라💜')))).toBe('보라');
});

test.each([
  ['바람이 머무는 자리', '바람이 머무는 '],
  ['바람이 머무는 ', '바람이 '],
  ['minsu.kim@naver.com', 'minsu.kim@naver.'],
  ['minsu.kim@', 'minsu.kim'],
  ['보라', ''],
  ['', ''],
])('deleting a word from "%s" leaves "%s"', (text, rest) => {
  expect(textOf(takeBackWord(composed(text)))).toBe(rest);
});

describe('any letters in any order', () => {
  const letters = fc.array(
    fc.constantFrom(...'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎㄲㄸㅃㅆㅉㅏㅑㅓㅕㅗㅛㅜㅠㅡㅣㅐㅒㅔㅖ 가a1'),
    { maxLength: 24 },
  );
  /** The result of es-hangul, or null where it throws: at a consonant after a lone ㅝ and similar vowels. */
  const assembled = (typed: readonly string[]) => {
    try {
      return typed
        .join('')
        .split(/([^ㄱ-ㅣ])/)
        .map((part) => (/^[ㄱ-ㅣ]+$/.test(part) ? assemble(Array.from(part)) : part))
        .join('');
    } catch {
      return null;
    }
  };

  test('become what es-hangul makes of them', () => {
    fc.assert(
      fc.property(letters, (typed) => {
        const expected = assembled(typed);
        fc.pre(expected !== null);
        expect(textOf(type(typed.join('')))).toBe(expected);
      }),
      { numRuns: 2000 },
    );
  });

  test('never fail, and as many steps back lead through every earlier text', () => {
    fc.assert(
      fc.property(letters, (typed) => {
        const isHangul = typed.every((character) => /[ㄱ-ㅣ]/.test(character));
        fc.pre(isHangul);
        let composition = composed('');
        const texts = ['', ...typed.map((letter) => textOf((composition = typeCharacter(composition, letter))))];
        for (const text of texts.slice(0, -1).reverse()) {
          composition = takeBack(composition);
          expect(textOf(composition)).toBe(text);
        }
      }),
      { numRuns: 1000 },
    );
  });
});
