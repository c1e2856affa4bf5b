import { Migrator, sql } from 'kysely';
import { expect, test } from 'vitest';
import { prepareAccountEmails } from '#server/db/account-emails.ts';
import { prepareAccountKeys } from '#server/db/account-keys.ts';
import { migrate, migrations } from '#server/db/migrate.ts';
import { openPostgres } from '#server/db/postgres.ts';
import { createOwnDatabase } from '#tests/support/server-database.ts';

const id = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

test('keys are prepared while the previous version reads and writes, and the migration does the rest', async () => {
  const own = await createOwnDatabase();
  const database = await openPostgres(own.url);
  const { kysely: db } = database;
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await new Migrator({ db, provider }).migrateTo('0160-codes-of-owners');
  await sql`insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
    select gen_random_uuid(), 'viewer-' || number, '', true, 'free', now()
    from generate_series(1, 30) as number`.execute(db);
  await sql`insert into profiles (account_id, id, name, default_image_id, max_rating, is_owner, created_at)
    select id, gen_random_uuid(), 'name', 1, '19', true, now() from accounts`.execute(db);
  // The statements of the previous version, which does not know the account.
  const save = (offset: number) =>
    sql`
    insert into playback_offsets (profile_id, episode_id, item_id, "offset", is_finished, updated_at)
    select id, 101, 1, ${offset}::int, false, now() from profiles order by id
    on conflict (profile_id, episode_id) do update set "offset" = excluded."offset"`.execute(db);
  const countLacking = async () =>
    (
      await sql<{
        count: number;
      }>`select count(*)::int as count from playback_offsets where account_id is null`.execute(db)
    ).rows[0]!.count;

  await save(10);
  let isPrepared = false;
  const preparing = prepareAccountKeys(database, { profiles: 4 }).finally(() => (isPrepared = true));
  for (let offset = 11; !isPrepared; offset += 1) await save(offset);
  expect(await preparing).toEqual(['playback_offsets', 'ratings', 'start_again_removals', 'wishes', 'tokens']);
  expect(await countLacking()).toBe(0);

  await sql`insert into playback_offsets (profile_id, episode_id, item_id, "offset", is_finished, updated_at)
    select id, 102, 1, 60, false, now() from profiles`.execute(db);
  await sql`insert into wishes (profile_id, item_id, created_at) values (${id(1)}, 1, now())`.execute(db);
  expect(await countLacking()).toBe(30);
  // A run that is repeated prepares again what it can.
  await prepareAccountKeys(database);
  expect(await countLacking()).toBe(0);

  await migrate(db);
  expect(await prepareAccountKeys(database)).toEqual([]);
  const { rows } = await sql<{ episode: number; count: number }>`
    select episode_id as episode, count(*)::int as count from playback_offsets
    join profiles on profiles.account_id = playback_offsets.account_id and profiles.id = playback_offsets.profile_id
    group by 1 order by 1`.execute(db);
  expect(rows).toEqual([
    { episode: 101, count: 30 },
    { episode: 102, count: 30 },
  ]);
  expect(await db.selectFrom('wishes').selectAll().execute()).toEqual([]);
  await database.close();
  await own.drop();
});

test('a repeated preparation replaces an unfinished index while others read the table', async () => {
  const own = await createOwnDatabase();
  const database = await openPostgres(own.url);
  const { kysely: db } = database;
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await new Migrator({ db, provider }).migrateTo('0160-codes-of-owners');
  await sql`insert into wishes (profile_id, item_id, created_at)
    select gen_random_uuid(), 1, now() from generate_series(1, 2)`.execute(db);
  await sql`alter table wishes add column account_id uuid`.execute(db);
  // A failed build leaves the same invalid index as an interrupted one.
  await expect(
    sql`create unique index concurrently wishes_by_account on wishes (item_id)`.execute(db),
  ).rejects.toThrow();
  const isWaiting = async () =>
    (
      await sql`select 1 from pg_locks where not granted and pid in (
      select pid from pg_stat_activity where datname = current_database())`.execute(db)
    ).rows.length > 0;

  let preparing: Promise<string[]> | undefined;
  await db.transaction().execute(async (reader) => {
    await sql`select 1 from wishes`.execute(reader);
    preparing = prepareAccountKeys(database);
    await expect.poll(isWaiting).toBe(true);
    await db.transaction().execute(async (other) => {
      await sql`set local lock_timeout = '1s'`.execute(other);
      await sql`select 1 from wishes`.execute(other);
    });
  });
  expect(await preparing).toContain('wishes');
  const { rows } = await sql<{ def: string; indisvalid: boolean }>`
    select pg_get_indexdef(indexrelid) as def, indisvalid from pg_index
    where indexrelid = to_regclass('wishes_by_account')`.execute(db);
  expect(rows).toEqual([
    { def: expect.stringContaining('(account_id, profile_id, item_id)') as string, indisvalid: true },
  ]);
  await database.close();
  await own.drop();
});

test('e-mail addresses are copied in batches while the previous version signs viewers up', async () => {
  const own = await createOwnDatabase();
  const database = await openPostgres(own.url);
  const { kysely: db } = database;
  const provider = { getMigrations: () => Promise.resolve(migrations) };
  await new Migrator({ db, provider }).migrateTo('0190-publications');
  const signUp = (from: number, to: number) =>
    sql`insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
      select gen_random_uuid(), 'viewer-' || number, '', true, 'free', now()
      from generate_series(${from}::int, ${to}::int) as number`.execute(db);
  const countMissing = async () =>
    (
      await sql<{ count: number }>`select count(*)::int as count from accounts where not exists (
        select 1 from account_emails as known
        where known.email = accounts.email and known.account_id = accounts.id)`.execute(db)
    ).rows[0]!.count;

  await signUp(1, 30);
  expect(await prepareAccountEmails(database, { batch: 7 })).toEqual(['account_emails']);
  expect(await countMissing()).toBe(0);
  await signUp(31, 33);
  expect(await countMissing()).toBe(3);
  expect(await prepareAccountEmails(database, { batch: 7 })).toEqual(['account_emails']);
  expect(await countMissing()).toBe(0);

  await signUp(34, 35);
  await migrate(db);
  expect(await countMissing()).toBe(0);
  expect(await prepareAccountEmails(database)).toEqual([]);
  await database.close();
  await own.drop();
});
