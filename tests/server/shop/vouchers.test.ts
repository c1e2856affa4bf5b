import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addVoucher, changeVoucher, listVouchers, listVoucherUses, type Voucher } from '#contract/console/vouchers.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

const DAY = 24 * 3600;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let owner: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await members.buildMember('owner');
});

const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000).toISOString();
const DAYS = { kind: 'days', plan: 'premium', days: 30 };
const add = (changes: object = {}) =>
  members.call(addVoucher, owner, {
    body: { name: '봄 쿠폰', max_uses: 10, ends_at: inDays(10), gives: DAYS, ...changes },
  });
const change = ({ id, name, max_uses, ends_at, is_paused, version }: Voucher, changes: object) =>
  members.call(changeVoucher, owner, {
    params: { id },
    body: { name, max_uses, ends_at, is_paused, version, ...changes },
  });
const find = async ({ id }: Voucher) => (await members.call(listVoucherUses, owner, { params: { id } })).reply;
const redeem = ({ profileToken: token }: Viewer, code: string) =>
  server.call(endpoints.redeemVoucher, { token, body: { code } });
const buildFree = () => server.buildViewer({ plan: 'free' });
const accountOf = async ({ token }: Viewer) => (await server.call(endpoints.getMyAccount, { token })).reply;
const USELESS = { code: 'NOT_FOUND', message: expect.stringMatching(/^쓸 수 없는 쿠폰이에요/) as string };

describe('a code for days', () => {
  test('gives the membership at once, also when it is typed in small letters', async () => {
    const voucher = (await add()).reply;
    expect(voucher.code).toMatch(/^[BCDFGHJKMNPQRSTVWXZ2-9]{4}(-[BCDFGHJKMNPQRSTVWXZ2-9]{4}){2}$/);
    const viewer = await buildFree();
    expect((await redeem(viewer, voucher.code.toLowerCase())).reply).toEqual({
      plan: 'premium',
      days: 30,
      percent: null,
    });
    expect((await accountOf(viewer)).membership).toMatchObject({ plan: 'premium', expires_at: inDays(30) });
    const { voucher: counted, results } = await find(voucher);
    expect(counted.cnt_used).toBe(1);
    expect(results).toEqual([expect.objectContaining({ account_id: viewer.accountId, state: 'given' })]);
  });

  test('is good once for an account, and for as many accounts as it says, also at the same time', async () => {
    const voucher = (await add({ max_uses: 3 })).reply;
    const viewers = await Promise.all([1, 2, 3, 4, 5].map(buildFree));
    const twice = viewers.flatMap((viewer) => [viewer, viewer]);
    const statuses = (await Promise.all(twice.map((viewer) => redeem(viewer, voucher.code)))).map(
      ({ status }) => status,
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(3);
    const { voucher: counted, count } = await find(voucher);
    expect([counted.cnt_used, counted.state, count]).toEqual([3, 'used-up', 3]);
  });

  test.each<[string, (voucher: Voucher) => Promise<unknown>]>([
    ['is unknown', () => Promise.resolve()],
    [
      'has ended',
      (voucher) =>
        server.db.updateTable('vouchers').set({ ends_at: server.clock.now() }).where('id', '=', voucher.id).execute(),
    ],
    ['is paused', (voucher) => change(voucher, { is_paused: true })],
    [
      'is used up',
      (voucher) => server.db.updateTable('vouchers').set({ cnt_used: 10 }).where('id', '=', voucher.id).execute(),
    ],
  ])('that %s gets the same answer as any other', async (name, spoil) => {
    const voucher = (await add()).reply;
    await spoil(voucher);
    const code = name === 'is unknown' ? 'BCDF-GHJK-2345' : voucher.code;
    expect((await redeem(await buildFree(), code)).error).toEqual(expect.objectContaining(USELESS));
  });

  test('gives nothing to an account whose membership has no end', async () => {
    const voucher = (await add()).reply;
    const { error } = await redeem(await server.buildViewer(), voucher.code);
    expect(error.message).toBe('끝나는 날이 없는 멤버십이라 쿠폰이 필요 없어요.');
    expect((await find(voucher)).voucher.cnt_used).toBe(0);
  });

  test.each([
    ['basic', 'premium'],
    ['premium', 'basic'],
  ] as const)('for %s waits while %s days are left, and neither becomes the other', async (plan, running) => {
    const voucher = (await add({ gives: { kind: 'days', plan, days: 30 } })).reply;
    const end = new Date(inDays(5));
    const viewer = await server.buildViewer({ plan: running, membership_expires_at: end });
    const { error } = await redeem(viewer, voucher.code);
    expect(error).toMatchObject({
      code: 'NOT_FOUND',
      message: expect.stringMatching(/^지금 멤버십이 끝난 다음/) as string,
    });
    expect((await accountOf(viewer)).membership).toMatchObject({ plan: running, expires_at: inDays(5) });
    expect((await find(voucher)).voucher.cnt_used).toBe(0);

    await server.db
      .updateTable('accounts')
      .set({ membership_expires_at: server.clock.now() })
      .where('id', '=', viewer.accountId)
      .execute();
    expect((await redeem(viewer, voucher.code)).status).toBe(200);
    expect((await accountOf(viewer)).membership).toMatchObject({ plan, expires_at: inDays(30) });
  });

  test('adds its days to those of the same membership', async () => {
    const voucher = (await add()).reply;
    const viewer = await server.buildViewer({ plan: 'premium', membership_expires_at: new Date(inDays(5)) });
    expect((await redeem(viewer, voucher.code)).status).toBe(200);
    expect((await accountOf(viewer)).membership).toMatchObject({ plan: 'premium', expires_at: inDays(35) });
  });

  test('cannot be guessed: after ten wrong ones an account waits, and a right one costs no try', async () => {
    const voucher = (await add()).reply;
    const viewer = await buildFree();
    expect((await redeem(viewer, voucher.code)).status).toBe(200);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await redeem(viewer, `BCDFGHJK23${String(tries).padStart(2, '2')}`)).status).toBe(404);
    expect((await redeem(viewer, 'BCDFGHJK2345')).error.code).toBe('TOO_MANY_REQUESTS');
    await server.db.deleteFrom('rate_limits').execute();
  });
});

describe('a code for a discount', () => {
  const plansOf = async ({ token }: Viewer) =>
    (await server.call(endpoints.listPlans, { token })).reply.results.map(({ price, full_price }) => ({
      price,
      full_price,
    }));
  const order = async ({ profileToken: token }: Viewer, id: number) =>
    (await server.call(endpoints.orderPlan, { token, params: { id } })).reply;
  const rowOf = async (id: string) =>
    (await server.db.selectFrom('orders').selectAll().where('id', '=', id).execute())[0]!;
  const pay = async (url: string | null) => (await openCheckout(server.app, url))('approve');

  test('lowers the price of the next membership, of one', async () => {
    const voucher = (await add({ gives: { kind: 'discount', percent: 20 } })).reply;
    const viewer = await buildFree();
    const before = await order(viewer, 1);
    expect((await redeem(viewer, voucher.code)).reply).toEqual({ plan: null, days: null, percent: 20 });
    expect((await accountOf(viewer)).membership.plan).toBe('free');
    expect(await plansOf(viewer)).toEqual([
      { price: 3920, full_price: 4900 },
      { price: 7920, full_price: 9900 },
    ]);
    const cheap = await order(viewer, 1);
    expect(cheap.id).not.toBe(before.id);
    // The discount goes along to the other plan: the first order is void.
    const premium = await order(viewer, 2);
    expect(await rowOf(cheap.id)).toMatchObject({ status: 'cancelled' });
    await pay(premium.checkout_url);
    expect(await rowOf(premium.id)).toMatchObject({ status: 'paid', price: 7920, voucher_id: voucher.id });
    expect((await find(voucher)).results[0]).toMatchObject({ state: 'paid' });
    expect(await plansOf(viewer)).toEqual([
      { price: 4900, full_price: null },
      { price: 9900, full_price: null },
    ]);
    expect(await rowOf((await order(viewer, 1)).id)).toMatchObject({ price: 4900, voucher_id: null });
  });

  test('counts one after the other, the largest first', async () => {
    const viewer = await buildFree();
    for (const percent of [20, 50, 10])
      await redeem(viewer, (await add({ gives: { kind: 'discount', percent } })).reply.code);
    const prices: number[] = [];
    for (let turn = 0; turn < 4; turn += 1) {
      prices.push((await plansOf(viewer))[0]!.price);
      await pay((await order(viewer, 1)).checkout_url);
    }
    expect(prices).toEqual([2450, 3920, 4410, 4900]);
  });

  test('ends after thirty days without an order', async () => {
    const voucher = (await add({ gives: { kind: 'discount', percent: 50 } })).reply;
    const viewer = await buildFree();
    await redeem(viewer, voucher.code);
    server.clock.advance(30 * DAY - 1);
    expect((await plansOf(viewer))[0]).toEqual({ price: 2450, full_price: 4900 });
    server.clock.advance(1);
    expect((await plansOf(viewer))[0]).toEqual({ price: 4900, full_price: null });
    expect(await rowOf((await order(viewer, 1)).id)).toMatchObject({ price: 4900, voucher_id: null });
    owner = await members.buildMember('owner');
    expect((await find(voucher)).results[0]).toMatchObject({ state: 'expired' });
    const row = await server.db.selectFrom('voucher_uses').selectAll().where('voucher_id', '=', voucher.id).execute();
    expect(row[0]!.order_id).toBeNull();
  });
});

describe('an operator', () => {
  test.each([
    ['0 uses', { max_uses: 0 }, 400],
    ['91 percent', { gives: { kind: 'discount', percent: 91 } }, 400],
    ['0 days', { gives: { ...DAYS, days: 0 } }, 400],
    ['an end in the past', { ends_at: '2020-01-01T00:00:00Z' }, 409],
    ['an end in two years', { ends_at: '2029-01-01T00:00:00Z' }, 409],
  ])('makes no code with %s', async (_, changes, status) => {
    expect((await add(changes)).status).toBe(status);
  });

  test('changes a code while viewers redeem it, but not over another operator', async () => {
    const voucher = (await add()).reply;
    await redeem(await buildFree(), voucher.code);
    expect((await change(voucher, { max_uses: 20 })).reply).toMatchObject({ max_uses: 20, cnt_used: 1 });
    expect((await change(voucher, { max_uses: 5 })).error.code).toBe('CHANGED_MEANWHILE');
  });

  test('prolongs a code to a year after it was made, and no longer', async () => {
    const voucher = (await add()).reply;
    const [last, later] = [inDays(366), inDays(367)];
    server.clock.advance(30 * DAY);
    owner = await members.buildMember('owner');
    const running = (await change((await find(voucher)).voucher, { ends_at: inDays(1) })).reply;
    expect((await change(running, { ends_at: later })).status).toBe(409);
    expect((await change(running, { ends_at: last })).reply.ends_at).toBe(last);
  });

  test('finds a code by its name or its first letters, and its secret is not in the audit log', async () => {
    const voucher = (await add({ name: '가을 사과' })).reply;
    for (const keyword of ['사과', voucher.code.slice(0, 7).toLowerCase()])
      expect(
        (await members.call(listVouchers, owner, { query: { keyword } })).reply.results.map(({ id }) => id),
      ).toContain(voucher.id);
    const entries = await server.db.selectFrom('audit_log').selectAll().where('subject_id', '=', voucher.id).execute();
    expect(entries.map(({ action }) => action)).toEqual(['voucher.add']);
    expect(JSON.stringify(entries)).not.toContain(voucher.code.replaceAll('-', ''));
  });
});
