import { expect, test } from 'vitest';
import { isCommonPassword } from '#server/accounts/common-passwords.ts';
import { processorMs } from '#tests/support/processor-time.ts';

const EMAIL = 'minseo.kim@bora.example';

test.each([
  ['a word and a digit', ['password1', 'Password1', 'PASSWORD1!', 'welcome1', 'iloveyou1', 'dragon12', 'sunshine99']],
  ['a word and a year', ['password2024', 'admin2025!', 'football1998', 'samsung2026']],
  ['a word with signs for letters', ['passw0rd1', 'P@ssw0rd', 'p4ssword!', 'adm1n123', '$ecret123']],
  ['a word before or after digits', ['123password', '1password', 'admin1234', 'test1234', 'qwerty123', 'letmein1']],
  [
    'a row of the keyboard',
    ['qwer1234', '1q2w3e4r', '1q2w3e4r!', 'asdf1234', 'qwerty12', 'zxcvbnm1', '1qaz2wsx', 'qazwsx123'],
  ],
  ['rows from the right', ['poiuyt12', '4321rewq', '987654321a']],
  ['a row of the alphabet', ['abcd1234', 'abc123!@#', 'abcdefg1', '12345678a', 'a1234567', 'aa123456', '1a2b3c4d']],
  ['repetitions', ['aaaaaaa1', '11111111a', 'abc1abc1', 'a1a1a1a1', '1212121a']],
  ['Korean words on an English keyboard', ['tkfkdgo1', 'tkfkd1234', 'dkssud123!', 'qlalfqjsgh1', 'saranghae1']],
  ['the name of the service', ['bora1234', 'boratv2026', 'bora!!!!', 'Bora2026!']],
  ['the name of the e-mail address', ['minseo.kim1', 'minseo.kim@bora.example', 'MINSEO.KIM-2026', 'x!minseo.kim!x']],
])('a common password is %s', (_, passwords) => {
  expect(passwords.filter((password) => !isCommonPassword(password, EMAIL))).toEqual([]);
});

test('a short name of an e-mail address may be a part of a long password', () => {
  expect(isCommonPassword('kim-1a!x', 'kim@bora.example')).toBe(true);
  expect(isCommonPassword('a kimono for 7 evenings', 'kim@bora.example')).toBe(false);
});

test.each([
  ...['bora-test-1', 'bora-new-22', 'bora-staff-1', 'luna-2026', 'small-demo-1', 'correct horse battery staple'],
  ...[
    'Tr0ub4dor&3x',
    'x7#kPq2!v',
    '보라색 고양이 7마리',
    '1🦊🐻🦊🐻🐼🦊🐨',
    'nf8Gz-w2Lq',
    'seven evenings of rain 3',
    'wrong-pass-1',
  ],
])('%s is not common', (password) => expect(isCommonPassword(password, EMAIL)).toBe(false));

test('the time to judge is linear', () => {
  for (const part of ['a', 'ab', '1', '!', 'qwe1', '🦊', 'password', ' ']) {
    const password = part.repeat(Math.floor(2000 / part.length));
    expect(processorMs(() => isCommonPassword(password, EMAIL))).toBeLessThan(500);
  }
});
