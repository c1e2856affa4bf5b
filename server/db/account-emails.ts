import { sql } from 'kysely';
import type { Database } from './database.ts';
import { CREATE_ACCOUNT_EMAILS } from './migrations/0196-account-emails.ts';

/** Accounts per statement. */
const BATCH = 5_000;

/**
 * Does the long part of migration 0196 while the previous version serves, which neither reads nor writes the table: copies
 * the e-mail addresses of all accounts, in batches. Idempotent.
 *
 * @returns the prepared tables; none on the embedded engine, which no other process can use.
 */
export async function prepareAccountEmails(
  { engine, longWork: db }: Pick<Database, 'engine' | 'longWork'>,
  { batch = BATCH } = {},
): Promise<string[]> {
  if (engine === 'embedded') return [];
  const { rows: old } = await sql`select 1 from pg_constraint
    where conname = 'accounts_email_key' and conrelid = to_regclass('accounts')`.execute(db);
  if (old.length === 0) return [];
  await sql.raw(CREATE_ACCOUNT_EMAILS).execute(db);
  for (let last: string | undefined = '00000000-0000-0000-0000-000000000000'; last !== undefined;) {
    const { rows } = await sql<{ id: string }>`
      with next as materialized (
        select id, email from accounts where id > ${last}::uuid order by id limit ${batch}
      ), copied as (
        insert into account_emails (email, account_id) select email, id from next on conflict (email) do nothing
      )
      select id from next order by id desc limit 1`.execute(db);
    last = rows[0]?.id;
  }
  return ['account_emails'];
}
