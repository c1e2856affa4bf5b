import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Insertable } from 'kysely';
import { consoleEndpoints } from '#contract/console/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import type { OrderRow } from '#server/db/tables.ts';
import { systemRandom } from '#server/lib/random.ts';
import { countFrom, foldSaleSums } from '#server/monitoring/sales/fold.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* What was sold: counted by a worker, and shown to operators. */

const DAY_MS = 24 * 3600_000;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let editor: Member;
let viewer: Viewer;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  editor = await members.buildMember('editor');
  viewer = await server.buildViewer();
});
afterAll(() => server.close());
beforeEach(async () => {
  for (const table of ['orders', 'kept_orders', 'sale_days', 'service_summaries'] as const)
    await server.db.deleteFrom(table).execute();
});

/** Noon in Korea, so many days ago. */
const at = (daysAgo: number) => new Date(server.clock.now().getTime() - daysAgo * DAY_MS);
const dayOf = (daysAgo: number) => new Date(at(daysAgo).getTime() + 9 * 3600_000).toISOString().slice(0, 10);
const TIMES = { created_at: at, expires_at: at, settled_at: at };

/** A paid order of a membership, of yesterday. */
async function sell(changes: Partial<Insertable<OrderRow>> = {}): Promise<void> {
  await server.db
    .insertInto('orders')
    .values({
      account_id: viewer.accountId,
      id: systemRandom.uuid(),
      profile_id: viewer.profileId,
      product_id: null,
      plan_id: 1,
      item_id: null,
      episode_id: null,
      name: '베이직 30일',
      kind: 'membership',
      rental_hours: null,
      plan: 'basic',
      days: 30,
      price: 4900,
      status: 'paid',
      created_at: TIMES.created_at(1),
      expires_at: TIMES.expires_at(1),
      settled_at: TIMES.settled_at(1),
      right_starts_at: null,
      right_expires_at: null,
      plan_before: null,
      refunded_at: null,
      refund_reason: null,
      voucher_id: null,
      ...changes,
    })
    .execute();
}
const RENTAL = {
  product_id: 81,
  plan_id: null,
  item_id: 8,
  name: '48시간 대여',
  kind: 'rental',
  plan: null,
  days: null,
  price: 1500,
} as const;
const count = (signal = new AbortController().signal) =>
  foldSaleSums({ db: server.db, transact: createTransact(server.db) }, server.clock.now(), signal);
const show = async (step = 'day') => (await members.call(consoleEndpoints.getSales, editor, { query: { step } })).reply;
const list = async (query: Record<string, string>) =>
  (await members.call(consoleEndpoints.listSold, editor, { query })).reply;

test('a payment counts on its day and a refund on its own, equal after a second run', async () => {
  await sell();
  await sell({ status: 'refunded', settled_at: at(3), refunded_at: at(1) });
  await sell({ status: 'pending', settled_at: null });
  await sell({ status: 'cancelled' });
  await count();
  await count();
  const { points, total } = await show();
  expect(points).toHaveLength(28);
  const ofDay = (daysAgo: number) => points.find(({ at: day }) => day === dayOf(daysAgo));
  expect(ofDay(3)).toMatchObject({ cnt_order: 1, won: 4900, cnt_refund: 0, won_refunded: 0 });
  expect(ofDay(1)).toMatchObject({ cnt_order: 1, won: 4900, cnt_refund: 1, won_refunded: 4900 });
  expect(total).toEqual({ cnt_order: 2, won: 9800, cnt_refund: 1, won_refunded: 4900 });
  expect((await show('month')).total.won).toBe(9800);
});

test('titles and memberships have their own lists, of a day, a month or all days', async () => {
  await sell();
  await sell(RENTAL);
  await sell({ ...RENTAL, settled_at: at(2) });
  await count();
  const { results } = await list({ of: 'title' });
  expect(results).toMatchObject([
    { id: 8, cnt_order: 2, won: 3000, poster: expect.stringContaining('/art/') as string },
  ]);
  expect((await list({ of: 'title', period: dayOf(2) })).results).toMatchObject([{ cnt_order: 1 }]);
  expect((await list({ of: 'plan', step: 'month', period: dayOf(1).slice(0, 7) })).results).toMatchObject([
    { id: 1, poster: null, won: 4900 },
  ]);
  expect((await list({ of: 'plan', period: '2020-01' })).count).toBe(0);
});

test('what the catalogue has no more keeps the name by which it was sold', async () => {
  await sell({ plan_id: 99, name: '옛 베이직' });
  await count();
  expect((await list({ of: 'plan' })).results).toMatchObject([{ id: 99, name: '옛 베이직' }]);
});

test('an order of an account that was erased on the same day counts once, without what it was', async () => {
  await sell();
  await count();
  await server.db.deleteFrom('orders').execute();
  const kept = {
    id: systemRandom.uuid(),
    name: '베이직 30일',
    kind: 'membership',
    price: 4900,
    status: 'paid',
  } as const;
  await server.db
    .insertInto('kept_orders')
    .values({ ...kept, created_at: at(1), settled_at: at(1), refunded_at: null })
    .execute();
  await server.db.deleteFrom('service_summaries').execute();
  await count();
  expect((await show()).total).toMatchObject({ cnt_order: 1, won: 4900 });
  expect((await list({ of: 'plan' })).results).toMatchObject([{ id: null, name: null, won: 4900 }]);
});

test('a run that is aborted is continued by the next one', async () => {
  await sell();
  await count(AbortSignal.abort());
  expect((await show()).counted_at).toBeNull();
  await count();
  expect((await show()).total.cnt_order).toBe(1);
});

test('the day before is counted again until an hour after midnight in Korea', () => {
  const now = Date.parse('2026-11-28T16:00:00Z'); // 01:00 on the 29th in Korea
  const from = (lastMs: number) => new Date(countFrom(now, lastMs)).toISOString();
  expect(from(now - 3600_000 - 1)).toBe('2026-11-27T15:00:00.000Z');
  expect(from(now)).toBe('2026-11-28T15:00:00.000Z');
});

test('the tables are files too', async () => {
  await sell();
  await count();
  const { text } = await members.call(consoleEndpoints.exportSold, editor, { query: { of: 'plan' } });
  expect(text).toContain('번호,이름,주문,매출,환불,환불액,남은 매출\r\n1,');
  const { text: days } = await members.call(consoleEndpoints.exportSales, editor, { query: { step: 'month' } });
  expect(days.trimEnd().split('\r\n')).toHaveLength(13);
});
