import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  changeMembership,
  getSupportedAccount,
  listSupportedOrders,
  refundSupportedOrder,
  signOutAllDevices,
  signOutDevice,
} from '#contract/console/accounts.ts';
import { findAccount } from '#contract/console/people.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createRecord } from '#server/staff/audit/index.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import type { EpisodeRow } from '#server/db/tables.ts';
import { keepAccess } from '#server/watching/playback/access.ts';
import { endUncovered } from '#server/watching/playback/index.ts';
import { createSupportOperations, type SupportOperations } from '#server/shop/index.ts';
import { findBoughtTitles } from '#server/shop/order-titles-store.ts';
import { createMembers } from '#tests/support/console.ts';
import { answersOf } from '#tests/support/media/media.ts';
import { checkoutPath as pathOf, openCheckout } from '#tests/support/checkout.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* On PostgreSQL two servers answer in turns, and support works beside them on the database. */

const HOUR = 3600;
const DAY = 24 * HOUR;
const BASIC = 1;
const PREMIUM = 2;
const RENTAL = 81;
const OWN = 82;
/** Episodes of title 8: for members, and for purchase only. */
const FOR_MEMBERS = 802;
const SOLD_ONLY = 803;
const reason = '고객 요청';

let server: ServerFixture;
let support: SupportOperations;
let members: ReturnType<typeof createMembers>;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  const { db, clock } = server;
  const record = createRecord({ clock, random: systemRandom }, { kind: 'command', name: 'operate' });
  const tools = { db, transact: createTransact(db), clock, random: systemRandom, record };
  support = createSupportOperations({ ...tools, endUncovered });
  members = createMembers(server);
});
afterAll(() => server.close());

const buildFree = () => server.buildViewer({ plan: 'free' });
/** Entries of the audit log about a membership or an order. */
const recorded = async (kind: 'account' | 'order', id: string) =>
  server.db
    .selectFrom('audit_log')
    .select(['actor', 'action', 'before', 'after'])
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .orderBy('action')
    .execute();
const inDays = (days: number) => new Date(server.clock.now().getTime() + days * DAY * 1000).toISOString();
const press = async (url: string | null, action: 'approve' | 'cancel') => (await openCheckout(server.app, url))(action);
const orderPlan = (viewer: Viewer, id: number) =>
  server.call(endpoints.orderPlan, { token: viewer.profileToken, params: { id } });
/** Buys a plan. @returns what support calls the order */
const buyPlan = async (viewer: Viewer, id: number) => {
  const { checkout_url: url } = (await orderPlan(viewer, id)).reply;
  expect((await press(url, 'approve')).statusCode).toBe(303);
  return pathOf(url).replace('/checkout/', '');
};
/** Buys a product. @returns what support calls the order */
const buyProduct = async (viewer: Viewer, id: number) => {
  const { reply } = await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id } });
  await press(reply.checkout_url, 'approve');
  return pathOf(reply.checkout_url).replace('/checkout/', '');
};
const buyRental = (viewer: Viewer) => buyProduct(viewer, RENTAL);
const membershipOf = async (viewer: Viewer) =>
  (await server.call(endpoints.getMyAccount, { token: viewer.token })).reply.membership;
const orders = async (viewer: Viewer) =>
  (await server.call(endpoints.listOrders, { token: viewer.profileToken })).reply.results;
const report = (viewer: Viewer, id: string) =>
  server.call(endpoints.updatePlayLog, {
    token: viewer.profileToken,
    params: { id },
    body: { total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: false },
  });

describe('plans', () => {
  test('are listed in the order of the catalogue, and not where nothing can be paid', async () => {
    const viewer = await buildFree();
    expect((await server.call(endpoints.listPlans, { token: viewer.token })).reply).toEqual({
      count: 2,
      results: [
        { id: BASIC, plan: 'basic', name: '베이직 30일', price: 4900, days: 30, full_price: null, max_streams: 1 },
        {
          id: PREMIUM,
          plan: 'premium',
          name: '프리미엄 30일',
          price: 9900,
          days: 30,
          full_price: null,
          max_streams: 4,
        },
      ],
    });
    const page = { token: viewer.token, query: { limit: 1, offset: 1 } };
    expect((await server.call(endpoints.listPlans, page)).reply).toMatchObject({
      count: 2,
      results: [{ id: PREMIUM }],
    });
  });

  test('are ordered once per ten minutes, by adults only, and not by members without an end', async () => {
    const viewer = await server.buildViewer({ plan: 'free', profiles: [{}, { maxRating: '12' }] });
    const placed = await orderPlan(viewer, BASIC);
    expect(placed).toMatchObject({ status: 201, reply: { status: 'pending', expires_in: 600 } });
    expect((await orderPlan(viewer, BASIC)).reply).toEqual(placed.reply);
    expect((await orderPlan(viewer, PREMIUM)).reply.id).not.toBe(placed.reply.id);
    expect((await orderPlan(await server.selectProfile(viewer, 1), BASIC)).error.code).toBe('RATING_RESTRICTED');
    expect((await orderPlan(viewer, 99)).error.code).toBe('NOT_FOUND');
    expect((await orderPlan(await server.buildViewer(), BASIC)).error).toMatchObject({
      code: 'NOT_FOUND',
      message: '기간이 없는 멤버십을 이용하고 있어요.',
    });
  });

  test('say which locked episodes they open', async () => {
    const viewer = await buildFree();
    const query = { item_id: 8 };
    const { results } = (await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query })).reply;
    expect(results.map(({ access }) => access.needs)).toEqual([undefined, 'membership', 'purchase', undefined]);
  });
});

describe('a paid membership', () => {
  test('starts at once, and shows on the phone and in the list of orders', async () => {
    const viewer = await buildFree();
    const { id, checkout_url: url } = (await orderPlan(viewer, PREMIUM)).reply;
    expect((await createPhone(server.app).open(pathOf(url))).document.body.textContent).toContain('30일');
    await press(url, 'approve');
    expect(await membershipOf(viewer)).toEqual({ plan: 'premium', max_streams: 4, expires_at: inDays(30) });
    expect((await server.call(endpoints.getOrder, { token: viewer.token, params: { id } })).reply).toEqual({
      id,
      status: 'paid',
      product: null,
    });
    expect((await server.openVideo(viewer, FOR_MEMBERS)).episode_id).toBe(FOR_MEMBERS);
    const end = inDays(30);
    server.clock.advance(1);
    await buyRental(viewer);
    expect(await orders(viewer)).toMatchObject([
      { kind: 'rental', status: 'paid', item: { id: 8 }, is_refunded: false },
      { id, kind: 'membership', name: '프리미엄 30일', price: 9900, item: null, expires_at: end },
    ]);
  });

  test('moves the end on from the current one, and becomes the new plan', async () => {
    const viewer = await buildFree();
    await buyPlan(viewer, BASIC);
    server.clock.advance(10 * DAY);
    await buyPlan(viewer, PREMIUM);
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(50) });
  });

  test('begins at the payment when the last one has ended', async () => {
    const viewer = await server.buildViewer({ membership_expires_at: server.clock.now() });
    await buyPlan(viewer, BASIC);
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'basic', expires_at: inDays(30) });
  });

  test('is added once by two payments at the same time, and not after a cancellation', async () => {
    const viewer = await buildFree();
    const { checkout_url: url } = (await orderPlan(viewer, BASIC)).reply;
    const [one, two] = [await openCheckout(server.app, url), await openCheckout(server.app, url)];
    for (const answer of await Promise.all([one('approve'), two('approve')])) expect(answer.statusCode).toBe(303);
    expect(await membershipOf(viewer)).toMatchObject({ expires_at: inDays(30) });
    const other = await buildFree();
    const { checkout_url: cancelled } = (await orderPlan(other, BASIC)).reply;
    const [first, second] = [await openCheckout(server.app, cancelled), await openCheckout(server.app, cancelled)];
    for (const answer of [await first('cancel'), await second('approve')]) expect(answer.statusCode).toBe(303);
    expect(await membershipOf(other)).toMatchObject({ plan: 'free' });
    expect(await orders(other)).toMatchObject([{ status: 'cancelled', purchased_at: null, is_refunded: false }]);
  });

  test('adds days to both of two orders that are paid at the same time', async () => {
    const viewer = await buildFree();
    await Promise.all([buyPlan(viewer, BASIC), buyPlan(viewer, PREMIUM)]);
    expect(await membershipOf(viewer)).toMatchObject({ expires_at: inDays(60) });
  });
});

describe('a refund', () => {
  test('a refund of a membership ends it and what is playing by it, once', async () => {
    const viewer = await buildFree();
    const order = await buyPlan(viewer, BASIC);
    const video = await server.openVideo(viewer, FOR_MEMBERS);
    const media = video.streams.map(({ url }) => url);
    expect(await answersOf(server, media)).toEqual([200]);
    expect(await support.refundOrder(order, { reason })).toMatchObject({ status: 'refunded', was_refunded: false });
    expect(await membershipOf(viewer)).toEqual({ plan: 'free', max_streams: 1, expires_at: null });
    expect((await report(viewer, video.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
    server.clock.advance(10);
    expect(await answersOf(server, media)).toEqual(['PLAYBACK_EXPIRED']);
    expect(await orders(viewer)).toMatchObject([{ status: 'cancelled', is_refunded: true }]);

    await buyPlan(viewer, BASIC);
    expect(await support.refundOrder(order, { reason })).toMatchObject({ status: 'refunded', was_refunded: true });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'basic', expires_at: inDays(30) });
  });

  test('concurrent refunds of one order happen once', async () => {
    const viewer = await buildFree();
    const order = await buyPlan(viewer, BASIC);
    await buyPlan(viewer, BASIC);
    const refunds = await Promise.all([1, 2, 3].map(() => support.refundOrder(order, { reason })));
    expect(refunds.filter(({ was_refunded: was }) => !was)).toHaveLength(1);
    expect(await recorded('order', order)).toMatchObject([
      { action: 'order.refund', before: { status: 'paid' }, after: { status: 'refunded', reason } },
    ]);
    expect(await membershipOf(viewer)).toMatchObject({ expires_at: inDays(30) });
  });

  test('takes back only the days of its order that are still to come', async () => {
    const viewer = await buildFree();
    const first = await buyPlan(viewer, BASIC);
    const second = await buyPlan(viewer, PREMIUM);
    server.clock.advance(10 * DAY);
    await support.refundOrder(first, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(30) });
    server.clock.advance(5 * DAY);
    await support.refundOrder(second, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'free' });
  });

  test('gives the earlier plan back with its days', async () => {
    const viewer = await buildFree();
    await buyPlan(viewer, BASIC);
    const upgrade = await buyPlan(viewer, PREMIUM);
    await support.refundOrder(upgrade, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'basic', expires_at: inDays(30) });
  });

  test.each([
    ['the upgrade first', [0, 1]],
    ['the upgrade last', [1, 0]],
  ])('leaves the plan of no refunded order: %s', async (_, turns) => {
    const viewer = await buildFree();
    await buyPlan(viewer, BASIC);
    const orders = [await buyPlan(viewer, PREMIUM), await buyPlan(viewer, BASIC)];
    for (const turn of turns) await support.refundOrder(orders[turn]!, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'basic', expires_at: inDays(30) });
  });

  test('leaves the plan that a later order has bought again', async () => {
    const viewer = await buildFree();
    await buyPlan(viewer, BASIC);
    const order = await buyPlan(viewer, PREMIUM);
    await buyPlan(viewer, PREMIUM);
    await support.refundOrder(order, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(60) });
  });

  test('does not move the end of a right that has ended', async () => {
    const viewer = await buildFree();
    const order = await buyRental(viewer);
    const end = inDays(2);
    server.clock.advance(3 * DAY);
    await support.refundOrder(order, { reason });
    expect(await orders(viewer)).toMatchObject([{ is_refunded: true, expires_at: end }]);
  });

  test('leaves a membership as it is that has no days of its order', async () => {
    const viewer = await buildFree();
    await buyPlan(viewer, BASIC);
    const order = await buyPlan(viewer, PREMIUM);
    server.clock.advance(61 * DAY);
    await support.giveMembership(viewer.email, { plan: 'premium', days: 30, reason });
    await support.refundOrder(order, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(30) });
  });

  test('a refund of a rental ends its playback, and not that of a membership', async () => {
    const viewer = await buildFree();
    const order = await buyRental(viewer);
    const video = await server.openVideo(viewer, SOLD_ONLY);
    await support.refundOrder(order, { reason });
    expect((await report(viewer, video.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
    const again = { token: viewer.profileToken, params: { id: SOLD_ONLY }, query: { device: 'web' } };
    expect((await server.call(endpoints.getVideo, again)).error.code).toBe('PURCHASE_REQUIRED');

    const member = await buildFree();
    const rental = await buyRental(member);
    await buyPlan(member, BASIC);
    const watched = await server.openVideo(member, FOR_MEMBERS);
    await support.refundOrder(rental, { reason });
    expect((await report(member, watched.play_log_id)).status).toBe(200);
  });

  test.each([
    ['as long as the playback', 36 * HOUR, 200],
    ['less long', 36 * HOUR + 1, 'PLAYBACK_EXPIRED'],
  ] as const)(
    'a refund of a purchase that leaves a rental %s ends the playback only where the rental is shorter',
    async (_what, seconds, answer) => {
      const viewer = await buildFree();
      await buyProduct(viewer, RENTAL);
      const own = await buyProduct(viewer, OWN);
      server.clock.advance(seconds);
      const video = await server.openVideo(viewer, SOLD_ONLY);
      expect(video.expires_at).toBe(inDays(0.5));
      await support.refundOrder(own, { reason });
      const reported = await report(viewer, video.play_log_id);
      expect(reported.status === 200 ? 200 : reported.error.code).toBe(answer);
      // The player opens the video again, which lasts as long as the rental.
      const rentalLeft = 48 * HOUR - seconds;
      expect((await server.openVideo(viewer, SOLD_ONLY)).expires_at).toBe(inDays(rentalLeft / DAY));
    },
  );

  test('refuses an order that is not paid or not there, and says why', async () => {
    const viewer = await buildFree();
    const pending = pathOf((await orderPlan(viewer, BASIC)).reply.checkout_url).replace('/checkout/', '');
    await expect(support.refundOrder(pending, { reason })).rejects.toThrow(/is not paid/);
    await expect(support.refundOrder('7', { reason })).rejects.toThrow(/is no order/);
  });
});

describe('a video call that meets a refund', () => {
  const now = new Date('2026-11-20T03:00:00Z');
  const free = { plan: 'free', maxStreams: 1, expiresAt: null } as const;
  const member = { plan: 'basic', maxStreams: 1, expiresAt: new Date('2026-12-20T03:00:00Z') } as const;
  const until = { type: 'membership', expires_at: '2026-12-20T03:00:00.000Z' } as const;
  const episode = { id: FOR_MEMBERS, item_id: 8, access: 'membership' } as EpisodeRow;
  const rental = { order_id: 'x', item_id: 8, episode_id: null, kind: 'rental', expires_at: now } as const;

  test('is refused once the account has no right left', async () => {
    const none = () => Promise.resolve([]);
    await expect(keepAccess(until, episode, free, none)).rejects.toMatchObject({ code: 'MEMBERSHIP_REQUIRED' });
    expect(await keepAccess(until, episode, member, none)).toEqual(until);
    expect(await keepAccess({ type: 'avod', expires_at: null }, episode, free, none)).toMatchObject({ type: 'avod' });
  });

  test('goes on by a right that is left', async () => {
    expect(await keepAccess(until, episode, free, () => Promise.resolve([rental]))).toEqual({
      type: 'rental',
      expires_at: now.toISOString(),
    });
  });
});

describe('support', () => {
  test('gives, extends and ends a membership, and keeps the reasons', async () => {
    const viewer = await buildFree();
    const { email } = viewer;
    await expect(support.extendMembership(email, { days: 7, reason })).rejects.toThrow(/has no membership/);
    await support.giveMembership(email, { plan: 'premium', days: 30, reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(30) });
    expect(await support.extendMembership(email, { days: 7, reason })).toEqual({
      email,
      plan: 'premium',
      ends_at: inDays(37),
    });
    const video = await server.openVideo(viewer, FOR_MEMBERS);
    expect(await support.endMembership(email, { reason: '약관 위반' })).toMatchObject({ plan: 'free', ends_at: null });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'free' });
    expect((await report(viewer, video.play_log_id)).error.code).toBe('PLAYBACK_EXPIRED');
    await expect(support.endMembership(email, { reason })).rejects.toThrow(/has no membership/);
    const changes = await server.db
      .selectFrom('membership_changes')
      .select(['kind', 'days', 'reason'])
      .where('account_id', '=', viewer.accountId)
      .orderBy('kind')
      .execute();
    expect(changes).toEqual([
      { kind: 'end', days: null, reason: '약관 위반' },
      { kind: 'extend', days: 7, reason },
      { kind: 'give', days: 30, reason },
    ]);
    const [given, extended] = [30, 37].map((days) => ({ plan: 'premium', ends_at: inDays(days) }));
    const none = { plan: 'free', ends_at: null };
    expect(await recorded('account', viewer.accountId)).toEqual([
      { actor: 'bora operate', action: 'membership.end', before: extended, after: { ...none, reason: '약관 위반' } },
      { actor: 'bora operate', action: 'membership.extend', before: given, after: { ...extended, reason } },
      { actor: 'bora operate', action: 'membership.give', before: none, after: { ...given, reason } },
    ]);
  });

  test('ends a paid membership, whose refund then takes nothing from the next one', async () => {
    const viewer = await buildFree();
    const order = await buyPlan(viewer, BASIC);
    await support.endMembership(viewer.email, { reason });
    await buyPlan(viewer, BASIC);
    await support.refundOrder(order, { reason });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'basic', expires_at: inDays(30) });
  });

  test('leaves what everybody may watch playing', async () => {
    const viewer = await server.buildViewer();
    const free = await server.openVideo(viewer, 804);
    await support.endMembership(viewer.email, { reason });
    expect((await report(viewer, free.play_log_id)).status).toBe(200);
    await expect(support.showMembership('nobody@bora.example')).rejects.toThrow(/No account/);
  });
});

describe('support in the console', () => {
  const findMember = async () => ({ call: members.call, member: await members.buildMember('support') });

  test('finds an account by e-mail or order, and sees nothing of what it watched', async () => {
    const { call, member } = await findMember();
    const viewer = await buildFree();
    const order = await buyRental(viewer);
    const found = { id: viewer.accountId };
    for (const keyword of [
      viewer.email,
      ` ${viewer.email.toUpperCase()} `,
      order,
      `http://bora.test/checkout/${order}`,
    ])
      expect((await call(findAccount, member, { body: { keyword } })).reply).toMatchObject(found);
    for (const [keyword, message] of [
      ['nobody@bora.example', '이 이메일로 가입한 이용자가 없어요.'],
      [order.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')), '이 주문을 찾지 못했어요.'],
    ])
      expect((await call(findAccount, member, { body: { keyword } })).error).toMatchObject({
        code: 'NOT_FOUND',
        message,
      });

    const { reply, text } = await call(getSupportedAccount, member, { params: found });
    expect(reply).toMatchObject({
      email: viewer.email,
      membership: { plan: 'free', ends_at: null },
      devices: [{ device: { platform: 'web' } }],
      decisions: [],
    });
    expect(Object.keys(JSON.parse(text) as object).sort()).toEqual([
      ...[
        'created_at',
        'decisions',
        'devices',
        'email',
        'id',
        'is_email_confirmed',
        'membership',
        'playbacks',
        'profiles',
      ],
    ]);
    expect(text).not.toMatch(/password|hash|episode|item|play_log/i);
  });

  test('gives, extends and ends a membership with a reason, each from what was seen', async () => {
    const { call, member } = await findMember();
    const viewer = await buildFree();
    const params = { id: viewer.accountId };
    const show = async () => (await call(getSupportedAccount, member, { params })).reply;
    const change = (body: object) => call(changeMembership, member, { params, body });
    const { version } = (await show()).membership;

    expect((await change({ action: 'extend', days: 3, reason, version })).error).toMatchObject({
      code: 'REFUSED',
      message: '멤버십이 없는 이용자예요. 연장 대신 지급해 주세요.',
    });
    expect((await change({ action: 'end', reason, version })).error.message).toBe('끝낼 멤버십이 없어요.');
    expect((await change({ action: 'give', plan: 'basic', days: 0, reason, version })).status).toBe(400);
    expect((await change({ action: 'give', plan: 'basic', days: 3, reason: ' ', version })).status).toBe(400);

    const give = { action: 'give', plan: 'premium', days: 30, reason, version };
    const [one, other] = await Promise.all([change(give), change(give)]);
    // Both saw the account without a membership: one call wins, and the other one is refused.
    expect([one.status, other.status].sort()).toEqual([200, 409]);
    expect((one.status === 409 ? one : other).error.code).toBe('CHANGED_MEANWHILE');
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(30) });

    const given = await show();
    const extended = (await change({ action: 'extend', days: 5, reason, version: given.membership.version })).reply;
    expect(extended.membership).toMatchObject({ plan: 'premium', ends_at: inDays(35) });
    const ended = (await change({ action: 'end', reason: '환불 요청', version: extended.membership.version })).reply;
    expect(ended.membership.plan).toBe('free');
    expect(ended.decisions.map(({ action, actor }) => [action, actor])).toEqual(
      expect.arrayContaining([
        ['membership.give', member.email],
        ['membership.extend', member.email],
        ['membership.end', member.email],
      ]),
    );
    expect(ended.decisions).toHaveLength(3);
    const endless = await server.buildViewer();
    const seen = (await call(getSupportedAccount, member, { params: { id: endless.accountId } })).reply.membership;
    const body = { ...give, version: seen.version };
    expect((await call(changeMembership, member, { params: { id: endless.accountId }, body })).error.message).toBe(
      '끝이 없는 멤버십이라 더할 기간이 없어요.',
    );
  });

  test('refunds an order once, and says what it takes from the membership', async () => {
    const { call, member } = await findMember();
    const viewer = await buildFree();
    const id = viewer.accountId;
    await buyRental(viewer);
    server.clock.advance(60);
    const pass = await buyPlan(viewer, PREMIUM);
    const list = async (query = {}) => (await call(listSupportedOrders, member, { params: { id }, query })).reply;
    const version = async () => (await call(getSupportedAccount, member, { params: { id } })).reply.membership.version;
    const orders = await list();
    expect(orders).toMatchObject({
      count: 2,
      results: [
        { kind: 'membership', title: null, status: 'paid', price: 9900, left_seconds: 30 * DAY, ends_at: inDays(30) },
        { kind: 'rental', title: '제목 8', status: 'paid', left_seconds: null },
      ],
    });
    expect((await list({ limit: 1, offset: 1 })).results).toEqual([orders.results[1]]);
    const titleOf = await findBoughtTitles(server.db, [
      { item_id: 8, episode_id: 803 },
      { item_id: 999, episode_id: null },
    ]);
    expect(titleOf({ item_id: 8, episode_id: 803 })).toBe('제목 8 3화');
    expect(titleOf({ item_id: 999, episode_id: null })).toBeNull();

    const stale = await version();
    await support.extendMembership(viewer.email, { days: 1, reason });
    const orderId = orders.results[0]!.id;
    const refund = async (given: { orderId: string; version: string }) =>
      call(refundSupportedOrder, member, {
        params: { id, orderId: given.orderId },
        body: { reason, version: given.version },
      });
    expect((await refund({ orderId, version: stale })).error.code).toBe('CHANGED_MEANWHILE');
    expect((await refund({ orderId, version: await version() })).reply).toMatchObject({
      status: 'refunded',
      refund_reason: reason,
      left_seconds: null,
    });
    expect(await membershipOf(viewer)).toMatchObject({ plan: 'premium', expires_at: inDays(1) });
    expect((await refund({ orderId, version: await version() })).error).toMatchObject({
      code: 'REFUSED',
      message: '이미 환불한 주문이에요. 바뀐 것은 없어요.',
    });
    expect(await recorded('order', pass)).toMatchObject([{ actor: member.email, action: 'order.refund' }]);
    // A rental does not depend on the membership.
    expect((await refund({ orderId: orders.results[1]!.id, version: stale })).reply.status).toBe('refunded');
    const { decisions } = (await call(getSupportedAccount, member, { params: { id } })).reply;
    const refunds = decisions.filter(({ action }) => action === 'order.refund');
    expect(refunds.map(({ after }) => after!['name']).sort()).toEqual(orders.results.map(({ name }) => name).sort());
    expect(refunds[0]).toMatchObject({ actor: member.email, after: { reason } });
    const placed = (await orderPlan(viewer, BASIC)).reply.id;
    expect((await refund({ orderId: placed, version: stale })).error.message).toBe(
      '결제하지 않은 주문이라 환불할 것이 없어요.',
    );
  });

  test('signs out one device or all of them, from the next call on', async () => {
    const { call, member } = await findMember();
    const viewer = await server.buildViewer();
    const other = await server.signIn(viewer.email);
    for (const one of [viewer, other]) await server.openVideo(one);
    const params = { id: viewer.accountId };
    const statesOf = async () =>
      (
        await server.db.selectFrom('play_logs').select('state').where('account_id', '=', viewer.accountId).execute()
      ).map(({ state }) => state);
    const show = async () => (await call(getSupportedAccount, member, { params })).reply;
    const statusOf = async ({ token }: Pick<Viewer, 'token'>) =>
      (await server.call(endpoints.getMyAccount, { token })).status;
    const { devices } = await show();
    expect(devices).toHaveLength(2);
    const first = { ...params, deviceId: devices[0]!.id };
    expect((await call(signOutDevice, member, { params: first })).status).toBe(204);
    expect([await statusOf(viewer), await statusOf(other)].sort()).toEqual([200, 401]);
    expect((await statesOf()).sort()).toEqual(['active', 'deactivated']);
    expect((await call(signOutDevice, member, { params: first })).error).toMatchObject({
      code: 'NOT_FOUND',
      message: '이미 로그아웃한 기기예요.',
    });
    for (let count = 0; count < 2; count += 1)
      expect((await call(signOutAllDevices, member, { params })).status).toBe(204);
    expect([await statusOf(viewer), await statusOf(other)]).toEqual([401, 401]);
    const after = await show();
    expect(after.devices).toEqual([]);
    // The second sign-out of all devices changed nothing.
    expect(after.decisions.map(({ action }) => action).sort()).toEqual(['device.sign-out', 'device.sign-out-all']);
    expect(
      (await call(signOutAllDevices, member, { params: { id: '00000000-0000-4000-8000-000000000000' } })).error.code,
    ).toBe('NOT_FOUND');
  });
});
