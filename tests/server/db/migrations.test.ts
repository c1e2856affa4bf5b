import { sql, type KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { openInMemory } from '#server/db/embedded.ts';
import { distributions } from '#server/db/distribution.ts';
import { checkMigrated, checkSameVersion, migrate, migrations, NewerDatabaseError } from '#server/db/migrate.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createOwnDatabase, openTestDatabase, testDatabaseUrl } from '#tests/support/server/server-database.ts';

test('migrating is idempotent', async () => {
  const database = await openTestDatabase();
  await migrate(database.kysely);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.kysely,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  await database.close();
});

/** The embedded engine of the tests that migrate from the beginning: making one takes three times as long as that. */
let embedded: Promise<Database> | undefined;
afterAll(async () => (await embedded)?.close());

/** An empty database. Each test closes its own before the next one opens one. */
async function openEmpty(): Promise<Database> {
  if (testDatabaseUrl !== undefined) {
    const own = await createOwnDatabase();
    const database = await openPostgres(own.url);
    return {
      ...database,
      close: async () => {
        await database.close();
        await own.drop();
      },
    };
  }
  const database = await (embedded ??= openInMemory());
  await sql`drop schema public cascade`.execute(database.kysely);
  await sql`create schema public`.execute(database.kysely);
  return { ...database, close: () => Promise.resolve() };
}

test('a database that a newer version has migrated is refused by the names of its migrations', async () => {
  const { kysely: db, close } = await openEmpty();
  await migrate(db);
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db);
  const error = await migrate(db).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(NewerDatabaseError);
  expect((error as Error).message).toContain('(9999-later)');
  // A server goes on serving it during an upgrade, but an older command must not write to it.
  await checkMigrated(db);
  await expect(checkSameVersion(db)).rejects.toThrow(NewerDatabaseError);
  await close();
});

test('the migrations’ names are in the order in which they run', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).sort());
});

test('the server tests run on the reported engine', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ version: string }>`select version()`.execute(database.kysely);
  console.info(`server tests ran on ${database.engine}: ${rows[0]?.version.split(' ').slice(0, 2).join(' ')}`);
  expect(database.engine).toBe(testDatabaseUrl === undefined ? 'embedded' : 'postgres');
  await database.close();
});

/** Stops a run before the statement of this number, as a crash on an engine without transactional DDL does. */
function stopBefore(number: number, stop: Error): KyselyPlugin {
  let count = 0;
  return {
    transformQuery({ node }) {
      count += 1;
      if (count === number) throw stop;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  };
}

test('a migration that stopped after any of its statements can be repeated without a transaction', async () => {
  const { kysely, close } = await openEmpty();
  const stop = new Error('stopped');
  for (const name of Object.keys(migrations)) {
    for (let number = 1, isDone = false; !isDone; number += 1)
      isDone = await migrations[name]!.up(kysely.withPlugin(stopBefore(number, stop))).then(
        () => true,
        (error: unknown) => {
          expect(error, name).toBe(stop);
          return false;
        },
      );
    // Everything ran, but was not recorded.
    await migrations[name]!.up(kysely);
  }
  const keysOf = async (db: typeof kysely) =>
    (
      await sql<{ key: string }>`select conrelid::regclass || ' ' || pg_get_constraintdef(oid) as key from pg_constraint
        where contype in ('p', 'u', 'f') and connamespace = 'public'::regnamespace
          -- A cluster also lists the keys of its shards.
          and conrelid::regclass::text = any(${Object.keys(distributions)}::text[])
          order by 1`.execute(db)
    ).rows.map(({ key }) => key);
  const fresh = await openTestDatabase();
  expect(await keysOf(kysely)).toEqual(await keysOf(fresh.kysely));
  await fresh.close();
  await close();
});
