import { sql } from 'kysely';
import { endpoints } from '#contract/endpoints.ts';
import type { Connection } from '#server/db/open.ts';
import { groupBy } from '#server/lib/group-by.ts';
import { systemRandom } from '#server/lib/random.ts';
import type { ServerFixture, Viewer } from './server-fixture.ts';

/** Text that only the account's rows have. */
export const MARK = '지워질 글';

/**
 * Fills every kind of row for an account with two profiles: opinions and codes by calls, the rest directly. Another viewer
 * likes, reports and blocks, so that rows of others refer to the account too.
 */
export async function fillAccount(server: ServerFixture, viewer: Viewer, other: Viewer): Promise<void> {
  const { db, clock, call } = server;
  const { accountId: account_id, profileId: profile_id, email, profileToken: token } = viewer;
  const now = clock.now();
  const earlier = new Date(now.getTime() - 1000);
  const uuid = () => systemRandom.uuid();
  const ofProfile = { account_id, profile_id };

  const write = async (writer: Viewer, text: string) =>
    (
      await call(endpoints.writeShortReview, {
        token: writer.profileToken,
        params: { id: 1 },
        body: { short_review: text },
      })
    ).reply!.id;
  const like = (liker: Viewer, id: string) =>
    call(endpoints.likeShortReview, { token: liker.profileToken, params: { id } });
  const [own, others] = [await write(viewer, MARK), await write(other, '남을 글')];
  await like(viewer, others);
  await like(other, own);
  await call(endpoints.reportShortReview, { token, params: { id: others }, body: { reason: 'spoiler' } });
  await call(endpoints.reportShortReview, {
    token: other.profileToken,
    params: { id: own },
    body: { reason: 'spoiler' },
  });
  await call(endpoints.blockProfile, { token: other.profileToken, params: { id: own } });
  await call(endpoints.rateItem, { token, params: { id: 1 }, body: { score: 1 } });
  await call(endpoints.rateItem, { token: other.profileToken, params: { id: 1 }, body: { score: 4 } });
  await call(endpoints.addWish, { token, params: { id: 1 } });
  await call(endpoints.askForItem, { token, params: { id: 1 } });
  await call(endpoints.requestEmailCode, { token, body: { email } });
  await call(endpoints.requestPasswordReset, { body: { email } });
  await call(endpoints.exportAccount, { token });
  const { play_log_id } = await server.openVideo(viewer);

  const at = { created_at: now, expires_at: new Date(now.getTime() + 3600_000) };
  const watched = { ...ofProfile, episode_id: 101, item_id: 1 };
  await db
    .insertInto('device_authorizations')
    .values(
      (['used', 'approved'] as const).map((state) => ({
        account_id,
        device_code_hash: uuid(),
        user_code: uuid().slice(0, 8),
        platform: 'webos' as const,
        name: MARK,
        state,
        poll_interval: 5,
        ...at,
      })),
    )
    .execute();
  await db
    .insertInto('watch_days')
    .values({ ...watched, day: '2026-08-01', play_time: 60, watched_at: new Date('2026-08-01T03:00:00Z') })
    .execute();
  await db
    .insertInto('notifications')
    .values({ ...ofProfile, id: uuid(), kind: 'delay', thing: 'episode:1', text: MARK, created_at: earlier })
    .execute();
  await db
    .insertInto('notification_fan_outs')
    .values({
      kind: 'delay',
      thing: account_id.slice(0, 8),
      item_id: 1,
      text: '',
      at: now,
      found_at: now,
      last_account_id: account_id,
    })
    .execute();
  await db
    .insertInto('muted_notifications')
    .values({ ...ofProfile, kind: 'delay' })
    .execute();
  await db
    .insertInto('hidden_items')
    .values({ ...ofProfile, item_id: 1, hidden_at: now })
    .execute();
  await db
    .insertInto('history_removals')
    .values({ ...watched, removed_at: now })
    .execute();
  await db
    .insertInto('playback_quality')
    .values({
      account_id,
      play_log_id,
      received_at: now,
      platform: 'webos',
      engine: 'Chromium 79',
      app_version: '1.0.0',
      startup_ms: 400,
      rebuffer_ms: 0,
      cnt_rebuffer: 0,
      cnt_dropped: 0,
      cnt_decoded: 100,
      average_bitrate: 1_000_000,
      episode_id: watched.episode_id,
      cnt_switch: 0,
      play_seconds: 60,
      errors: [],
    })
    .execute();
  await db
    .insertInto('watch_times')
    .values({ ...ofProfile, day: '2026-08-01', seconds: 60 })
    .execute();
  await db
    .insertInto('identity_checks')
    .values({ account_id, id: uuid(), status: 'pending', ...at })
    .execute();
  await db
    .insertInto('second_factors')
    .values({ account_id, method: 'authenticator', secret: MARK, last_step: 1, code_hash: MARK })
    .execute();
  await db
    .insertInto('remembered_devices')
    .values({ account_id, key_hash: uuid(), device_session_id: uuid(), last_used_at: now })
    .execute();
  await db
    .insertInto('playback_offsets')
    .values({ ...watched, offset: 30, is_finished: false, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('start_again_removals')
    .values({ ...ofProfile, item_id: 1, removed_at: now })
    .execute();
  await db
    .insertInto('download_grants')
    .values({
      ...watched,
      id: uuid(),
      device_session_id: uuid(),
      opened_at: now,
      expires_at: at.expires_at,
      ended_at: null,
    })
    .execute();
  await db
    .insertInto('blocked_profiles')
    .values({ ...ofProfile, blocked_profile_id: other.profileId, blocked_at: now })
    .execute();
  await db
    .insertInto('membership_changes')
    .values({ account_id, id: uuid(), kind: 'give', plan: 'basic', days: 30, reason: MARK, changed_at: now })
    .execute();
  await db
    .insertInto('voucher_uses')
    .values({ account_id, voucher_id: uuid(), used_at: now, percent: 20, expires_at: at.expires_at })
    .execute();
  const event = { account_id, play_log_id, ad_break_id: 'start', ad_id: 1 };
  await db
    .insertInto('ad_servings')
    .values({ ...event, handed_out_at: now })
    .execute();
  await db
    .insertInto('ad_events')
    .values({ ...event, event: 'start', position: 0, profile_id, received_at: now })
    .execute();
  const order = {
    ...ofProfile,
    product_id: 81,
    item_id: 8,
    name: '전편 대여',
    kind: 'rental' as const,
    rental_hours: 48,
    price: 4000,
    ...at,
  };
  await db
    .insertInto('orders')
    .values([
      { ...order, id: uuid(), status: 'paid', settled_at: now, right_expires_at: at.expires_at },
      { ...order, id: uuid(), status: 'refunded', settled_at: now, refunded_at: now, refund_reason: MARK },
      { ...order, id: uuid(), status: 'pending' },
    ])
    .execute();
  await db
    .insertInto('payments')
    .values({
      account_id,
      order_id: uuid(),
      price: 1000,
      state: 'cancelled',
      tries: 0,
      created_at: now,
      provider_id: 'p-1',
      refund: null,
      problem: null,
      next_at: null,
      told_at: now,
    })
    .execute();
  await db
    .insertInto('audit_log')
    .values({
      id: uuid(),
      at: now,
      actor: 'bora operate',
      action: 'membership.give',
      subject_kind: 'account',
      subject_id: account_id,
      before: 'null',
      after: '{"plan":"basic"}',
    })
    .execute();
  await db
    .insertInto('rate_limits')
    .values({ key: `pin:count:${profile_id}`, count: 1, resets_at: at.expires_at })
    .execute();
}

/** What an account buys, plays or signs in with, although a profile does it. */
const OF_THE_ACCOUNT = ['orders', 'play_logs', 'ad_events', 'download_grants', 'tokens'];

/**
 * Gives a profile the same rows as another one, such as its wishes, offsets and reviews, with ids of their own.
 *
 * @param itemId only rows about titles, as rows about this one; default: all rows as they are.
 */
export async function copyProfileRows(db: Connection, from: Viewer, to: Viewer, itemId?: number): Promise<void> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns
    where table_schema = 'public' and not table_name = any(${OF_THE_ACCOUNT}::text[]) and table_name in
      (select table_name from information_schema.columns where column_name = 'profile_id')`.execute(db);
  const valueOf = (column: string) => {
    if (column === 'account_id') return sql`${to.accountId}::uuid`;
    if (column === 'profile_id') return sql`${to.profileId}::uuid`;
    if (itemId !== undefined && column === 'item_id') return sql`${itemId}::int`;
    if (itemId !== undefined && column === 'episode_id') return sql`${itemId * 100 + 1}::int`;
    // The id of a review begins with its title's.
    if (column === 'id') return sql`overlay(id::text placing substr(gen_random_uuid()::text, 16) from 16)::uuid`;
    return sql.ref(column);
  };
  const isCopied = ([table, own]: [string, typeof columns]) =>
    // Likes and reports refer to a review.
    itemId === undefined || (!table.startsWith('review_') && own.some(({ column }) => column === 'item_id'));
  const copies = [...groupBy(columns, ({ table }) => table)].filter(isCopied).map(([table, own], index) => {
    const names = own.map(({ column }) => column);
    return sql`${sql.ref(`copy${index}`)} as (
      insert into ${sql.table(table)} (${sql.join(names.map((name) => sql.ref(name)))})
      select ${sql.join(names.map(valueOf))} from ${sql.table(table)}
      where account_id = ${from.accountId} and profile_id = ${from.profileId})`;
  });
  await sql`with ${sql.join(copies)} select 1`.execute(db);
}

/** The text of each row of all tables, by table. */
export async function readEverything(db: Connection): Promise<Map<string, string[]>> {
  const { rows: tables } = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%' order by 1`.execute(
    db,
  );
  const all = tables.map(
    ({ name }) => sql`select ${sql.lit(name)} as name, to_jsonb(one)::text as text from ${sql.table(name)} as one`,
  );
  const { rows } = await sql<{ name: string; text: string }>`${sql.join(all, sql` union all `)}`.execute(db);
  const byTable = groupBy(rows, ({ name }) => name);
  return new Map(tables.map(({ name }) => [name, (byTable.get(name) ?? []).map(({ text }) => text)]));
}

/** The rows of all tables that contain a text, each after the name of its table. */
export async function rowsWith(db: Connection, part: string): Promise<string[]> {
  const all = [...(await readEverything(db))].flatMap(([table, rows]) => rows.map((row) => `${table} ${row}`));
  return all.filter((row) => row.includes(part)).sort();
}

/** Tables with a row that contains one of the texts. */
export const tracesIn = (all: Map<string, string[]>, texts: readonly string[]): string[] =>
  [...all].flatMap(([table, rows]) => (rows.some((row) => texts.some((text) => row.includes(text))) ? [table] : []));
