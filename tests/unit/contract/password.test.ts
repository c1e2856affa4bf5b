import { describe, expect, test } from 'vitest';
import { isPassword, passwordChecks } from '#contract/rules/password.ts';

describe('a password', () => {
  test.each([
    ['letters and digits', 'abcdefg1'],
    ['letters and symbols', 'abcdefg!'],
    ['digits and symbols', '1234567!'],
    ['all three', 'abc123!?'],
    ['upper case counts as letters', 'ABCDEFG1'],
    ['a space counts as a symbol', 'abcdefg '],
    ['Korean counts as a symbol', 'abcdefg가'],
    ['the longest', `1${'a'.repeat(254)}`],
    ['eight characters outside the basic plane and a digit', '1🦊🦊🦊🦊🦊🦊🦊'],
    ['255 characters that are 509 units', `1${'🦊'.repeat(254)}`],
  ])('may be: %s', (_name, text) => expect(isPassword(text)).toBe(true));

  test.each([
    ['nothing', ''],
    ['seven characters', 'abcde1!'],
    ['seven characters that are more units', 'a🦊🦊🦊🦊🦊🦊'],
    ['256 characters', `1${'a'.repeat(255)}`],
    ['letters alone', 'abcdefgh'],
    ['letters of both cases alone', 'abcdEFGH'],
    ['digits alone', '12345678'],
    ['symbols alone', '!@#$%^&*'],
    ['Korean alone', '가나다라마바사아'],
  ])('may not be: %s', (_name, text) => expect(isPassword(text)).toBe(false));

  test('reports which part of the rule is missing', () => {
    expect(passwordChecks('abc')).toEqual({ isLongEnough: false, isShortEnough: true, isMixed: false });
    expect(passwordChecks('abcdefgh')).toEqual({ isLongEnough: true, isShortEnough: true, isMixed: false });
    expect(passwordChecks('a1'.repeat(128))).toEqual({ isLongEnough: true, isShortEnough: false, isMixed: true });
  });
});
