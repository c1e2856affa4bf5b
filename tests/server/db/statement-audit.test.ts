import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { TableName } from '#server/db/tables.ts';
import { EVERY_SHARD, INSERTED_FROM_QUERIES, isListed } from '#tests/support/audit/listed-statements.ts';
import { placeOf } from '#tests/support/audit/statement-place.ts';
import { mayBeUnrouted, separateShards, shardsOf } from '#tests/support/audit/unrouted-tables.ts';

const tablesOf = async (statement: string) => (await shardsOf(statement)).unrouted.map(({ table }) => table);

test.each([
  'select * from play_logs where account_id = $1 and id = $2',
  'select * from "play_logs" as "logs" where "logs"."account_id" = $1',
  'update play_logs set state = $1 where id = $2 and account_id = $3',
  'delete from tokens where account_id = $1 and hash in (select hash from tokens where account_id = $1)',
  'select * from profiles left join play_logs using (account_id) where profiles.account_id = $1',
  'select 1 from accounts join profiles on account_id = accounts.id where accounts.id = $1 for update',
  `select 1 from orders where account_id = $1 and (id = $2 or status = 'paid) and (')`,
  'select * from wishes where account_id = $1::uuid',
  'insert into wishes (account_id, profile_id, item_id, created_at) values ($1, $2, $3, $4)',
  'with old as (select account_id, id from orders where account_id = $1) select * from old',
  'select * from items',
])('passes %s', async (statement) => {
  expect(await tablesOf(statement)).toEqual([]);
});

test.each([
  ['select * from play_logs where id = $1', ['play_logs']],
  ['/* of /* all */ accounts */ select * from play_logs', ['play_logs']],
  ['-- of all accounts\nselect * from play_logs', ['play_logs']],
  ['((select id::text from orders) union all select name from items)', ['orders']],
  ['table orders', ['orders']],
  ['select * from play_logs where account_id = any($1::uuid[])', ['play_logs']],
  ['select * from play_logs where account_id = $1 or id = $2', ['play_logs']],
  ['select * from play_logs where account_id <> $1', ['play_logs']],
  ['update play_logs set account_id = $1 where id = $2', ['play_logs']],
  ['delete from tokens where account_id = $1 and hash in (select hash from tokens where profile_id = $2)', ['tokens']],
  ['select 1 from profiles, play_logs where profiles.account_id = $1 and profile_id = profiles.id', ['play_logs']],
  ['select (select count(*) from item_requests where item_id = $1) from accounts where id = $2', ['item_requests']],
  ['select 1 from unnest($1::uuid[]) as asked (id) join orders on orders.account_id = asked.id', ['orders']],
  [
    'with old as (select id from orders) update orders set price = 1 where account_id = $1 and id in (select id from old)',
    ['orders'],
  ],
])('finds the tables in %s', async (statement, tables) => {
  expect(await tablesOf(statement)).toEqual(tables);
});

test('tells apart the statements that lock the rows of every shard', async () => {
  expect((await shardsOf('select 1 from orders where id = $1 for update skip locked')).unrouted).toEqual([
    { table: 'orders', by: 'account_id', isLocked: true, isWritten: false },
  ]);
  expect((await shardsOf('select 1 from orders where id = $1')).unrouted[0]?.isLocked).toBe(false);
});

test.each([
  'insert into wishes (account_id, profile_id, item_id, created_at) select account_id, id, 1, now() from profiles where account_id = $1',
  `with left_behind as (delete from play_logs where account_id = $1 returning account_id, profile_id, item_id)
    insert into wishes (account_id, profile_id, item_id, created_at) select account_id, profile_id, item_id, now() from left_behind`,
  `with given as (select * from jsonb_to_recordset($1::jsonb) as given (account_id uuid, profile_id uuid, item_id int)),
    added as (insert into wishes (account_id, profile_id, item_id, created_at) select account_id, profile_id, item_id, now() from given)
    select 1 from profiles where account_id = $2`,
  'insert into wishes (account_id, profile_id, item_id, created_at) select $1::uuid, $2::uuid, unnest($3::int[]), now()',
])('finds rows of a query that go to any shard in %s', async (statement) => {
  expect((await shardsOf(statement)).unrouted).toEqual([
    { table: 'wishes', by: 'account_id', isLocked: false, isWritten: true },
  ]);
});

test.each([
  [
    'delete from media_contents where not exists (select from clips where clips.id = clip_id)',
    ['media_contents', 'clips'],
  ],
  ['update item_figures set cnt_rating = 0 from items where items.id = item_id', ['item_figures', 'items']],
  ['delete from media_contents where not exists (select from media_jobs where id = clip_id::uuid)', []],
  ['insert into item_figures (item_id, cnt_rating, sum_rating) select id, 0, 0 from items', []],
  ['select 1 from item_figures join items on items.id = item_id', []],
])('finds the tables of several machines that change one machine in %s', async (statement, tables) => {
  expect((await shardsOf(statement)).mixed.sort()).toEqual([...tables].sort());
});

test('finds the shard of inserted values', async () => {
  const { routed } = await shardsOf(
    `with added as (insert into wishes (account_id, profile_id, item_id, created_at) values ($1, $2, $3, $4))
      select 1 from profiles where account_id = $5`,
  );
  expect(separateShards(routed, ['one', 'p', 1, 'now', 'one'])).toEqual([]);
  expect(separateShards(routed, ['one', 'p', 1, 'now', 'other']).sort()).toEqual(['profiles', 'wishes']);
});

const BOTH = 'select 1 from wishes where account_id = $1 union all select 1 from profiles where account_id = $2';

test.each<[string, readonly unknown[], readonly string[]]>([
  [BOTH, ['one', 'one'], []],
  [BOTH, ['one', 'other'], ['wishes', 'profiles']],
  ['select 1 from wishes join orders using (account_id) where wishes.account_id = $1', ['one'], []],
  ['select 1 from wishes join items on items.id = item_id where account_id = $1 and item_id = $2', ['one', 1], []],
  [
    'select 1 from wishes join short_reviews using (item_id) where wishes.account_id = $1 and item_id = $2',
    ['one', 1],
    ['wishes', 'short_reviews'],
  ],
  [
    'delete from wishes where account_id = $1 and item_id in (select item_id from short_reviews where item_id = $2)',
    // The groups tell equal values apart.
    [1, 1],
    ['wishes', 'short_reviews'],
  ],
  ['select 1 from short_reviews join review_likes using (item_id) where short_reviews.item_id = 1', [], []],
  [
    'select 1 from accounts where id = $1 and exists (select from short_reviews where item_id = $2)',
    ['one', 1],
    ['accounts', 'short_reviews'],
  ],
])('finds the shards of %s with %j', async (statement, parameters, apart) => {
  const { unrouted, routed } = await shardsOf(statement);
  expect(unrouted).toEqual([]);
  expect(separateShards(routed, parameters).sort()).toEqual([...apart].sort());
});

test('plans only statements that name a distributed table', () => {
  expect(mayBeUnrouted('select 1 from "orders"')).toBe(true);
  expect(mayBeUnrouted('with old as (delete from tokens) select 1')).toBe(true);
  expect(mayBeUnrouted('/* of /* all */ accounts */ select 1 from orders')).toBe(true);
  expect(mayBeUnrouted('-- of all accounts\nselect 1 from orders')).toBe(true);
  expect(mayBeUnrouted('((select 1 from orders) union all select 2)')).toBe(true);
  expect(mayBeUnrouted('table ORDERS')).toBe(true);
  expect(mayBeUnrouted('select * from items where orders_count = 1')).toBe(false);
  expect(mayBeUnrouted('alter table orders add column a integer')).toBe(false);
});

const root = fileURLToPath(new URL('../../..', import.meta.url));

test.each([
  [`    at findOrder (${root}server/shop/store.ts:48:5)`, 'server/shop/store.ts findOrder'],
  [`    at async findOrder (file://${root}server/shop/store.ts:48:5)`, 'server/shop/store.ts findOrder'],
  [`    at Object.findOrder [as find] (${root}server/shop/store.ts:48:5)`, 'server/shop/store.ts findOrder'],
  [`    at ${root}server/shop/store.ts:48:5`, 'server/shop/store.ts module'],
  [`    at test (${root}tests/server/shop/shop.test.ts:1:1)\n    at a (${root}server/shop/store.ts:1:1)`, undefined],
  [`    at run (${root}server/db/migrations/run.ts:5:5)\n    at up (${root}server/shop/store.ts:1:1)`, undefined],
])('finds the function that runs a statement in %s', (frames, place) => {
  const ours = `Error: here\n    at note (${root}tests/support/audit/statement-audit.ts:1:1)`;
  const builder = `    at execute (${root}node_modules/kysely/dist/esm/raw.js:1:1)`;
  expect(placeOf([ours, builder, frames].join('\n'))).toBe(place);
});

test('a listed function passes for its tables alone, and never locks', () => {
  const place = 'server/monitoring/metrics/store.ts countActivePlayLogs';
  const one = { table: 'play_logs', by: 'account_id', isLocked: false, isWritten: false } as const;
  expect(isListed('', place, one)).toBe(true);
  expect(isListed('', place, { ...one, isLocked: true })).toBe(false);
  expect(isListed('', place, { ...one, isWritten: true })).toBe(false);
  expect(isListed('', place, { ...one, table: 'orders' })).toBe(false);
  expect(isListed('', 'server/monitoring/metrics/store.ts another', one)).toBe(false);
});

test('the comment "several accounts" waives the accounts alone', () => {
  const statement = 'select 1 from profiles, short_reviews where true /* several accounts */';
  const listed = (table: TableName, isLocked = false) =>
    isListed(statement, 'server/monitoring/metrics/store.ts another', { table, by: '', isLocked, isWritten: false });
  expect(listed('profiles')).toBe(true);
  expect(listed('profiles', true)).toBe(false);
  expect(listed('short_reviews')).toBe(false);
});

test('the list names functions that exist', () => {
  const missing = Object.keys({ ...EVERY_SHARD, ...INSERTED_FROM_QUERIES }).filter((place) => {
    const [file, name] = place.split(' ');
    return !new RegExp(`(?:function|const) ${name}\\b`).test(readFileSync(`${root}server/${file}`, 'utf8'));
  });
  expect(missing).toEqual([]);
});
