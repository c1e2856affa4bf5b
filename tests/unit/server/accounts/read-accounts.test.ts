import { describe, expect, test } from 'vitest';
import { MOST_IMPORTED } from '#contract/console/account-import.ts';
import { decodeTable, readAccounts } from '#server/accounts/joining/read-accounts.ts';
import { readEnd } from '#server/accounts/joining/read-end.ts';
import { isImportedHash, NOBODYS_HASH } from '#server/accounts/passwords.ts';

const NOW = new Date('2026-11-28T03:00:00Z');
const read = (...lines: string[]) => readAccounts(lines.join('\n'), NOW);

describe('a table of people', () => {
  test('names what each line makes', () => {
    const { newcomers, refused, cntRow } = read(
      'Email,이름,password_hash,plan,until',
      'Mina@Example.com, 미나 ,,premium,2027-01-31',
      `joon@example.com,,"${NOBODYS_HASH}",,`,
    );
    expect({ cntRow, refused }).toEqual({ cntRow: 2, refused: [] });
    expect(newcomers).toEqual([
      {
        line: 2,
        email: 'mina@example.com',
        name: '미나',
        passwordHash: null,
        membership: { plan: 'premium', endsAt: new Date('2027-01-31T15:00:00Z') },
      },
      { line: 3, email: 'joon@example.com', name: null, passwordHash: NOBODYS_HASH, membership: null },
    ]);
  });

  test.each([
    ['email-missing', ',미나,,,'],
    ['email-wrong', 'mina,미나,,,'],
    ['email-twice', 'first@example.com,,,,'],
    ['name-wrong', `mina@example.com,${'가'.repeat(21)},,,`],
    ['hash-wrong', 'mina@example.com,,$2b$10$abcdefghijklmnopqrstuv,,'],
    ['hash-wrong', 'mina@example.com,,secret,,'],
    ['plan-wrong', 'mina@example.com,,,gold,2027-01-31'],
    ['plan-missing', 'mina@example.com,,,,2027-01-31'],
    ['until-missing', 'mina@example.com,,,basic,'],
    ['until-wrong', 'mina@example.com,,,basic,soon'],
    ['until-wrong', 'mina@example.com,,,basic,2027-02-30'],
    ['until-wrong', 'mina@example.com,,,basic,2099-01-01'],
  ])('refuses a line with %s, and takes the others', (reason, line) => {
    const { newcomers, refused } = read('email,name,password_hash,plan,until', 'first@example.com,,,,', line);
    expect(newcomers.map(({ email }) => email)).toEqual(['first@example.com']);
    expect(refused).toMatchObject([{ line: 3, reason }]);
  });

  test.each([
    ['letters', 'a'.repeat(5000)],
    ['empty cells', ','.repeat(1_900_000)],
    ['empty cells in quotes', '"",'.repeat(600_000)],
  ])('with a line of too many %s is refused', (_what, line) => {
    expect(() => read('email', 'a@example.com', line)).toThrow(/near line 3/);
  });

  test('takes names as text, also those of formulas, with or without the apostrophe of a spreadsheet', () => {
    const { newcomers } = read('email,name', 'a@example.com,=1+1', "b@example.com,'=1+1", "c@example.com,'tis");
    expect(newcomers.map(({ name }) => name)).toEqual(['=1+1', '=1+1', "'tis"]);
  });

  test('takes semicolons, tabs, a byte order mark, and the lines of Windows', () => {
    expect(read('\uFEFFemail;name\r', 'a@example.com;가\r').newcomers).toMatchObject([{ name: '가' }]);
    expect(read('name\temail', '가\ta@example.com').newcomers).toMatchObject([{ email: 'a@example.com', name: '가' }]);
  });

  test('takes the encoding of Korean spreadsheets', () => {
    const hangul = Uint8Array.from([0xb0, 0xa1]);
    expect(decodeTable(hangul)).toBe('가');
    expect(decodeTable(new TextEncoder().encode('가'))).toBe('가');
  });

  test('says which columns it does not use', () => {
    expect(read('email,가입,email', 'a@example.com,2020,b@example.com')).toMatchObject({
      ignored: ['가입', 'email'],
      newcomers: [{ email: 'a@example.com' }],
    });
  });

  test('takes a membership that is over as none', () => {
    expect(read('email,plan,until', 'a@example.com,basic,2020-01-01').newcomers).toMatchObject([{ membership: null }]);
  });

  test.each([
    ['is empty', ''],
    ['has no column of addresses', 'name\nmina'],
    ['has passwords', 'email,password\na@example.com,secret'],
    ['has a quotation mark without an end', `email,name\na@example.com,"${'x'.repeat(5000)}`],
    ['has too many people', `email\n${'a@example.com\n'.repeat(MOST_IMPORTED + 1)}`],
  ])('is refused as a whole when it %s', (_why, text) => {
    expect(() => readAccounts(text, NOW)).toThrow(expect.objectContaining({ name: 'RefusedError' }) as Error);
  });
});

test('a day lasts to its end in Korea, and an hour is as it is written', () => {
  expect(readEnd('2026-12-01', NOW)?.toISOString()).toBe('2026-12-01T15:00:00.000Z');
  expect(readEnd('2026. 12. 1.', NOW)?.toISOString()).toBe('2026-12-01T15:00:00.000Z');
  expect(readEnd('2026-12-01 23:30', NOW)?.toISOString()).toBe('2026-12-01T14:30:00.000Z');
  expect(readEnd('2026-12-01 24:30', NOW)).toBeUndefined();
});

test('hashes that cost too little or too much are not taken', () => {
  const hash = (cost: string) => `$argon2id$v=19$${cost}$c29tZXNhbHRzb21l$${'A'.repeat(43)}`;
  expect(isImportedHash(hash('m=19456,t=2,p=1'))).toBe(true);
  expect(isImportedHash(hash('m=64,t=2,p=1'))).toBe(false);
  expect(isImportedHash(hash('m=999999,t=2,p=1'))).toBe(false);
  expect(isImportedHash(hash('m=19456,t=99,p=1'))).toBe(false);
  expect(isImportedHash(hash('m=19456,t=2,p=16'))).toBe(false);
});
