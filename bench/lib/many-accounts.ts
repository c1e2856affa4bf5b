import { sql, type RawBuilder } from 'kysely';
import type { AccountRow } from '#server/db/tables.ts';
import { idOf, idText, numbersFrom, type Filling } from './fill-table.ts';

const KIND = 'acc0';

/** Id of a generated account by its number, from 1. */
export const accountId = (number: number): string => idText(KIND, number);

/** The same as an expression of SQL. */
export const accountIdOf = (number: string): RawBuilder<string> => idOf(KIND, `(${number})`);

/** Id of an account's only profile, as an expression of SQL. */
export const profileIdOf = (number: string): RawBuilder<string> => idOf('b0f0', `(${number})`);

/** Instants in the past, by a number of minutes. */
export const minutesBefore =
  (now: Date) =>
  (minutes: string): RawBuilder<Date> =>
    sql`${now}::timestamptz - ${sql.raw(`((${minutes}) % 500000)`)} * interval '1 minute'`;

/** Accounts with their entries in the directory of emails. */
export const accountsFilling = (count: number, plan: AccountRow['plan'], now: Date): Filling => ({
  what: 'accounts',
  count,
  insert: (from, to) => sql`
    with made as (
      insert into accounts (id, email, password_hash, is_email_confirmed, plan, created_at)
      select ${accountIdOf('n')}, 'account' || n || '@bora.example', '', true, ${plan}, ${minutesBefore(now)('n')}
      from ${numbersFrom(from, to)}
      returning id, email
    )
    insert into account_emails (email, account_id) select email, id from made`,
});
