import { Migrator, sql, type KyselyPlugin } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { findAccountByEmail, insertAccountOnce } from '#server/accounts/store.ts';
import { openInMemory } from '#server/db/embedded.ts';
import { distributions } from '#server/db/distribution.ts';
import { migrate, migrations, NewerDatabaseError } from '#server/db/migrate.ts';
import { CREATE_ACCOUNT_EMAILS } from '#server/db/migrations/0196-account-emails.ts';
import type { Database } from '#server/db/open.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { endExpiredPlayLogs } from '#server/retention/expiry.ts';
import { itemIdOf, reviewIdOf } from '#server/reviews/review-ids.ts';
import { createOwnDatabase, openTestDatabase, testDatabaseUrl } from '#tests/support/server-database.ts';

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
  await close();
});

test('advertisement events that are older than stored ad servings stay unchanged', async () => {
  const { kysely: db, close } = await openEmpty();
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  await migrator.migrateTo('0111-download-grants');
  const id = '00000000-0000-4000-8000-000000000001';
  await sql`insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
    values (${id}, 'old@bora.example', '', true, 'free', now())`.execute(db);
  for (const position of [0, 1])
    await sql`insert into ad_events (account_id, play_log_id, ad_id, event, position, profile_id, received_at)
      values (${id}, ${id}, 1, 'start', ${position}, ${id}, now())`.execute(db);
  await migrate(db);
  const events = await db.selectFrom('ad_events').select(['ad_break_id', 'position']).orderBy('position').execute();
  expect(events).toEqual([
    { ad_break_id: '', position: 0 },
    { ad_break_id: '', position: 1 },
  ]);
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

/** The newest migration of the release before item figures and daily sums. */
const RELEASED = '0080-start-again-removals';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** A database of a test's own, filled as an earlier version left it. */
async function openFilled(version: string, statements: readonly string[]) {
  const database = await openEmpty();
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  const { error } = await new Migrator({ db: database.kysely, provider }).migrateTo(version);
  expect(error).toBeUndefined();
  for (const statement of statements) await sql.raw(statement).execute(database.kysely);
  return database;
}

/** Two accounts; the first has profiles 2 and 3, the second has profile 5. */
const ACCOUNTS = [
  `insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
    values ('${id(1)}', 'one@bora.example', '', true, 'free', now()),
      ('${id(4)}', 'two@bora.example', '', true, 'free', now())`,
  `insert into profiles (account_id, id, name, default_image_id, max_rating, is_owner, created_at)
    select account::uuid, profile::uuid, 'name', 1, '19', false, now() from (values
      ('${id(1)}', '${id(2)}'), ('${id(1)}', '${id(3)}'), ('${id(4)}', '${id(5)}')) as given (account, profile)`,
];

test('a filled database of the previous version keeps its ratings and play logs', async () => {
  const { kysely, close } = await openFilled(RELEASED, [
    ...ACCOUNTS,
    `insert into items (id, name, synopsis, genres, tags, medium, content_rating, air_year, air_quarter, is_ended,
      director, production, "cast", color, poster, wide, backdrop, position, cnt_rating, sum_rating)
      select id, '', '', '{}', '{}', 'TVA', 'all', 2026, 4, false, '', '', '{}', '', '', '', '', id, cnt, total
      from (values (1, 2, 7.5), (2, 0, 0)) as given (id, cnt, total)`,
    // Title 9 has left the catalogue; its rating stays.
    `insert into ratings (profile_id, item_id, score, updated_at) values
      ('${id(2)}', 1, 5, now()), ('${id(3)}', 1, 2.5, now()), ('${id(2)}', 9, 4, now())`,
    `insert into play_logs (account_id, id, profile_id, device_session_id, episode_id, item_id, device, state, opened_at,
      expires_at) select '${id(1)}', gen_random_uuid(), '${id(2)}', '${id(4)}', 101, 1, 'web', state, '2026-01-01',
      '2026-01-02' from unnest(array['active', 'superseded', 'left', 'deactivated']) as state`,
  ]);

  await migrate(kysely);
  expect(await kysely.selectFrom('item_figures').selectAll().orderBy('item_id').execute()).toEqual([
    { item_id: 1, cnt_rating: 2, sum_rating: 7.5 },
    { item_id: 9, cnt_rating: 1, sum_rating: 4 },
  ]);
  const { signal } = new AbortController();
  expect(await endExpiredPlayLogs(kysely, new Date('2026-01-02T00:00:00Z'), signal)).toBe(2);
  const states = await kysely.selectFrom('play_logs').select('state').orderBy('state').execute();
  expect(states.map(({ state }) => state)).toEqual(['deactivated', 'expired', 'expired', 'left']);
  await close();
});

test('what profiles did gets its account, and rows of profiles that are gone leave the sums too', async () => {
  const GONE = id(9);
  const { kysely, close } = await openFilled('0160-codes-of-owners', [
    ...ACCOUNTS,
    ...['ratings (profile_id, item_id, score, updated_at)', 'wishes (profile_id, item_id, created_at)'].map(
      (table) => `insert into ${table} select profile::uuid, 1, ${table.startsWith('r') ? '4.5, ' : ''}'2026-01-01'
        from unnest(array['${id(2)}', '${id(5)}', '${GONE}']) as profile`,
    ),
    `insert into item_figures (item_id, cnt_rating, sum_rating) values (1, 3, 13.5)`,
    `insert into start_again_removals (profile_id, item_id, removed_at) values
      ('${id(3)}', 1, now()), ('${GONE}', 1, now())`,
    `insert into playback_offsets (profile_id, episode_id, item_id, "offset", is_finished, updated_at) values
      ('${id(2)}', 101, 1, 60, false, '2026-01-01'), ('${id(3)}', 101, 1, 70, true, '2026-01-01'),
      ('${GONE}', 101, 1, 80, true, '2026-01-01')`,
  ]);
  await migrate(kysely);

  const owned = async (table: 'ratings' | 'wishes' | 'start_again_removals' | 'playback_offsets') =>
    (await kysely.selectFrom(table).select(['account_id', 'profile_id']).orderBy('profile_id').execute()).map(
      ({ account_id: account, profile_id: profile }) => [account, profile],
    );
  expect(await owned('ratings')).toEqual([
    [id(1), id(2)],
    [id(4), id(5)],
  ]);
  expect(await owned('wishes')).toEqual(await owned('ratings'));
  expect(await owned('start_again_removals')).toEqual([[id(1), id(3)]]);
  expect(
    await kysely.selectFrom('playback_offsets').select(['account_id', 'offset']).orderBy('offset').execute(),
  ).toEqual([
    { account_id: id(1), offset: 60 },
    { account_id: id(1), offset: 70 },
  ]);
  expect(await kysely.selectFrom('item_figures').selectAll().execute()).toEqual([
    { item_id: 1, cnt_rating: 2, sum_rating: 9 },
  ]);
  await close();
});

test('reviews get copies of their author, and keep their likes under ids that contain their title', async () => {
  const review = '0badcafe-1234-4567-89ab-0123456789ab';
  const { kysely, close } = await openFilled('0160-codes-of-owners', [
    ...ACCOUNTS,
    `insert into ratings (profile_id, item_id, score, updated_at) values ('${id(2)}', 258, 4.5, now())`,
    `insert into short_reviews (id, item_id, account_id, profile_id, short_review, cnt_like, created_at, updated_at)
      values ('${review}', 258, '${id(1)}', '${id(2)}', '잘 봤어요', 2, now(), now()),
        ('${id(8)}', 258, '${id(4)}', '${id(5)}', '재밌어요', 0, now(), now())`,
    `insert into review_likes (review_id, account_id, profile_id, created_at)
      select '${review}', account_id, id, now() from profiles where id <> '${id(2)}'`,
  ]);
  await migrate(kysely);
  const newId = '00000102-1234-8567-89ab-0123456789ab';
  expect(reviewIdOf(258, review)).toBe(newId);
  expect(itemIdOf(newId)).toBe(258);
  const columns = ['id', 'profile_name', 'profile_image_id', 'score', 'cnt_like'] as const;
  expect(await kysely.selectFrom('short_reviews').select(columns).orderBy('cnt_like', 'desc').execute()).toEqual([
    { id: newId, profile_name: 'name', profile_image_id: 1, score: 4.5, cnt_like: 2 },
    { id: reviewIdOf(258, id(8)), profile_name: 'name', profile_image_id: 1, score: null, cnt_like: 0 },
  ]);
  const likes = await kysely.selectFrom('review_likes').select(['item_id', 'review_id']).execute();
  expect(likes).toEqual([
    { item_id: 258, review_id: newId },
    { item_id: 258, review_id: newId },
  ]);
  await kysely.deleteFrom('short_reviews').where('id', '=', newId).execute();
  expect(await kysely.selectFrom('review_likes').selectAll().execute()).toEqual([]);
  await close();
});

test('the e-mail addresses of accounts move to a table of their own, also those that were copied before', async () => {
  const { kysely, close } = await openFilled('0190-publications', [
    ...ACCOUNTS,
    CREATE_ACCOUNT_EMAILS,
    `insert into account_emails (email, account_id) values
      ('one@bora.example', '${id(1)}'), ('gone@bora.example', '${id(9)}')`,
  ]);
  await migrate(kysely);
  expect(await kysely.selectFrom('account_emails').selectAll().orderBy('email').execute()).toEqual([
    { email: 'one@bora.example', account_id: id(1) },
    { email: 'two@bora.example', account_id: id(4) },
  ]);
  const account = (await findAccountByEmail(kysely, 'two@bora.example'))!;
  expect(account.id).toBe(id(4));
  expect(await insertAccountOnce(kysely, { ...account, id: id(7) })).toBe(false);
  expect(await kysely.selectFrom('accounts').select('id').execute()).toHaveLength(2);
  await close();
});

test('prepared briefs move to a table of their own', async () => {
  const { kysely, close } = await openFilled('0263-prepared-places', [
    `insert into prepared_items (item_id, item, brief, next_at, form) values
      (1, '{"id": 1}', '{"id": 1, "name": "첫째"}', '2026-11-27T00:00:00Z', 'abc'), (2, '{"id": 2}', null, null, null)`,
  ]);
  await migrate(kysely);
  expect(await kysely.selectFrom('prepared_briefs').selectAll().execute()).toEqual([
    { item_id: 1, brief: { id: 1, name: '첫째' }, next_at: new Date('2026-11-27T00:00:00Z'), form: 'abc' },
  ]);
  expect(await kysely.selectFrom('prepared_items').select(['item_id', 'form']).orderBy('item_id').execute()).toEqual([
    { item_id: 1, form: 'abc' },
    { item_id: 2, form: null },
  ]);
  await close();
});

test('jobs of own videos keep the sentences of the earlier version, without codes', async () => {
  const { kysely, close } = await openFilled('0264-briefs-apart', [
    `insert into media_jobs (id, source, source_bytes, target, pictures, state, fraction, tries, next_try_at, notices,
        last_error, created_at)
      select id::uuid, '/in/fox.mkv', 1, '{"use": "advertisement"}', '{}', state, 0.5, 1, now(), array['No sound.'], error,
        now()
      from (values ('${id(1)}', 'running', null), ('${id(2)}', 'failed', 'It is empty.'), ('${id(3)}', 'done', null))
        as given (id, state, error)`,
  ]);
  await migrate(kysely);
  const jobs = await kysely
    .selectFrom('media_jobs')
    .select(['state', 'notices', 'notice_parts', 'last_error', 'last_error_code', 'last_error_parts'])
    .orderBy('id')
    .execute();
  const kept = { notices: ['No sound.'], notice_parts: null, last_error_code: null, last_error_parts: null };
  expect(jobs).toEqual([
    { ...kept, state: 'running', last_error: null },
    { ...kept, state: 'failed', last_error: 'It is empty.' },
    { ...kept, state: 'done', last_error: null },
  ]);
  await close();
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
  const { kysely, close } = await openFilled('0160-codes-of-owners', [
    ...ACCOUNTS,
    `insert into ratings (profile_id, item_id, score, updated_at) values
      ('${id(2)}', 258, 4.5, now()), ('${id(5)}', 258, 3, now()), ('${id(9)}', 258, 1, now())`,
    `insert into item_figures (item_id, cnt_rating, sum_rating) values (258, 3, 8.5)`,
    `insert into short_reviews (id, item_id, account_id, profile_id, short_review, cnt_like, created_at, updated_at)
      values ('${id(8)}', 258, '${id(1)}', '${id(2)}', '잘 봤어요', 1, now(), now())`,
    `insert into review_likes (review_id, account_id, profile_id, created_at)
      values ('${id(8)}', '${id(4)}', '${id(5)}', now())`,
  ]);
  const stop = new Error('stopped');
  for (const name of Object.keys(migrations).filter((each) => each > '0160-codes-of-owners')) {
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

  const review = reviewIdOf(258, id(8));
  expect(await kysely.selectFrom('item_figures').selectAll().execute()).toEqual([
    { item_id: 258, cnt_rating: 2, sum_rating: 7.5 },
  ]);
  expect(await kysely.selectFrom('short_reviews').select(['id', 'score', 'cnt_like']).execute()).toEqual([
    { id: review, score: 4.5, cnt_like: 1 },
  ]);
  expect(await kysely.selectFrom('review_likes').select(['item_id', 'review_id', 'profile_id']).execute()).toEqual([
    { item_id: 258, review_id: review, profile_id: id(5) },
  ]);
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
