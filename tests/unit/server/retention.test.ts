import { expect, test } from 'vitest';
import { RETENTION } from '#server/retention/retention.ts';

/** A year counts with its leap day, so that nothing goes too early. */
const DAYS: Readonly<Record<string, number>> = { day: 1, year: 366 };
const named = RETENTION.map(({ table, lifetime, days }) => {
  const [, number, unit] = /(\d+) (day|year)/.exec(lifetime) ?? [];
  return { name: `${table}: ${lifetime}`, days, said: number === undefined ? 0 : Number(number) * DAYS[unit!]! };
});

test('rows are kept for as many days as their lifetime says', () => {
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ days, said }) => days !== said)).toEqual([
    // A file of an account says itself when its day is over.
    { name: 'account_exports: 1 day', days: 0, said: 1 },
  ]);
});
