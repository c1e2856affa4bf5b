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
])('%s makes what was read of wishes old: %s', (statement, isOld) => {
  const changes = watchChanges();
  const before = changes.countOf(['wishes', 'ratings']);
  changes.note(statement);
  expect(changes.countOf(['wishes', 'ratings']) > before).toBe(isOld);
});

/** Answers each key with how often anything was read. */
function counting(changes = watchChanges()) {
  const asked: string[][] = [];
  const find = createReads({ changes, atOnce: 1 })({
    tables: ['wishes'],
    nameOf: (key: string) => key,
    read: (keys) => {
      asked.push(keys);
      return Promise.resolve(keys.map((key) => `${key}${asked.length}`));
    },
  });
  return { find, asked, changes };
}

test('calls that arrive together share one statement, without asking twice for the same', async () => {
  const { find, asked } = counting();
  expect(await Promise.all([find(['a', 'b']), find(['b'])])).toEqual([['a1', 'b1'], ['b1']]);
  expect(asked).toEqual([['a', 'b']]);
});

test('an answer holds until its table is written', async () => {
  const { find, changes } = counting();
  expect(await find(['a'])).toEqual(['a1']);
  changes.note('update ratings set score = 1');
  expect(await find(['a'])).toEqual(['a1']);
  changes.note('update wishes set item_id = 1');
  expect(await find(['a'])).toEqual(['a2']);
});

test('an answer that was on its way while its table was written does not hold', async () => {
  const changes = watchChanges();
  let reads = 0;
  const find = createReads({ changes, atOnce: 1 })({
    tables: ['wishes'],
    nameOf: String,
    read: (keys: number[]) => {
      reads += 1;
      if (reads === 1) changes.note('update wishes set item_id = 1');
      return Promise.resolve(keys.map(() => reads));
    },
  });
  expect(await find([1])).toEqual([1]);
  expect(await find([1])).toEqual([2]);
});

test('where others may write, nothing is remembered', async () => {
  const find = createReads({ atOnce: 1 })({
    tables: ['wishes'],
    nameOf: String,
    read: (keys: object[]) => Promise.resolve([...keys]),
  });
  const [first, second] = [{}, {}];
  expect((await find([first]))[0]).toBe(first);
  expect((await find([second]))[0]).toBe(second);
});
