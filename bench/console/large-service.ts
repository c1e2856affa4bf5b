import { sql } from 'kysely';
import type { Connection } from '#server/db/open.ts';
import { fillTables, idOf, idText, numbersFrom, type Filling } from '../lib/fill-table.ts';
import { accountIdOf, accountsFilling, minutesBefore, profileIdOf } from '../lib/many-accounts.ts';
import { sumsFillings } from './sums-filling.ts';

/** How much a large service has. `scale` is 1 for a million accounts with ten million orders. */
export function sizesOf(scale: number) {
  const part = (count: number) => Math.max(1000, Math.round(count * scale));
  return {
    accounts: part(1_000_000),
    orders: part(10_000_000),
    reviews: part(2_000_000),
    reports: part(100_000),
    requests: part(2_000_000),
    auditEntries: part(1_000_000),
    mediaJobs: part(100_000),
    vouchers: part(10_000),
    voucherUses: part(500_000),
    webhookMessages: part(500_000),
    // A catalogue and its staff do not grow with the viewers.
    titles: 50_000,
    inboxFiles: 2000,
    missedWords: 2000,
    advertisements: 2000,
    staff: 200,
  };
}

export type Sizes = ReturnType<typeof sizesOf>;

/** Id of an order by its number, from 1. */
export const orderId = (number: number): string => idText('0de0', number);

/** Id of a voucher by its number, from 1. */
export const voucherId = (number: number): string => idText('c0de', number);

const TITLE_FROM = 1001;

function fillings(sizes: Sizes, now: Date): Filling[] {
  const { accounts, reviews, titles, advertisements } = sizes;
  const account = accountIdOf;
  const profile = profileIdOf;
  const item = (number: string) => sql.raw(`(${TITLE_FROM} + (${number}) % ${titles})`);
  const review = (number: string) =>
    sql.raw(
      `(lpad(to_hex(${TITLE_FROM} + (${number}) % ${titles}), 8, '0') || '-0000-8000-8000-' || lpad(to_hex(${number}), 12, '0'))::uuid`,
    );
  /** Id of a clip: a hash, because in a real service the order of clip ids is not that of episodes. */
  const clip = (number: string) => sql.raw(`md5((${number})::text)`);
  const ago = minutesBefore(now);
  const rows = numbersFrom;
  return [
    {
      what: 'titles',
      count: titles,
      insert: (from, to) => sql`
        insert into items (id, name, synopsis, genres, tags, medium, content_rating, air_year, air_quarter, is_ended,
          director, production, "cast", color, poster, wide, backdrop, position, names, aliases)
        select ${TITLE_FROM - 1} + n, '작품 ' || n, '', '{판타지}', '{}', 'TVA', 'all', 2026, 4, false, '', '', '{}', '#336699', n || '/poster.webp', n || '/wide.webp', n || '/backdrop.webp', n,
          jsonb_build_array(jsonb_build_object('lang', 'en', 'name', 'Work ' || n)), array['별명 ' || n]
        from ${rows(from, to)}`,
    },
    {
      what: 'clips',
      count: titles * 12,
      insert: (from, to) => sql`
        insert into clips (id, duration, streams, subtitles)
        select ${clip('n')}, 1440, jsonb_build_array(jsonb_build_object('protocol', 'dash', 'path', 'own/' || n || '/manifest.mpd')), '[]'
        from ${rows(from, to)}`,
    },
    {
      what: 'episodes',
      count: titles * 12,
      insert: (from, to) => sql`
        insert into episodes (id, item_id, "order", episode_num, subject, synopsis, clip_id, running_time, thumbnail,
          published_at, access)
        select 100000 + n, ${TITLE_FROM} + (n - 1) / 12, 1 + (n - 1) % 12, (1 + (n - 1) % 12) || '화', '', '', ${clip('n')}, 1440, n || '/still.webp',
          ${ago('n')}, 'avod'
        from ${rows(from, to)}`,
    },
    {
      what: 'what operators find titles by',
      count: titles,
      insert: (from, to) => sql`
        insert into prepared_operated (item_id, names, name_key, first_at, ends_at)
        select ${TITLE_FROM - 1} + n, E'\\n작품' || n || E'\\nwork' || n || E'\\n별명' || n || E'\\n', '2작2품0 ' || n, ${ago('12 * n')}, null
        from ${rows(from, to)}`,
    },
    {
      what: 'products',
      count: titles * 2,
      insert: (from, to) => sql`
        insert into products (id, item_id, name, kind, rental_hours, price, position)
        select 100000 + n, ${TITLE_FROM} + (n - 1) / 2, '대여', 'rental', 48, 1500, 1 + n % 2 from ${rows(from, to)}`,
    },
    accountsFilling(accounts, 'free', now),
    {
      what: 'orders',
      count: sizes.orders,
      insert: (from, to) => sql`
        insert into orders (account_id, id, profile_id, product_id, item_id, name, kind, rental_hours, price, status, created_at,
          expires_at, settled_at, right_expires_at)
        select ${account(`1 + n % ${accounts}`)}, ${idOf('0de0', 'n')}, ${profile(`1 + n % ${accounts}`)}, n % 1000 + 1, ${item('n')}, '대여', 'rental', 48,
          1500, 'paid', ${ago('n / 7')}, ${ago('n / 7')}, ${ago('n / 7')}, ${ago('n / 7')}
        from ${rows(from, to)}`,
    },
    {
      what: 'vouchers',
      count: sizes.vouchers,
      insert: (from, to) => sql`
        insert into vouchers (id, code, name, plan, days, max_uses, cnt_used, is_paused, ends_at, created_at)
        select ${idOf('c0de', 'n')}, 'BCDF' || lpad(to_hex(n), 8, '0'), '쿠폰 ' || n, 'basic', 30, 1000, n % 900, false,
          ${now}::timestamptz + interval '30 days', ${ago('n')}
        from ${rows(from, to)}`,
    },
    {
      what: 'uses of vouchers',
      count: sizes.voucherUses,
      insert: (from, to) => sql`
        insert into voucher_uses (account_id, voucher_id, used_at)
        select ${account(`1 + n % ${accounts}`)}, ${idOf('c0de', `1 + (n + n / ${accounts}) % ${sizes.vouchers}`)}, ${ago('n')}
        from ${rows(from, to)} on conflict do nothing`,
    },
    {
      what: 'reviews',
      count: reviews,
      insert: (from, to) => sql`
        insert into short_reviews (id, item_id, account_id, profile_id, short_review, created_at, updated_at,
          profile_name, profile_image_id, hidden_at)
        select ${review('n')}, ${item('n')}, ${account(`1 + n % ${accounts}`)}, ${profile('n')}, '감상평 ' || n, ${ago('n')}, ${ago('n')}, '보라', 1,
          case when n % 1000 = 0 then ${ago('n')} end
        from ${rows(from, to)}`,
    },
    {
      what: 'reports',
      count: sizes.reports,
      insert: (from, to) => sql`
        insert into review_reports (item_id, review_id, account_id, profile_id, reason, created_at)
        select ${item('n / 3 + 1')}, ${review('n / 3 + 1')}, ${account(`1 + n % ${accounts}`)}, ${profile('n')},
          (array['spoiler', 'abuse', 'sexual', 'spam', 'other'])[1 + n % 5], ${ago('n')}
        from ${rows(from, to)}`,
    },
    {
      what: 'requests',
      count: sizes.requests,
      insert: (from, to) => sql`
        insert into item_requests (account_id, item_id, created_at)
        select ${account(`1 + n % ${accounts}`)}, ${item(`n + n / ${accounts}`)}, ${ago('n')}
        from ${rows(from, to)} on conflict do nothing`,
    },
    {
      what: 'audit entries',
      count: sizes.auditEntries,
      insert: (from, to) => sql`
        insert into audit_log (id, at, actor, action, subject_kind, subject_id, before, after, request_id)
        select ${idOf('a0d0', 'n')}, ${ago('n / 6')}, 'staff' || n % 200 || '@bora.example',
          (array['title.publish', 'review.hide', 'order.refund', 'membership.give'])[1 + n % 4], 'account', (n % 100000)::text,
          '{"plan": "free"}', '{"plan": "basic"}', 'r'
        from ${rows(from, to)}`,
    },
    {
      what: 'media jobs',
      count: sizes.mediaJobs,
      insert: (from, to) => sql`
        insert into media_jobs (id, source, source_bytes, target, pictures, state, fraction, tries, next_try_at, notices,
          created_at, ended_at)
        select ${idOf('b0b0', 'n')}, '/videos/' || n || '.mkv', 1000000,
          jsonb_build_object('titleId', ${TITLE_FROM} + n % ${titles}, 'newTitle', null, 'episodeId', n, 'episodeNum', '1화', 'subject', '',
            'access', 'membership', 'isPublished', true),
          '{}', case n % 50 when 0 then 'waiting' when 1 then 'failed' else 'done' end, 1, 1, ${ago('n')}, '[]', ${ago('n')},
          case when n % 50 = 0 then null else ${ago('n')} end
        from ${rows(from, to)}`,
    },
    {
      what: 'files that came in',
      count: sizes.inboxFiles,
      insert: (from, to) => sql`
        insert into inbox_files (id, origin, kind, path, bytes, state, created_at, changed_at)
        select ${idOf('f11e', 'n')}, 'watched', 'video', '작품 ' || n / 12 || '/' || n % 12 || '화.mkv', 1000000, 'ready', ${ago('n')}, ${ago('n')}
        from ${rows(from, to)}`,
    },
    {
      what: 'messages of webhooks',
      count: sizes.webhookMessages,
      insert: (from, to) => sql`
        insert into webhook_messages (webhook_id, id, event, body, created_at, tries, ended_at, is_taken)
        select ${idOf('3eb0', 'n % 3')}, 'msg_' || n, 'order.paid', '{}', ${ago('n / 20')}, 1, ${ago('n / 20')}, true
        from ${rows(from, to)}`,
    },
    {
      what: 'webhooks',
      count: 3,
      insert: (from, to) => sql`
        insert into webhooks (id, url, secret, events, is_paused, created_at)
        select ${idOf('3eb0', 'n - 1')}, 'https://hooks.example/' || n, '', '{order.paid}', false, ${now} from ${rows(from, to)}`,
    },
    {
      what: 'staff',
      count: sizes.staff,
      insert: (from, to) => sql`
        insert into staff (id, email, role, is_demo, password_hash, recovery_hashes, created_at)
        select ${idOf('57af', 'n')}, 'staff' || n || '@bora.example', 'editor', false, '', '{}', ${now} from ${rows(from, to)}`,
    },
    {
      what: 'advertisements',
      count: advertisements,
      insert: (from, to) => sql`
        insert into advertisements (id, title, clip_id, skip_after, weight, starts_at, ends_at)
        select n, '광고 ' || n, 'short', 5, 1 + n % 10, ${ago('n * 50')}, ${ago('n * 50')} + interval '60 days'
        from ${rows(from, to)}`,
    },
    {
      what: 'figures of advertisements',
      count: advertisements * 60,
      insert: (from, to) => sql`
        insert into ad_figures (day, ad_id, cnt_impression, cnt_start, cnt_complete, cnt_skip, cnt_error)
        select to_char(${now}::timestamptz - ((n - 1) % 60) * interval '1 day', 'YYYY-MM-DD'), 1 + (n - 1) / 60, 100 + n % 900, 90, 50, 10, 1
        from ${rows(from, to)}`,
    },
    ...sumsFillings({ titles, missedWords: sizes.missedWords, titleFrom: TITLE_FROM, now }),
  ];
}

/** Fills a database in batches, and tells the planner. */
export async function fillLargeService(
  db: Connection,
  sizes: Sizes,
  { now, onFill }: { now: Date; onFill(what: string, count: number): void },
): Promise<void> {
  await fillTables(db, fillings(sizes, now), onFill);
  await sql`vacuum analyze`.execute(db);
}
