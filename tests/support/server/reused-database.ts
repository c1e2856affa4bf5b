import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { openEmbedded } from '#server/db/embedded.ts';
import type { Connection, Database } from '#server/db/open.ts';

/** A furnished database that servers use one after another: restoring its rows takes a fraction of opening a copy. */
export interface ReusedDatabase {
  /** The database with its first rows. Closing it ends nothing; the next `take` restores the rows. */
  take(): Promise<Database>;
  close(): Promise<void>;
}

const tablesOf = async (db: Connection): Promise<string[]> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' order by relname`.execute(db);
  return rows.map(({ name }) => name);
};

/** Copies all tables, and lets triggers note which of them a statement writes. */
async function keepRows(db: Connection): Promise<void> {
  const tables = await tablesOf(db);
  const statements = [
    'create schema kept',
    'create table kept.written (name text primary key)',
    `create function kept.note() returns trigger language plpgsql as $$
      begin insert into kept.written values (tg_table_name) on conflict do nothing; return null; end $$`,
    ...tables.flatMap((name) => [
      `create table kept."${name}" as table public."${name}"`,
      `create trigger kept_note after insert or update or delete or truncate on public."${name}"
        for each statement execute function kept.note()`,
    ]),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}

/** Restores the rows that differ. Without triggers: neither the order of tables nor cascades matter. */
async function restoreRows(db: Connection): Promise<void> {
  const { rows } = await sql<{ name: string }>`select name from kept.written`.execute(db);
  if (rows.length === 0) return;
  await sql`set session_replication_role = replica`.execute(db);
  for (const { name } of rows) {
    const [now, first] = [sql.table(`public.${name}`), sql.table(`kept.${name}`)];
    await sql`delete from ${now} now where now::text not in (select first::text from ${first} first)`.execute(db);
    await sql`insert into ${now}
      select first.* from ${first} first where first::text not in (select now::text from ${now} now)`.execute(db);
  }
  await sql`delete from kept.written`.execute(db);
  await sql`reset session_replication_role`.execute(db);
}

/** Opens a copy of a closed server's data folder. */
export async function openReused(dataDir: string): Promise<ReusedDatabase> {
  const folder = await mkdtemp(join(tmpdir(), 'bora-reused-'));
  cpSync(dataDir, folder, { recursive: true });
  // Nobody needs the copy after a power cut.
  const database = await openEmbedded(folder, { sync: () => undefined });
  await keepRows(database.kysely);
  return {
    async take() {
      await restoreRows(database.kysely);
      return { ...database, close: () => Promise.resolve() };
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
