import type { Migration } from 'kysely';
import { run } from './run.ts';

/** Creates the table of e-mail addresses unless it is there. */
export const CREATE_ACCOUNT_EMAILS = `create table if not exists account_emails (
  email text primary key,
  account_id uuid not null
)`;

/**
 * E-mail addresses are unique in a table of their own: accounts are spread by id, and a unique key of another column
 * would need all machines. Takes over what `prepareAccountEmails` has copied. No foreign key, because the account may be
 * on another machine.
 */
export const accountEmails: Migration = {
  up: (db) =>
    run(db, [
      CREATE_ACCOUNT_EMAILS,
      `delete from account_emails where not exists (
        select 1 from accounts where accounts.id = account_emails.account_id and accounts.email = account_emails.email)`,
      `insert into account_emails (email, account_id)
        select email, id from accounts where not exists (
          select 1 from account_emails as known where known.email = accounts.email)`,
      `alter table accounts drop constraint if exists accounts_email_key`,
    ]),
};
