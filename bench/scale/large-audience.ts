import { PLATFORM_NAMES } from '#contract/platforms.ts';
import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { shortenUuid } from '#server/lib/short-uuid.ts';
import { fillTables, idOf, numbersFrom, type Filling } from '../lib/fill-table.ts';
import { accountId, accountIdOf, accountsFilling, minutesBefore, profileIdOf } from '../lib/many-accounts.ts';
import { FIRST_ID } from './large-catalogue.ts';

/** Episodes that each account has watched. */
const WATCHED = 10;
const RATED = 3;
const WISHED = 2;
const SECRET_LENGTH = 43;
/** Play logs stay for a week, and the chart of viewers counts them. */
const WEEK_MINUTES = 7 * 24 * 60;

const device = idOf('de0c', '(n)');

/** Token of an account's profile, in the form that contains its account. */
export const tokenOf = (number: number): string =>
  `${shortenUuid(accountId(number))}.${String(number).padStart(SECRET_LENGTH, 'b')}`;

/** The stored hash of the same token. */
const tokenHash = sql`encode(sha256(convert_to(
  translate(rtrim(encode(decode(replace(${accountIdOf('n')}::text, '-', ''), 'hex'), 'base64'), '='), '+/', '-_')
    || '.' || lpad(n::text, ${sql.lit(SECRET_LENGTH)}, 'b'), 'UTF8')), 'hex')`;

/**
 * Rows of viewers: each has a profile, a device with its token, places in ten episodes, a play log of the last week, three
 * ratings and two wishes. Some titles are watched far more often than others.
 */
function fillings(accounts: number, titles: number, now: Date): Filling[] {
  const ago = minutesBefore(now);
  /** The title of a viewer's k-th row: the square makes the first titles popular. */
  const item = sql.raw(
    `(${FIRST_ID} + 1 + floor(${titles - 1} * power((n::bigint * 7919 + k * 104729) % 1000003 / 1000003.0, 2))::int)`,
  );
  const minutes = `n::bigint * 7919 + k * 41759`;
  const owner = sql`${accountIdOf('n')} as account_id, ${profileIdOf('n')} as profile_id`;
  /** Rows of each viewer, several each. */
  const each = (from: number, to: number, count: number) =>
    sql`${numbersFrom(from, to)} cross join generate_series(1, ${count}::int) as k`;
  return [
    accountsFilling(accounts, 'premium', now),
    {
      what: 'profiles',
      count: accounts,
      insert: (from, to) => sql`
        insert into profiles (account_id, id, name, default_image_id, max_rating, is_owner, created_at)
        select ${owner}, '시청자', 1, '19', true, ${ago('n')} from ${numbersFrom(from, to)}`,
    },
    {
      what: 'devices',
      count: accounts,
      insert: (from, to) => sql`
        insert into device_sessions (account_id, id, platform, created_at, last_seen_at)
        select ${accountIdOf('n')}, ${device}, (${PLATFORM_NAMES}::text[])[1 + n % ${sql.lit(PLATFORM_NAMES.length)}], ${ago('n')}, ${now}
        from ${numbersFrom(from, to)}`,
    },
    {
      what: 'tokens',
      count: accounts,
      insert: (from, to) => sql`
        insert into tokens (account_id, hash, device_session_id, profile_id, created_at)
        select ${accountIdOf('n')}, ${tokenHash}, ${device}, ${profileIdOf('n')}, ${now}
        from ${numbersFrom(from, to)}`,
    },
    {
      what: `accounts with ${WATCHED} places each`,
      count: accounts,
      insert: (from, to) => sql`
        insert into playback_offsets (account_id, profile_id, episode_id, item_id, "offset", is_finished, updated_at)
        select ${owner}, ${FIRST_ID}::int + (${item} - ${FIRST_ID}::int) * 10 + 1 + k % 10, ${item}, 60 + n % 600, (n + k) % 3 <> 0,
          ${ago(minutes)}
        from ${each(from, to, WATCHED)} on conflict do nothing`,
    },
    {
      what: `accounts with ${RATED} ratings each`,
      count: accounts,
      insert: (from, to) => sql`
        insert into ratings (account_id, profile_id, item_id, score, updated_at)
        select ${owner}, ${item}, 1 + (n + k * 3) % 9 / 2.0, ${ago(minutes)}
        from ${each(from, to, RATED)} on conflict do nothing`,
    },
    {
      what: `accounts with ${WISHED} wishes each`,
      count: accounts,
      insert: (from, to) => sql`
        insert into wishes (account_id, profile_id, item_id, created_at)
        select ${owner}, ${item}, ${ago(minutes)} from ${each(from, to, WISHED)} on conflict do nothing`,
    },
    {
      what: 'play logs',
      count: accounts,
      insert: (from, to) => sql`
        insert into play_logs (account_id, id, profile_id, device_session_id, episode_id, item_id, device, state, opened_at,
          expires_at, ended_at, reported_at, total_play_time, play_end_offset, is_player_exit, running_time)
        select ${accountIdOf('n')}, ${idOf('b1a0', '(n)')}, ${profileIdOf('n')}, ${device},
          ${FIRST_ID}::int + (${item} - ${FIRST_ID}::int) * 10 + 1 + k % 10, ${item}, 'web', 'left', opened_at,
          opened_at + interval '12 hours', opened_at + interval '20 minutes', opened_at + interval '20 minutes', 1200, 1260,
          true, 1440
        from (
          select n, 1 as k, ${now}::timestamptz - (60 + n::bigint * 7919 % ${WEEK_MINUTES - 120}::int) * interval '1 minute' as opened_at
          from ${numbersFrom(from, to)}
        ) as viewers`,
    },
  ];
}

/** Adds viewers with their histories. The rows refer to each other, so foreign keys are off, which needs a superuser. */
export async function addAudience(
  db: Connection,
  sizes: { accounts: number; titles: number },
  { now, onFill }: { now: Date; onFill(what: string, count: number): void },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await fillTables(tx, fillings(sizes.accounts, sizes.titles, now), onFill);
  });
  await sql`insert into item_figures (item_id, cnt_rating, sum_rating)
    select item_id, count(*), sum(score) from ratings group by item_id
    on conflict (item_id) do update set cnt_rating = excluded.cnt_rating, sum_rating = excluded.sum_rating`.execute(db);
  await sql`vacuum analyze`.execute(db);
}
