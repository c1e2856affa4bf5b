import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { Migrator } from 'kysely';
import { expect, test } from 'vitest';
import { openInMemory } from '#server/db/embedded.ts';
import { migrate, migrations } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { endExpiredPlayLogs } from '#server/retention/expiry.ts';
import { createOwnDatabase, openTestDatabase, testDatabaseUrl } from '#tests/support/server-database.ts';

/** Columns as `tables.ts` writes them, by table: `name: type` without wrappers that only matter when writing. */
function declaredTables(): Map<string, Map<string, string>> {
  const source = readFileSync(fileURLToPath(new URL('../../server/db/tables.ts', import.meta.url)), 'utf8');
  const tablesBody = /interface Tables \{([^}]*)\}/.exec(source)![1]!;
  const tables = new Map<string, Map<string, string>>();
  for (const [, table, type] of tablesBody.matchAll(/(\w+): (\w+);/g)) {
    const body = new RegExp(`interface ${type} \\{([\\s\\S]*?)\\n\\}`).exec(source)![1]!;
    const columns = [...body.matchAll(/^ {2}(\w+): (.+);$/gm)].map(([, name, of]) => [name!, of!] as const);
    tables.set(table!, new Map(columns));
  }
  return tables;
}

/** What a column of the database is in TypeScript. */
const typesOf: Record<string, RegExp> = {
  uuid: /^string/,
  text: /^(string|'|\w+\['|ContentRating|PlatformName|PlayLogState)/,
  int4: /^(number|Generated<number>)/,
  int8: /^(number|Generated<number>)/,
  float8: /^(number|Generated<number>)/,
  bool: /^(boolean|Generated<boolean>)/,
  timestamptz: /^Date/,
  jsonb: /^Json</,
  _text: /^string\[\]/,
};

test('tables.ts says what the migrations make: the same tables, columns, types and nulls', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{
    table_name: string;
    column_name: string;
    udt_name: string;
    is_nullable: 'YES' | 'NO';
    column_default: string | null;
  }>`select table_name, column_name, udt_name, is_nullable, column_default from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely_%'`.execute(database.kysely);
  const declared = declaredTables();

  const names = (tables: Iterable<readonly [string, Iterable<string>]>) =>
    [...tables].flatMap(([table, columns]) => [...columns].map((column) => `${table}.${column}`)).sort();
  expect(names([...declared].map(([table, columns]) => [table, columns.keys()]))).toEqual(
    rows.map(({ table_name: table, column_name: column }) => `${table}.${column}`).sort(),
  );
  for (const {
    table_name: table,
    column_name: column,
    udt_name: type,
    is_nullable: isNullable,
    column_default,
  } of rows) {
    const written = declared.get(table)!.get(column)!;
    expect(written, `${table}.${column} is ${type}`).toMatch(typesOf[type]!);
    // A value inside jsonb says itself whether it may be null.
    if (type !== 'jsonb')
      expect([`${table}.${column}`, written.includes('| null')]).toEqual([`${table}.${column}`, isNullable === 'YES']);
    expect([`${table}.${column}`, written.startsWith('Generated<')]).toEqual([
      `${table}.${column}`,
      column_default !== null,
    ]);
  }
  await database.close();
});

test('migrating again changes nothing', async () => {
  const database = await openTestDatabase();
  await migrate(database.kysely);
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database.kysely,
  );
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(migrations));
  await database.close();
});

test('events of advertisements from before hand-outs were stored stay as they were', async () => {
  const { kysely: db, close } = await openInMemory();
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  await migrator.migrateTo('0111-download-grants');
  const id = '00000000-0000-4000-8000-000000000001';
  await sql`insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
    values (${id}, 'old@bora.example', '', true, 'free', now())`.execute(db);
  for (const position of [0, 1])
    await sql`insert into ad_events (account_id, play_log_id, ad_id, event, position, profile_id, received_at)
      values (${id}, ${id}, 1, 'start', ${position}, ${id}, now())`.execute(db);
  await migrate(db);
  const kept = await db.selectFrom('ad_events').select(['ad_break_id', 'position']).orderBy('position').execute();
  expect(kept).toEqual([
    { ad_break_id: '', position: 0 },
    { ad_break_id: '', position: 1 },
  ]);
  await close();
});

test('the migrations are named in the order in which they run', () => {
  expect(Object.keys(migrations)).toEqual(Object.keys(migrations).sort());
});

test('says on which engine the tests of the server ran', async () => {
  const database = await openTestDatabase();
  const { rows } = await sql<{ version: string }>`select version()`.execute(database.kysely);
  console.info(`server tests ran on ${database.engine}: ${rows[0]?.version.split(' ').slice(0, 2).join(' ')}`);
  expect(database.engine).toBe(testDatabaseUrl === undefined ? 'embedded' : 'postgres');
  await database.close();
});

/** The newest migration of the version that was released before item figures and daily sums. */
const RELEASED = '0080-start-again-removals';

test('a filled database of the version before keeps its ratings and its play logs', async () => {
  const own = testDatabaseUrl === undefined ? undefined : await createOwnDatabase();
  const database = own === undefined ? await openInMemory() : await openPostgres(own.url);
  const { kysely } = database;
  const migrator = new Migrator({ db: kysely, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateTo(RELEASED);
  expect(error).toBeUndefined();
  const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const statements = [
    `insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
      values ('${id(1)}', 'one@bora.example', '', true, 'free', now())`,
    `insert into profiles (account_id, id, name, default_image_id, max_rating, is_owner, created_at)
      select '${id(1)}', profile::uuid, 'name', 1, '19', false, now() from unnest(array['${id(2)}', '${id(3)}']) as profile`,
    `insert into items (id, name, synopsis, genres, tags, medium, content_rating, air_year, air_quarter, is_ended,
      director, production, "cast", color, poster, wide, backdrop, position, cnt_rating, sum_rating)
      select id, '', '', '{}', '{}', 'TVA', 'all', 2026, 4, false, '', '', '{}', '', '', '', '', id, cnt, total
      from (values (1, 2, 7.5), (2, 0, 0)) as given (id, cnt, total)`,
    // Title 9 has left the catalogue; its rating waits for it.
    `insert into ratings (profile_id, item_id, score, updated_at) values
      ('${id(2)}', 1, 5, now()), ('${id(3)}', 1, 2.5, now()), ('${id(2)}', 9, 4, now())`,
    `insert into play_logs (account_id, id, profile_id, device_session_id, episode_id, item_id, device, state, opened_at,
      expires_at) select '${id(1)}', gen_random_uuid(), '${id(2)}', '${id(4)}', 101, 1, 'web', state, '2026-01-01',
      '2026-01-02' from unnest(array['active', 'superseded', 'left', 'deactivated']) as state`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(kysely);

  await migrate(kysely);
  expect(await kysely.selectFrom('item_figures').selectAll().orderBy('item_id').execute()).toEqual([
    { item_id: 1, cnt_rating: 2, sum_rating: 7.5 },
    { item_id: 9, cnt_rating: 1, sum_rating: 4 },
  ]);
  const { signal } = new AbortController();
  expect(await endExpiredPlayLogs(kysely, new Date('2026-01-02T00:00:00Z'), signal)).toBe(2);
  const states = await kysely.selectFrom('play_logs').select('state').orderBy('state').execute();
  expect(states.map(({ state }) => state)).toEqual(['deactivated', 'expired', 'expired', 'left']);
  await database.close();
  await own?.drop();
});
