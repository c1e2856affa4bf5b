import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTransact, type Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createOwnDatabase, type OwnDatabase } from '#tests/support/server/server-database.ts';

/* A process goes on serving while a newer version migrates the database. */

let own: OwnDatabase;
let serving: Database;
let migrating: Database;
beforeAll(async () => {
  own = await createOwnDatabase();
  [serving, migrating] = await Promise.all([openPostgres(own.url), openPostgres(own.url)]);
});
afterAll(async () => {
  await Promise.all([serving.close(), migrating.close()]);
  await own.drop();
});
beforeEach(() => sql`create table foxes (id int primary key)`.execute(migrating.kysely));
afterEach(() => sql`drop table foxes`.execute(migrating.kysely));

const addColumn = () => sql`alter table foxes add column name text`.execute(migrating.kysely);

describe('a statement that a migration gives another column', () => {
  const read = () => sql<object>`select * from foxes where id = ${1}`.execute(serving.kysely);

  test('is answered on every connection that has prepared it', async () => {
    await sql`insert into foxes values (1)`.execute(migrating.kysely);
    const readTogether = () => Promise.all(Array.from({ length: 8 }, read));
    await readTogether();
    await addColumn();
    for (const { rows } of [...(await readTogether()), await read()]) expect(rows).toEqual([{ id: 1, name: null }]);
  });

  test('is carried out once, with the whole transaction', async () => {
    const transact = createTransact(serving.kysely);
    const insert = (id: number) =>
      transact(async (tx) => {
        await sql`insert into foxes (id) values (${id + 100})`.execute(tx);
        return sql<object>`insert into foxes (id) values (${id}) returning *`.execute(tx);
      });
    await insert(1);
    await addColumn();
    expect((await insert(2)).rows).toEqual([{ id: 2, name: null }]);
    const { rows } = await sql<{ id: number }>`select id from foxes where ${true} order by id`.execute(serving.kysely);
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 101, 102]);
  });
});
