import { describe, expect, test } from 'vitest';
import { isEmail } from '#contract/rules/email.ts';
import { isPlainEmail } from '#contract/rules/plain-email.ts';
import { processorMs } from '#tests/support/processor-time.ts';

describe('an e-mail address that may have an account', () => {
  test.each([
    'a@b.kr',
    'demo@bora.example',
    'first.last@mail.example.com',
    'with+tag@example.com',
    "o'neil_-!#$%&*/=?^`{|}~@example.com",
    '1234@5678.net',
    '보라@example.com',
    'a@1-2.example.museum',
    'a@xn--9t4b11yi5a.com',
    'a@[127.0.0.1]',
    'a@[255.255.255.255]',
  ])('may be %s', (text) => expect(isEmail(text)).toBe(true));

  test.each([
    ['nothing', ''],
    ['no @', 'example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'a@'],
    ['two @', 'a@b@example.com'],
    ['upper case in the local part', 'Demo@bora.example'],
    ['upper case in the domain', 'demo@Bora.example'],
    ['upper case outside of ASCII', 'Ä@example.com'],
    ['a space in the local part', 'a b@example.com'],
    ['a space before it', ' a@example.com'],
    ['a space after it', 'a@example.com '],
    ['a line break after it', 'a@example.com\n'],
    ['a tab in the local part', 'a\tb@example.com'],
    ['an angle bracket', '<a@example.com'],
    ['a closing angle bracket', 'a>@example.com'],
    ['a round bracket', 'a(b)@example.com'],
    ['a square bracket in the local part', 'a[b]@example.com'],
    ['a quoted local part', '"a b"@example.com'],
    ['a backslash', 'a\\b@example.com'],
    ['a comma', 'a,b@example.com'],
    ['a semicolon', 'a;b@example.com'],
    ['a colon', 'a:b@example.com'],
    ['a dot at the start', '.a@example.com'],
    ['a dot at the end of the local part', 'a.@example.com'],
    ['two dots in a row', 'a..b@example.com'],
    ['NUL', 'a\0b@example.com'],
    ['a delete character', 'a\u007fb@example.com'],
    ['a domain without a dot', 'a@localhost'],
    ['a top-level part of one letter', 'a@example.c'],
    ['a top-level part with a digit', 'a@example.c0m'],
    ['a domain that ends in a dot', 'a@example.com.'],
    ['a domain with an empty part', 'a@example..com'],
    ['a domain that starts with a dot', 'a@.example.com'],
    ['a domain with an underscore', 'a@ex_ample.com'],
    ['an IPv4 address without brackets', 'a@127.0.0.1'],
    ['an IPv4 address with one bracket', 'a@[127.0.0.1'],
    ['an IPv4 address of three parts', 'a@[127.0.1]'],
    ['an IPv4 part above 255', 'a@[127.0.0.256]'],
    ['an IPv4 part of four digits', 'a@[127.0.0.0001]'],
    ['an IPv6 address', 'a@[::1]'],
  ])('is not %s', (_name, text) => expect(isEmail(text)).toBe(false));

  test('is checked quickly for adversarial text', () => {
    for (const text of [`${'a.'.repeat(50_000)}@`, `a@${'a-'.repeat(50_000)}`, `a@${'a.'.repeat(50_000)}!`])
      expect(processorMs(() => isEmail(text))).toBeLessThan(500);
  });
});

describe('an e-mail address of a new account', () => {
  test.each([
    'demo+tag@bora.example',
    '보라2@example.com',
    'почта@example.com',
    'é@example.com',
    "o'neil_-!#$%&*/=?^`{|}~@example.com",
    'a@[127.0.0.1]',
  ])('may be %s', (text) => expect([isEmail(text), isPlainEmail(text)]).toEqual([true, true]));

  test.each([
    ['a zero-width space', 'a\u200bdmin@bora.example'],
    ['an override of the direction', 'a\u202edmin@bora.example'],
    ['a Hangul filler', 'a\u3164dmin@bora.example'],
    ['a soft hyphen', 'a\u00addmin@bora.example'],
    ['a blank braille cell', 'a\u2800@bora.example'],
    ['a private character', 'a\ue000@bora.example'],
    ['a variation selector', 'a\ufe0f@bora.example'],
    ['a Cyrillic a', '\u0430dmin@bora.example'],
    ['a Greek omicron', 'b\u03bfra@bora.example'],
    ['wide letters', '\uff41dmin@bora.example'],
    ['parts of a letter that are not joined', 'e\u0301@bora.example'],
  ])('may not have %s', (_what, text) => expect(isPlainEmail(text)).toBe(false));
});
