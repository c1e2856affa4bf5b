import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TableName } from '#server/db/tables.ts';
import { removeOldRows } from '#server/retention/remove-old-rows.ts';
import { RETENTION } from '#server/retention/retention.ts';
import { afterFirstRead } from '#tests/support/server/intercepted-connection.ts';
import { createServerFixture, type ServerFixture } from '#tests/support/server/server-fixture.ts';

const DAY = 24 * 3600;
const HOUR = 3600;

let server: ServerFixture;
beforeEach(async () => {
  server = await createServerFixture();
});
afterEach(() => server.close());

const unlimited = new AbortController().signal;
describe('old rows', () => {
  const at = (daysAgo: number) => new Date(server.clock.now().getTime() - daysAgo * DAY * 1000);
  const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const removeOld = () => removeOldRows(server.db, server.clock.now(), unlimited);

  test('old sessions are deleted 30 days after sign-out and 180 days after their last use, with their tokens', async () => {
    const { id: account_id } = await server.buildAccount();
    const sessions = [
      { id: uuid(1), last_seen_at: at(31), revoked_at: at(31) },
      { id: uuid(2), last_seen_at: at(29), revoked_at: at(29) },
      { id: uuid(3), last_seen_at: at(181), revoked_at: null },
      { id: uuid(4), last_seen_at: at(179), revoked_at: null },
    ].map((session) => ({ ...session, account_id, platform: 'web' as const, created_at: at(200) }));
    await server.db.insertInto('device_sessions').values(sessions).execute();
    const tokens = sessions.map(({ id }) => ({
      hash: id,
      account_id,
      device_session_id: id,
      profile_id: null,
      created_at: at(200),
    }));
    await server.db.insertInto('tokens').values(tokens).execute();
    await removeOld();
    const left = await server.db.selectFrom('device_sessions').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([uuid(2), uuid(4)]);
    const hashes = await server.db.selectFrom('tokens').select('hash').orderBy('hash').execute();
    expect(hashes.map(({ hash }) => hash)).toEqual([uuid(2), uuid(4)]);
  });

  test('unpaid orders are deleted; paid ones stay for five years after the right ended, or forever', async () => {
    const { id: account_id, profileIds } = await server.buildAccount();
    const order = (number: number, changes: object) => ({
      account_id,
      id: uuid(number),
      profile_id: profileIds[0]!,
      product_id: 1,
      item_id: 1,
      episode_id: null,
      name: '대여',
      kind: 'rental' as const,
      rental_hours: 48,
      price: 1000,
      created_at: at(2000),
      status: 'paid' as const,
      expires_at: at(2000),
      settled_at: at(2000),
      right_expires_at: null,
      ...changes,
    });
    await server.db
      .insertInto('orders')
      .values([
        order(1, { status: 'pending', expires_at: at(31), settled_at: null }),
        order(2, { status: 'pending', expires_at: at(29), settled_at: null }),
        order(3, { status: 'cancelled', expires_at: at(31) }),
        order(4, { right_expires_at: at(5 * 366 + 1) }),
        order(5, { right_expires_at: at(5 * 366 - 1) }),
        order(6, { kind: 'own', rental_hours: null }),
      ])
      .execute();
    await removeOld();
    const left = await server.db.selectFrom('orders').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([uuid(2), uuid(5), uuid(6)]);
  });

  test('old payments are deleted five years later, but never while money has to go back or somebody still asks', async () => {
    const { id: account_id } = await server.buildAccount();
    const payment = (number: number, changes: object) => ({
      account_id,
      order_id: uuid(number),
      price: 1000,
      provider_id: null,
      state: 'paid' as const,
      refund: null,
      problem: null,
      tries: 0,
      next_at: null,
      told_at: null,
      created_at: at(5 * 366 + 1),
      ...changes,
    });
    await server.db
      .insertInto('payments')
      .values([
        payment(1, {}),
        payment(2, { created_at: at(5 * 366 - 1) }),
        payment(3, { refund: 'due' }),
        payment(4, { refund: 'done' }),
        payment(5, { next_at: at(-1) }),
      ])
      .execute();
    await removeOld();
    const left = await server.db.selectFrom('payments').select('order_id').orderBy('order_id').execute();
    expect(left.map(({ order_id }) => order_id)).toEqual([uuid(2), uuid(3), uuid(5)]);
  });

  test('old ad events become counts by day in Korea, ad and kind', async () => {
    const { id: account_id, profileIds } = await server.buildAccount();
    const event = (play_log: number, ad_id: number, kind: string, received_at: Date) => ({
      account_id,
      play_log_id: uuid(play_log),
      ad_break_id: 'start',
      ad_id,
      event: kind,
      position: 0,
      profile_id: profileIds[0]!,
      received_at,
    });
    // It is noon in Korea: 14 hours earlier is the evening of the day before.
    const evening = new Date(at(91).getTime() - 14 * HOUR * 1000);
    await server.db
      .insertInto('ad_events')
      .values([
        event(1, 1, 'start', at(91)),
        event(2, 1, 'start', at(91)),
        event(1, 1, 'complete', at(91)),
        event(3, 1, 'start', evening),
        event(4, 1, 'start', at(89)),
      ])
      .execute();
    await Promise.all([removeOld(), removeOld()]);
    const days = await server.db
      .selectFrom('ad_days')
      .select(['day', 'ad_break_id', 'ad_id', 'event', 'cnt'])
      .orderBy('day')
      .orderBy('event')
      .execute();
    expect(days).toEqual([
      { day: '2026-08-20', ad_break_id: 'start', ad_id: 1, event: 'start', cnt: 1 },
      { day: '2026-08-21', ad_break_id: 'start', ad_id: 1, event: 'complete', cnt: 1 },
      { day: '2026-08-21', ad_break_id: 'start', ad_id: 1, event: 'start', cnt: 2 },
    ]);
    expect(await server.db.selectFrom('ad_events').select('play_log_id').execute()).toEqual([{ play_log_id: uuid(4) }]);
  });

  test('codes, resets, device codes, mails and limits are deleted once they are useless', async () => {
    const { id: account_id } = await server.buildAccount();
    const ages = [2, 0.5];
    const { db } = server;
    await db
      .insertInto('email_codes')
      .values(
        ages.map((age) => ({
          email: `${age}@bora.example`,
          is_for_owner: age < 1,
          code_hash: '',
          tries: 0,
          created_at: at(age),
          expires_at: at(age),
        })),
      )
      .execute();
    await db
      .insertInto('password_resets')
      .values(
        ages.map((age, index) => ({
          account_id,
          id: uuid(index),
          token_hash: `t${age}`,
          code_hash: `c${age}`,
          created_at: at(age),
          expires_at: at(age),
          used_at: null,
        })),
      )
      .execute();
    await db
      .insertInto('device_authorizations')
      .values(
        ages.map((age) => ({
          device_code_hash: `d${age}`,
          user_code: `u${age}`,
          platform: 'web' as const,
          state: 'used' as const,
          poll_interval: 5,
          created_at: at(age),
          expires_at: at(age),
        })),
      )
      .execute();
    const mail = (id: number, expires_at: Date, sent_at: Date | null) => ({
      id: uuid(id),
      kind: 'email-code' as const,
      recipient: 'a@bora.example',
      content: 'null',
      expires_at,
      created_at: at(3),
      next_attempt_at: at(-1),
      sent_at,
    });
    await db
      .insertInto('outbox')
      .values([mail(1, at(2), at(2)), mail(2, at(2), at(0.5)), mail(3, at(0.1), null), mail(4, at(-0.1), null)])
      .execute();
    await db
      .insertInto('rate_limits')
      .values([
        { key: 'over', count: 1, resets_at: at(0) },
        { key: 'counting', count: 1, resets_at: at(-0.1) },
      ])
      .execute();
    await removeOld();
    expect((await db.selectFrom('email_codes').select('email').execute()).map(({ email }) => email)).toEqual([
      '0.5@bora.example',
    ]);
    expect((await db.selectFrom('password_resets').select('id').execute()).map(({ id }) => id)).toEqual([uuid(1)]);
    expect(await db.selectFrom('device_authorizations').select('user_code').execute()).toEqual([{ user_code: 'u0.5' }]);
    expect((await db.selectFrom('outbox').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
      uuid(2),
      uuid(4),
    ]);
    expect(await db.selectFrom('rate_limits').select('key').execute()).toEqual([{ key: 'counting' }]);
  });

  test('old rows that another process counts or renews after they were found are neither counted twice nor deleted', async () => {
    const accounts = [await server.buildAccount(), await server.buildAccount()];
    const { db } = server;
    await db
      .insertInto('ad_events')
      .values(
        accounts.map(({ id: account_id, profileIds }, index) => ({
          account_id,
          play_log_id: uuid(index),
          ad_break_id: 'start',
          ad_id: 1,
          event: 'start',
          position: 0,
          profile_id: profileIds[0]!,
          received_at: at(91),
        })),
      )
      .execute();
    const only = (table: TableName) => ({ retention: RETENTION.filter((entry) => entry.table === table), batch: 3 });

    await removeOldRows(afterFirstRead(db, removeOld), server.clock.now(), unlimited, only('ad_events'));
    expect(await db.selectFrom('ad_days').select('cnt').execute()).toEqual([{ cnt: 2 }]);
    expect(await db.selectFrom('ad_events').select('ad_id').execute()).toEqual([]);

    const checks = [0, 1, 2].map((index) => ({
      account_id: accounts[0]!.id,
      id: uuid(index),
      status: 'pending' as const,
      created_at: at(400),
      expires_at: at(400),
    }));
    await db.insertInto('identity_checks').values(checks).execute();
    const renew = () =>
      db
        .updateTable('identity_checks')
        .set({ expires_at: at(0) })
        .where('id', '<>', uuid(2))
        .execute();
    await removeOldRows(afterFirstRead(db, renew), server.clock.now(), unlimited, only('identity_checks'));
    const left = await db.selectFrom('identity_checks').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([uuid(0), uuid(1)]);
  });

  test('are deleted in batches, table by table, and the next run continues an aborted one', async () => {
    const rows = { play_logs: 5, outbox: 1 };
    const calls: string[] = [];
    const aborting = new AbortController();
    const retention = (Object.keys(rows) as (keyof typeof rows)[]).map((table) => ({
      table,
      lifetime: '',
      why: '',
      days: 0,
      remove: (_db: unknown, _before: Date, limit: number) => {
        const count = Math.min(limit, rows[table]);
        rows[table] -= count;
        calls.push(`${table} ${count}`);
        if (calls.length === 3) aborting.abort();
        return Promise.resolve(count);
      },
    }));
    const run = (signal: AbortSignal) => removeOldRows(server.db, server.clock.now(), signal, { retention, batch: 2 });
    await run(aborting.signal);
    expect(calls).toEqual(['play_logs 2', 'outbox 1', 'play_logs 2']);
    await run(unlimited);
    expect(rows).toEqual({ play_logs: 0, outbox: 0 });
  });
});

describe('docs/operations/data.md', () => {
  const document = readFileSync(fileURLToPath(new URL('../../../docs/operations/data.md', import.meta.url)), 'utf8');
  const stated = [...document.matchAll(/^\| `(\w+)` +\| (.+?) +\| (.+?) +\|$/gm)].map(([, ...cells]) => cells);

  test('says what bounds each table', async () => {
    const { rows } = await sql<{ name: TableName }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'kysely_%'`.execute(
      server.db,
    );
    expect([...new Set(stated.map(([table]) => table))].sort()).toEqual(rows.map(({ name }) => name).sort());
  });

  test('has what the retention job removes first', () => {
    const removed = RETENTION.map(({ table, lifetime, why }) => [table, lifetime, why]);
    expect(stated.slice(0, removed.length)).toEqual(removed);
    const names = new Set(removed.map(([table]) => table));
    expect(stated.slice(removed.length).filter(([table]) => names.has(table))).toEqual([]);
  });
});
