import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TableName } from '#server/db/tables.ts';
import { distributedFunctions, distributions } from '#server/db/distribution.ts';
import type { Database } from '#server/db/open.ts';
import { openTestDatabase } from '#tests/support/server/server-database.ts';

/** Unique keys that do not contain the column by which their table is distributed. */
const UNIQUE_ACROSS_MACHINES: readonly string[] = [];

/** Foreign keys to a row that may be on another machine. */
const REFERENCES_ACROSS_MACHINES: readonly string[] = [];

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const declarationOf = (table: string) => distributions[table as TableName];
const columnOf = (table: string) => {
  const declared = declarationOf(table);
  return declared.is === 'distributed' ? declared.by : undefined;
};

test('every table of the migrations has a declaration', async () => {
  const { rows } = await sql<{ table_name: string }>`select table_name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%' order by 1`.execute(
    database.kysely,
  );
  expect(Object.keys(distributions).sort()).toEqual(rows.map(({ table_name: table }) => table).sort());
});

test('the unique keys of a distributed table contain its column, which leads the primary key', async () => {
  const { rows } = await sql<{ name: string; table: string; isPrimary: boolean; columns: string[] }>`
    select indexes.relname as name, tables.relname as table, indisprimary as "isPrimary",
      array_agg(attname::text order by array_position(indkey::int[], attnum::int)) as columns
    from pg_index join pg_class as indexes on indexes.oid = indexrelid join pg_class as tables on tables.oid = indrelid
    join pg_attribute on attrelid = indrelid and attnum = any(indkey)
    where indisunique and tables.relnamespace = 'public'::regnamespace and tables.relname not like 'kysely_%'
    group by 1, 2, 3`.execute(database.kysely);
  const distributed = rows.filter(({ table }) => columnOf(table) !== undefined);
  const wrong = distributed.filter(({ table, isPrimary, columns }) =>
    isPrimary ? columns[0] !== columnOf(table) : !columns.includes(columnOf(table)!),
  );
  expect(wrong.map(({ name }) => name).sort()).toEqual(UNIQUE_ACROSS_MACHINES);
  expect(distributed.length).toBeGreaterThan(wrong.length);
});

test('a foreign key refers to a row on the same machine', async () => {
  const { rows } = await sql<{ name: string; from: string; to: string; columns: string[]; targets: string[] }>`
    select conname as name, conrelid::regclass::text as from, confrelid::regclass::text as to,
      (select array_agg(attname::text order by place) from unnest(conkey) with ordinality as keys (num, place)
        join pg_attribute on attrelid = conrelid and attnum = num) as columns,
      (select array_agg(attname::text order by place) from unnest(confkey) with ordinality as keys (num, place)
        join pg_attribute on attrelid = confrelid and attnum = num) as targets
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(database.kysely);
  const wrong = rows.filter(({ from, to, columns, targets }) => {
    // A cluster also lists the keys of its shards.
    if (!(from in distributions)) return false;
    const [one, other] = [declarationOf(from), declarationOf(to)];
    if (other.is === 'reference') return false;
    if (one.is === 'local' && other.is === 'local') return false;
    if (one.is !== 'distributed' || other.is !== 'distributed' || one.group !== other.group) return true;
    const place = columns.indexOf(one.by);
    return place === -1 || targets[place] !== other.by;
  });
  expect(wrong.map(({ name }) => name).sort()).toEqual(REFERENCES_ACROSS_MACHINES);
  expect(rows.length).toBeGreaterThan(wrong.length);
});

test('the functions that a cluster runs on the machine of an account have its id as an argument', async () => {
  for (const { signature, account } of distributedFunctions) {
    const { rows } = await sql<{ names: string[]; types: string[] }>`
      select proargnames::text[] as names, proargtypes::regtype[]::text[] as types from pg_proc
      where oid = ${signature}::regprocedure`.execute(database.kysely);
    expect(rows.map(({ names, types }) => types[names.indexOf(account)])).toEqual(['uuid']);
  }
});
