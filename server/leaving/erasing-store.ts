import { sql } from 'kysely';
import { accountTables, type AccountTable } from '../db/account-data.ts';
import { koreanDayOf } from '../db/korean-day.ts';
import type { Connection } from '../db/open.ts';
import type { ErasureRow } from '../db/tables.ts';

/** Tables whose rows of an account are erased while the service runs, in this order. */
export const erasedTables = accountTables.filter(({ erase }) => erase === 'batches' || erase === 'own');

/** The accounts that wait for their erasure, the oldest first. */
export const listErasures = (db: Connection, limit: number): Promise<ErasureRow[]> =>
  db.selectFrom('erasures').selectAll().orderBy('left_at').orderBy('account_id').limit(limit).execute();

/** The account's profiles that are not erased yet. */
export const listProfileIds = async (db: Connection, accountId: string): Promise<string[]> =>
  (await db.selectFrom('profiles').select('id').where('account_id', '=', accountId).execute()).map(({ id }) => id);

/** Deletes at most `limit` rows of an account. @returns how many */
export async function deleteRows(
  db: Connection,
  { table, by, key }: Pick<AccountTable, 'table' | 'by' | 'key'>,
  accountId: string,
  limit: number,
): Promise<number> {
  const keys = sql.join(key.map((column) => sql.ref(column)));
  const { rows } = await sql`delete from ${sql.table(table)} where ${sql.ref(by)} = ${accountId} and (${keys}) in (
      select ${keys} from ${sql.table(table)} where ${sql.ref(by)} = ${accountId} limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}

/** Deletes at most `limit` orders of an account, and keeps the paid ones without the person. @returns how many */
export async function keepOrders(db: Connection, accountId: string, limit: number): Promise<number> {
  const { rows } = await sql`with gone as (
      delete from orders where account_id = ${accountId} and id in (
        select id from orders where account_id = ${accountId} limit ${limit})
      returning id, name, kind, price, status, created_at, settled_at, refunded_at
    ), kept as (
      insert into kept_orders (id, name, kind, price, status, created_at, settled_at, refunded_at)
      select * from gone where status in ('paid', 'refunded') and settled_at is not null
      on conflict (id) do nothing
    )
    select 1 from gone`.execute(db);
  return rows.length;
}

/**
 * Deletes at most `limit` ad events of an account, and adds them to the counts of the days. The day is computed after the
 * removal: a cluster's `returning` has only functions that no setting influences.
 *
 * @returns how many
 */
export async function foldAdEventsOf(db: Connection, accountId: string, limit: number): Promise<number> {
  const { rows } = await sql`with old as materialized (
      select play_log_id, ad_break_id, ad_id, event from ad_events where account_id = ${accountId}
      limit ${limit}
    ), removed as (
      delete from ad_events using old
      where ad_events.account_id = ${accountId} and ad_events.play_log_id = old.play_log_id
        and ad_events.ad_break_id = old.ad_break_id and ad_events.ad_id = old.ad_id
        and ad_events.event = old.event
      returning ad_events.received_at, ad_events.ad_id, ad_events.ad_break_id, ad_events.event
    ), counted as (
      insert into ad_days as known (day, ad_id, ad_break_id, event, cnt)
      select ${koreanDayOf('removed.received_at')} as day, ad_id, ad_break_id, event, count(*) from removed
      group by 1, 2, 3, 4 order by 1, 2, 3, 4
      on conflict (day, ad_id, ad_break_id, event) do update set cnt = known.cnt + excluded.cnt
    )
    select 1 from removed`.execute(db);
  return rows.length;
}

/** Deletes at most `limit` rows in which others block one of these profiles. @returns how many */
export async function unblock(db: Connection, profileIds: readonly string[], limit: number): Promise<number> {
  const { rows } = await sql`delete from blocked_profiles where (account_id, profile_id, blocked_profile_id) in (
      select account_id, profile_id, blocked_profile_id from blocked_profiles
      where blocked_profile_id = any(${[...profileIds]}::uuid[]) limit ${limit}
    ) returning 1`.execute(db);
  return rows.length;
}

/** Removes the counters whose names contain one of these texts: ids and the hash of the e-mail address. @returns how many */
export async function removeCounters(db: Connection, texts: readonly string[]): Promise<number> {
  const { rows } = await sql`delete from rate_limits where exists (
      select 1 from unnest(${[...texts]}::text[]) as part (text) where position(part.text in key) > 0
    ) returning 1`.execute(db);
  return rows.length;
}

/** Removes what is left: the account's row and its place in the queue. */
export async function finishErasure(tx: Connection, accountId: string): Promise<void> {
  await tx.deleteFrom('accounts').where('id', '=', accountId).where('left_at', 'is not', null).execute();
  await tx.deleteFrom('erasures').where('account_id', '=', accountId).execute();
}
