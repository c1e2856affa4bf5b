import { expect, test } from 'vitest';
import { watchChanges } from '#server/db/changes.ts';
import { createReads } from '#server/db/reads.ts';

test.each([
  ['insert into "wishes" ("item_id") values ($1)', true],
  ['UPDATE wishes SET item_id = $1', true],
  ['with gone as (select 1) insert into wishes select 1', true],
  ['delete from profiles where id = $1', true],
  ['truncate accounts cascade', true],
  ['do $$ begin end $$', true],
  ['update tokens set hash = $1', false],
  ['select * from wishes for update of wishes', false],
  ['with asked as (select 1) select * from wishes', false],
])('%s invalidates cached wishes: %s', (statement, isOld) => {
  const changes = watchChanges();
  const before = changes.countOf(['wishes', 'ratings']);
  changes.note(statement);
  expect(changes.countOf(['wishes', 'ratings']) > before).toBe(isOld);
});

const TOGETHER = { atOnce: 1, isByAccount: false };

/** Answers each key with the number of reads so far. */
function counting(changes = watchChanges()) {
  const asked: string[][] = [];
  const find = createReads(
    { changes },
    TOGETHER,
  )({
    tables: ['wishes'],
    cacheKeyOf: (key: string) => key,
    accountOf: null,
    read: (keys) => {
      asked.push(keys);
      return Promise.resolve(keys.map((key) => `${key}${asked.length}`));
    },
  });
  return { find, asked, changes };
}

test('concurrent calls share one statement with distinct keys', async () => {
  const { find, asked } = counting();
  expect(await Promise.all([find(['a', 'b']), find(['b'])])).toEqual([['a1', 'b1'], ['b1']]);
  expect(asked).toEqual([['a', 'b']]);
});

test('an answer is cached until its table is written', async () => {
  const { find, changes } = counting();
  expect(await find(['a'])).toEqual(['a1']);
  changes.note('update ratings set score = 1');
  expect(await find(['a'])).toEqual(['a1']);
  changes.note('update wishes set item_id = 1');
  expect(await find(['a'])).toEqual(['a2']);
});

test('an answer is not cached when its table was written during the read', async () => {
  const changes = watchChanges();
  let reads = 0;
  const find = createReads(
    { changes },
    TOGETHER,
  )({
    tables: ['wishes'],
    cacheKeyOf: String,
    accountOf: null,
    read: (keys: number[]) => {
      reads += 1;
      if (reads === 1) changes.note('update wishes set item_id = 1');
      return Promise.resolve(keys.map(() => reads));
    },
  });
  expect(await find([1])).toEqual([1]);
  expect(await find([1])).toEqual([2]);
});

test('nothing is cached when others may write', async () => {
  const find = createReads(
    {},
    TOGETHER,
  )({
    tables: ['wishes'],
    cacheKeyOf: String,
    accountOf: null,
    read: (keys: object[]) => Promise.resolve([...keys]),
  });
  const [first, second] = [{}, {}];
  expect((await find([first]))[0]).toBe(first);
  expect((await find([second]))[0]).toBe(second);
});

test.each([
  ['spread over machines', true, [['a1', 'a2'], ['b1']]],
  ['on one machine', false, [['a1', 'b1', 'a2']]],
])('keys of several accounts share statements by the account where accounts are %s', async (_, isByAccount, asked) => {
  const statements: string[][] = [];
  const find = createReads(
    {},
    { atOnce: 2, isByAccount },
  )({
    tables: ['wishes'],
    cacheKeyOf: (key: string) => key,
    read: (keys) => {
      statements.push(keys);
      return Promise.resolve(keys.map((key) => key.toUpperCase()));
    },
    accountOf: ([account]) => account!,
  });
  expect(await Promise.all([find(['a1']), find(['b1']), find(['a2'])])).toEqual([['A1'], ['B1'], ['A2']]);
  expect(statements).toEqual(asked);
});
