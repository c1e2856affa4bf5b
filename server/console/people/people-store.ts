import { sql, type RawBuilder } from 'kysely';
import type { AccountList } from '#contract/console/people.ts';
import type { Connection } from '#server/db/open.ts';
import type { AccountRow } from '#server/db/tables.ts';

const DAY_MS = 24 * 3600_000;
const within = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS);

/** An account of a list, and the instant by which the list is sorted. */
export interface Listed {
  account_id: string;
  at: Date;
}

/** Reports that are read before the others, by accounts of a full list: the newest alone nearly always fill it. */
const REPORTS_BY_ACCOUNT = 5;

interface Source {
  rows: RawBuilder<unknown>;
  order: RawBuilder<unknown>;
  /** The first of `rows`, found sooner: enough where they fill the list. */
  first?: RawBuilder<unknown>;
}

/** Accounts whose reviews are reported and shown. A review with many reports is looked up once. */
const reportedBy = (reports: RawBuilder<unknown>) => sql`
  select reviews.account_id, max(reports.created_at) as at from (
    select item_id, review_id, max(created_at) as created_at from ${reports} group by item_id, review_id
  ) as reports
  join short_reviews as reviews on reviews.item_id = reports.item_id and reviews.id = reports.review_id
  where reviews.hidden_at is null group by reviews.account_id`;

/** The accounts of a list in its order, each once. */
function listOf(list: AccountList, now: Date, most: number): Source {
  const newest = sql`at desc, account_id`;
  switch (list) {
    case 'new':
      return {
        rows: sql`select id as account_id, created_at as at from accounts
          where left_at is null and created_at > ${within(now, -30)}`,
        order: newest,
      };
    case 'ending':
      return {
        rows: sql`select id as account_id, membership_expires_at as at from accounts
          where left_at is null and plan <> 'free'
            and membership_expires_at > ${now} and membership_expires_at <= ${within(now, 7)}`,
        order: sql`at, account_id`,
      };
    case 'unpaid':
      return {
        rows: sql`select account_id, max(expires_at) as at from orders
          where status in ('pending', 'cancelled') and expires_at > ${within(now, -7)} and expires_at <= ${now}
            and not exists (select 1 from orders as paid where paid.account_id = orders.account_id
              and paid.status = 'paid' and paid.created_at >= orders.created_at)
          group by account_id`,
        order: newest,
      };
    case 'reported':
      return {
        rows: reportedBy(sql`review_reports`),
        first: reportedBy(sql`(
          select * from review_reports order by created_at desc limit ${most * REPORTS_BY_ACCOUNT}
        ) as newest`),
        order: newest,
      };
  }
}

interface Part {
  most: number;
  limit: number;
  offset: number;
}

async function pageOf(
  db: Connection,
  { rows: source, order }: Source,
  { most, limit, offset }: Part,
): Promise<{ count: number; rows: Listed[] }> {
  const { rows } = await sql<{ count: number; account_id: string | null; at: Date | null }>`
    with found as materialized (select * from (${source}) as source order by ${order} limit ${most})
    select counted.count, shown.* from (select count(*)::int as count from found) as counted
    left join (select * from found order by ${order} limit ${limit} offset ${offset}) as shown on true
    order by ${order}`.execute(db);
  return {
    count: rows[0]!.count,
    rows: rows.flatMap(({ account_id: id, at }) => (id === null ? [] : [{ account_id: id, at: at! }])),
  };
}

/** A page of a list, and how many accounts it has, at most `most`. */
export async function pageOfList(
  db: Connection,
  list: AccountList,
  { now, ...part }: Part & { now: Date },
): Promise<{ count: number; rows: Listed[] }> {
  const source = listOf(list, now, part.most);
  const page = source.first && (await pageOf(db, { ...source, rows: source.first }, part));
  return page?.count === part.most ? page : pageOf(db, source, part);
}

export type FoundAccount = Pick<AccountRow, 'id' | 'email' | 'plan' | 'membership_expires_at' | 'created_at'> & {
  profiles: string[];
};

/** Accounts by ids, in no order; without those whose owner has left. */
export async function listAccountsOf(db: Connection, ids: readonly string[]): Promise<FoundAccount[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<FoundAccount>`
    select accounts.id, accounts.email, accounts.plan, accounts.membership_expires_at, accounts.created_at,
      array(select name from profiles where profiles.account_id = accounts.id order by created_at, profiles.id) as profiles
    from accounts where accounts.id = any(${[...ids]}::uuid[]) and accounts.left_at is null`.execute(db);
  return rows;
}

/** Accounts with a part of the address; the index finds its pairs of letters, and the text decides. */
export async function findByEmail(db: Connection, part: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select account_id from account_emails
    where letter_pairs(email) @> letter_pairs(${part}::text) and strpos(email, lower(${part}::text)) > 0
    limit ${limit}`.execute(db);
  return rows.map(({ account_id: id }) => id);
}

/** Accounts with a part of a profile's name. */
export async function findByProfile(db: Connection, part: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ account_id: string }>`
    select distinct account_id from (
      select account_id from profiles
      where letter_pairs(name) @> letter_pairs(${part}::text) and strpos(lower(name), lower(${part}::text)) > 0
      limit ${limit}
    ) as found`.execute(db);
  return rows.map(({ account_id: id }) => id);
}
