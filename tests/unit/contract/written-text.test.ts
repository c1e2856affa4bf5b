import { describe, expect, test } from 'vitest';
import { cleanText } from '#contract/rules/written-text.ts';
import { deviceNameSchema, writtenTextSchema } from '#contract/values.ts';
import { fieldCodeOf } from '#server/lib/field-codes.ts';

const codesOf = (schema: ReturnType<typeof writtenTextSchema>, sent: unknown) => {
  const { error } = schema.safeParse(sent);
  return error ? [...new Set(error.issues.map((issue) => fieldCodeOf(issue, sent)))] : [];
};
const name = writtenTextSchema({ maximum: 20 });

describe('a human-written text', () => {
  test.each([
    ['한글', '보라'],
    ['single consonants', 'ㅂㄹ'],
    ['a sign', '!'],
    ['one emoji', '🙂'],
    ['an emoji with a variation', '❤️'],
    ['a family', '👨‍👩‍👧‍👦'],
    ['a profession with a colour of skin', '👩🏽‍🚀'],
    ['a flag of two pictographs', '🏳️‍🌈'],
    ['the flag of Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
    ['a flag of two letters', '🇰🇷'],
    ['a keycap', '1️⃣'],
    ['20 emoji', '🙂'.repeat(20)],
  ])('may be %s', (_what, text) => expect(name.safeParse(text).data).toBe(text));

  test('is composed (NFC) and trimmed', () => {
    expect(name.parse('  보라\u00a0\u3000')).toBe('보라');
  });

  test.each([
    ['only the Hangul filler', '\u3164'],
    ['only fillers of single jamo', '\u115f\u1160\uffa0'],
    ['only the braille blank', '\u2800\u2800'],
    ['only zero-width spaces', '\u200b\u200b'],
    ['only soft hyphens', '\u00ad'],
    ['only combining marks', '\u0301\u0302'],
    ['only a variation selector', '\ufe0f'],
    ['only joiners', '\u200d\u2060'],
    ['only the null notehead', '\u{1d159}'],
    ['only tags', '\u{e0041}'],
  ])('is INVISIBLE as %s', (_what, text) => expect(codesOf(name, text)).toEqual(['INVISIBLE']));

  test.each([
    ['NUL', 'a\0b'],
    ['half of a surrogate pair', 'a\ud800'],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['a line separator', 'a\u2028b'],
    ['an override of the direction', 'a\u202eb'],
    ['a zero-width space', '보\u200b라'],
    ['a soft hyphen', '보\u00ad라'],
    ['a joiner between letters', '보\u200d라'],
    ['a joiner at the end', '👨\u200d'],
    ['two joiners', '👨\u200d\u200d👩'],
    ['a tag without its flag', 'a\u{e0067}\u{e007f}'],
  ])('has a FORBIDDEN_CHARACTER with %s', (_what, text) =>
    expect(codesOf(name, text)).toEqual(['FORBIDDEN_CHARACTER']),
  );

  test('is measured in code points after tidying', () => {
    expect(codesOf(name, '')).toEqual(['TOO_SHORT']);
    expect(codesOf(name, ' \u3000 ')).toEqual(['TOO_SHORT']);
    expect(codesOf(name, '가'.repeat(21))).toEqual(['TOO_LONG']);
    expect(codesOf(name, 'x'.repeat(100_000))).toEqual(['TOO_LONG']);
    expect(codesOf(name, `  ${'가'.repeat(20)}  `)).toEqual([]);
    expect(codesOf(writtenTextSchema({ minimum: 0, maximum: 20 }), '  ')).toEqual([]);
  });

  test('must be a string', () => {
    expect(codesOf(name, undefined)).toEqual(['MISSING']);
    expect(codesOf(name, 7)).toEqual(['WRONG_TYPE']);
  });
});

describe('the name of a device', () => {
  test.each(['거실 TV', 'QN65Q80 (2025)', 'http', 'OLED65C9PLA.AEU'])('may be %s', (text) =>
    expect(deviceNameSchema.safeParse(text).success).toBe(true),
  );

  test.each([
    ...['보라 고객센터 https://evil.example', 'TV\n로그인하세요', 'x://', 'ｈｔｔｐ：／／evil', 'www.evil.example'],
    'ｗｗｗ．evil',
  ])('may not be %j', (text) => expect(codesOf(deviceNameSchema, text)).toEqual(['FORBIDDEN_CHARACTER']));
});

test.each([
  ['a zero-width space and a byte order mark', '\ufeff보\u200b라', '보라'],
  ['an override of the direction', 'a\u202eb', 'ab'],
  ['a joined emoji, which stays', '👩🏽‍🚀 가족', '👩🏽‍🚀 가족'],
  ['several lines, which stay', '하나\n둘', '하나\n둘'],
  ['only blanks', '\u3164\u200b', ''],
])('a text is cleaned of what is invisible: %s', (_what, text, cleaned) => expect(cleanText(text)).toBe(cleaned));
