import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountData, accountTables } from '#server/db/account-data.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operations/data.md'), 'utf8');
/** Of each level, the tables that its section lists. */
const levels = page
  .split(/^### /m)
  .slice(1)
  .map((section) => ({
    level: Number(section[0]),
    tables: [
      ...section
        .split('\n\n')
        .at(2)!
        .matchAll(/`(\w+)`/g),
    ].map(([, name]) => name!),
  }));
const levelOf = new Map(levels.flatMap(({ level, tables }) => tables.map((table) => [table, level] as const)));

test('every table has one level of protection', () => {
  expect(levels.map(({ level }) => level)).toEqual([4, 3, 2, 1]);
  expect(levels.flatMap(({ tables }) => tables).sort()).toEqual(Object.keys(accountData).sort());
});

test('what is about an account is personal or secret, and everything personal is about one', () => {
  const aboutAccounts = new Set<string>(accountTables.map(({ table }) => table));
  expect([...aboutAccounts].filter((table) => levelOf.get(table)! < 3)).toEqual([]);
  expect(levels[1]!.tables.filter((table) => !aboutAccounts.has(table))).toEqual([]);
});

test('no account’s file has rows of a secret table whose hashes or secrets are not withheld', () => {
  const shown = accountTables.filter(({ table, withheld }) => levelOf.get(table) === 4 && withheld !== null);
  expect(shown.length).toBeGreaterThan(3);
  for (const { table, withheld } of shown)
    expect(
      withheld?.some((column) => /hash|secret|content/.test(column)),
      table,
    ).toBe(true);
});
