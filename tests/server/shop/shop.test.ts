import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createFindCaller, type ProfileCaller } from '#server/accounts/sessions.ts';
import type { EpisodeRecord } from '#server/catalogue/format/index.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { createLoaders } from '#server/db/loader.ts';
import { systemRandom } from '#server/lib/random.ts';
import { referenceOf } from '#server/shop/order-references.ts';
import { createShopOrders } from '#server/shop/orders.ts';
import { checkoutPath as pathOf, openCheckout } from '#tests/support/checkout.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import {
  buildAdvertisementRecords,
  buildEpisodeRecord,
  buildTitleRecord,
  smallCatalogue,
} from '#tests/support/server/server-records.ts';

const HOUR = 3600;

/** Title 8: its first episode is free with advertisements, the second for members, the third only sold. */
const accesses: EpisodeRecord['access'][] = ['avod', 'membership', 'purchase'];
const records = [
  ...smallCatalogue(),
  ...[1, 2, 3].flatMap(buildAdvertisementRecords),
  buildTitleRecord(8, {
    content_rating: '12',
    episodes: accesses.map((access, index) =>
      buildEpisodeRecord(8, index + 1, { access, ...(access === 'avod' && { ad_breaks: [0, 50] }) }),
    ),
    products: [
      { id: 81, episode_id: null, name: '전편 대여', kind: 'rental', rental_hours: 48, price: 4000 },
      { id: 82, episode_id: null, name: '전편 소장', kind: 'own', rental_hours: null, price: 9000 },
      { id: 83, episode_id: 803, name: '3화 대여', kind: 'rental', rental_hours: 1, price: 900 },
    ],
  }),
];

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records });
});
afterAll(() => server.close());

const products = (viewer: Viewer, query: Record<string, string | number> = {}) =>
  server.call(endpoints.listProducts, { token: viewer.profileToken, query: { item_id: 8, ...query } });
const order = (viewer: Viewer, id: number) =>
  server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id } });
const orderOf = (viewer: Viewer, id: string) =>
  server.call(endpoints.getOrder, { token: viewer.token, params: { id } });
const press = async (url: string | null, action: string) => (await openCheckout(server.app, url))(action);
const buy = async (viewer: Viewer, id: number) => {
  const { reply } = await order(viewer, id);
  expect((await press(reply.checkout_url, 'approve')).statusCode).toBe(303);
  return reply.id;
};
const accessOf = async (viewer: Viewer) =>
  (await server.call(endpoints.listEpisodes, { token: viewer.profileToken, query: { item_id: 8 } })).reply.results.map(
    ({ access }) => access,
  );
const typesOf = async (viewer: Viewer) => (await accessOf(viewer)).map(({ type }) => type);
const video = (viewer: Viewer, id: number) =>
  server.call(endpoints.getVideo, { token: viewer.profileToken, params: { id }, query: { device: 'web' } });
const after = (seconds: number) => new Date(server.clock.now().getTime() + seconds * 1000).toISOString();

describe('the products of a title', () => {
  test('are listed, by kind, with the lowest price', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const all = (await products(viewer)).reply;
    expect(all.count).toBe(3);
    expect(all.results[2]).toEqual({
      id: 83,
      item_id: 8,
      episode_id: 803,
      product_type: 'episode',
      name: '3화 대여',
      kind: 'rental',
      rental_hours: 1,
      price: 900,
      owned: null,
    });
    expect((await products(viewer, { product_type: 'item' })).reply.results.map(({ id }) => id)).toEqual([81, 82]);
    expect((await products(viewer, { product_type: 'episode' })).reply.count).toBe(1);
    expect((await products(viewer, { offset: 9 })).reply).toEqual({ count: 3, results: [] });
    const purchasable = (itemId: number) =>
      server.call(endpoints.getPurchasable, { token: viewer.profileToken, query: { item_id: itemId } });
    expect((await purchasable(8)).reply).toEqual({ is_purchasable: true, min_price: 900, cnt_product: 3 });
    expect((await purchasable(1)).reply).toEqual({ is_purchasable: false, min_price: null, cnt_product: 0 });
    expect((await purchasable(999)).error.code).toBe('NOT_FOUND');
  });

  test('are refused when restricted, malformed or missing', async () => {
    const child = await server.buildViewer({ profiles: [{ maxRating: '7' }] });
    expect((await products(child)).error.code).toBe('RATING_RESTRICTED');
    expect((await order(child, 83)).error.code).toBe('RATING_RESTRICTED');
    const viewer = await server.buildViewer();
    expect((await products(viewer, { product_type: 'all' })).error.code).toBe('VALIDATION_FAILED');
    expect((await products(viewer, { item_id: 'x' })).error.code).toBe('VALIDATION_FAILED');
    expect((await order(viewer, 999)).error.code).toBe('NOT_FOUND');
    expect((await order({ ...viewer, profileToken: viewer.token }, 83)).error.code).toBe('PROFILE_REQUIRED');
  });
});

describe('an order', () => {
  test('is pending for ten minutes, and repeated calls return it', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { status, reply } = await order(viewer, 82);
    expect(status).toBe(201);
    expect(reply).toMatchObject({ status: 'pending', expires_in: 600 });
    expect(reply.checkout_url).toBe(
      `http://bora.test/checkout/${referenceOf({ account_id: viewer.accountId, id: reply.id })}`,
    );
    const again = await Promise.all([order(viewer, 82), order(viewer, 82), order(viewer, 82)]);
    for (const one of again) expect(one.reply).toEqual(reply);
    expect((await orderOf(viewer, reply.id)).reply).toMatchObject({ status: 'pending', product: { id: 82 } });
    server.clock.advance(600);
    expect((await orderOf(viewer, reply.id)).reply.status).toBe('expired');
    expect((await order(viewer, 82)).reply.id).not.toBe(reply.id);
  });

  test.each([
    [599, 'paid', ['own', 'own', 'own']],
    [600, 'expired', ['avod', 'locked', 'locked']],
  ])('an order that is paid after %i seconds is %s', async (seconds, status, access) => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { id, checkout_url: url } = (await order(viewer, 82)).reply;
    const pressOnPage = await openCheckout(server.app, url);
    server.clock.advance(seconds);
    expect((await pressOnPage('approve')).statusCode).toBe(303);
    expect((await orderOf(viewer, id)).reply.status).toBe(status);
    expect(await typesOf(viewer)).toEqual(access);
  });

  test('has ten minutes again from the last call that returned it', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { id, checkout_url: url } = (await order(viewer, 82)).reply;
    const pressOnPage = await openCheckout(server.app, url);
    server.clock.advance(599);
    expect((await order(viewer, 82)).reply.id).toBe(id);
    server.clock.advance(599);
    expect((await pressOnPage('approve')).statusCode).toBe(303);
    expect((await orderOf(viewer, id)).reply.status).toBe('paid');
  });

  test('is created once by ten concurrent calls', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const answers = await Promise.all(Array.from({ length: 10 }, () => order(viewer, 81)));
    expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
  });

  test('shows the paying account on the phone', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { checkout_url: url } = (await order(viewer, 83)).reply;
    const { document } = await createPhone(server.app).open(pathOf(url));
    const facts = Array.from(document.querySelectorAll('dt, dd'), ({ textContent }) => textContent);
    expect(facts.slice(-2)).toEqual(['결제하는 계정', viewer.email]);
  });

  test('is cancelled once, and then not paid', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { id, checkout_url: url } = (await order(viewer, 83)).reply;
    const [first, second] = [await openCheckout(server.app, url), await openCheckout(server.app, url)];
    for (const answer of [await first('cancel'), await second('approve')]) expect(answer.statusCode).toBe(303);
    expect((await orderOf(viewer, id)).reply.status).toBe('cancelled');
    expect(await typesOf(viewer)).toEqual(['avod', 'locked', 'locked']);
  });

  test('is cancelled by its payment when another order has bought the product', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const setPrice = (price: number) => server.db.updateTable('products').set({ price }).where('id', '=', 81).execute();
    const cheap = (await order(viewer, 81)).reply;
    await setPrice(5000);
    const dear = (await order(viewer, 81)).reply;
    await setPrice(4000);
    expect(dear.id).not.toBe(cheap.id);
    const pressOnDear = await openCheckout(server.app, dear.checkout_url);
    await press(cheap.checkout_url, 'approve');
    const expectToldSo = async () =>
      expect((await createPhone(server.app).open(pathOf(dear.checkout_url))).heading).toBe('이미 결제한 상품이에요');
    await expectToldSo();
    expect((await pressOnDear('approve')).statusCode).toBe(303);
    await expectToldSo();
    const statusOf = async (id: string) => (await orderOf(viewer, id)).reply.status;
    expect([await statusOf(cheap.id), await statusOf(dear.id)]).toEqual(['paid', 'cancelled']);
  });

  test('is that which has bought the product, when it was paid since the caller looked', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const bought = await buy(viewer, 82);
    const { db, clock } = server;
    const failures = { report: vi.fn(), works: vi.fn() };
    const createLoader = createLoaders({ atOnce: 1, isByAccount: false });
    const caller = await createFindCaller({ db, createLoader, clock, failures })(viewer.profileToken);
    const late = createShopOrders({
      db,
      clock,
      transact: createTransact(db),
      random: systemRandom,
      titles: { get: vi.fn() },
      listRights: () => Promise.resolve([]),
      checkoutUrl: (reference) => reference,
    });
    expect(await late.create(caller as ProfileCaller, 82)).toEqual({ id: bought, checkoutUrl: null });
  });

  test('an order without a payment provider is NOT_FOUND with a message, and nothing is purchasable', async () => {
    const closed = await createServerFixture({ records, hasTestPayment: false });
    const viewer = await closed.buildViewer();
    const { status, error } = await closed.call(endpoints.createOrder, {
      token: viewer.profileToken,
      params: { id: 83 },
    });
    expect([status, error]).toEqual([404, { code: 'NOT_FOUND', message: '지금은 대여하거나 구매할 수 없어요.' }]);
    expect((await closed.call(endpoints.getStatus)).reply.status).toBe('ok');
    const { reply } = await closed.call(endpoints.getPurchasable, {
      token: viewer.profileToken,
      query: { item_id: 8 },
    });
    expect(reply.is_purchasable).toBe(false);
    expect(
      (
        await closed.app.inject({
          url: `/checkout/${referenceOf({ account_id: viewer.accountId, id: viewer.profileId })}`,
        })
      ).statusCode,
    ).toBe(404);
    await closed.close();
  });
});

describe('a purchase', () => {
  test('a purchase of a rental opens the episodes from the payment on, for its hours', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    expect((await video(viewer, 803)).error.code).toBe('PURCHASE_REQUIRED');
    expect((await video(viewer, 802)).error.code).toBe('MEMBERSHIP_REQUIRED');
    const { id, checkout_url: url } = (await order(viewer, 83)).reply;
    server.clock.advance(300);
    const again = await openCheckout(server.app, url);
    await press(url, 'approve');
    const until = after(HOUR);
    server.clock.advance(60);
    expect((await again('approve')).statusCode).toBe(303);
    const paid = (await orderOf(viewer, id)).reply;
    expect(paid).toMatchObject({ status: 'paid', product: { id: 83, owned: { expires_at: until } } });
    expect((await accessOf(viewer))[2]).toEqual({ type: 'rental', expires_at: until });
    expect((await video(viewer, 803)).reply.expires_at).toBe(until);
    const ordered = await order(viewer, 83);
    expect(ordered.status).toBe(200);
    expect(ordered.reply).toEqual({ id, status: 'paid', checkout_url: null, expires_in: 0 });
    server.clock.advance(HOUR);
    expect(await typesOf(viewer)).toEqual(['avod', 'locked', 'locked']);
    expect((await order(viewer, 83)).status).toBe(201);
  });

  test('a purchase without an end opens the title forever, for the whole account', async () => {
    const viewer = await server.buildViewer({ plan: 'free', profiles: [{}, {}] });
    await buy(viewer, 82);
    server.clock.advance(400 * 24 * HOUR);
    const sister = await server.signIn(viewer.email, 1);
    expect(await typesOf(sister)).toEqual(['own', 'own', 'own']);
    const { results } = (await products(sister)).reply;
    expect(results.map(({ owned }) => owned)).toEqual(Array(3).fill({ expires_at: null }));
  });

  test('is required of members too for what is only sold; the longest right is shown', async () => {
    const soon = new Date(server.clock.now().getTime() + HOUR * 1000);
    const viewer = await server.buildViewer({ plan: 'basic', membership_expires_at: soon });
    expect(await typesOf(viewer)).toEqual(['membership', 'membership', 'locked']);
    await buy(viewer, 81);
    expect(await typesOf(viewer)).toEqual(['rental', 'rental', 'rental']);
    const forEver = await server.buildViewer({ plan: 'basic' });
    await buy(forEver, 81);
    expect(await typesOf(forEver)).toEqual(['membership', 'membership', 'rental']);
  });

  test('a purchase that ends during playback makes the next report PLAYBACK_EXPIRED', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    await buy(viewer, 83);
    const { play_log_id: id } = (await video(viewer, 803)).reply;
    const report = (seconds: number) =>
      server.call(endpoints.updatePlayLog, {
        token: viewer.profileToken,
        params: { id },
        body: { total_play_time: '00:00:10', play_end_offset: `00:00:${seconds}`, is_player_exit: false },
      });
    server.clock.advance(HOUR - 1);
    expect((await report(10)).status).toBe(200);
    server.clock.advance(1);
    const { status, error } = await report(20);
    expect([status, error.code]).toEqual([410, 'PLAYBACK_EXPIRED']);
    expect((await video(viewer, 803)).error.code).toBe('PURCHASE_REQUIRED');
  });
});

describe('the phone page', () => {
  const pageOf = (url: string | null) => server.app.inject({ url: pathOf(url) });

  test('shows the product, accepts the payment, and shows the result', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { checkout_url: url } = (await order(viewer, 81)).reply;
    const page = await pageOf(url);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['content-security-policy']).toContain("form-action 'self'");
    for (const text of ['<html lang="ko">', '전편 대여', '48시간', '4,000원', '결제하기', '그만두기'])
      expect(page.body).toContain(text);
    expect((await press(url, 'steal')).statusCode).toBe(400);
    const pressed = await press(url, 'approve');
    expect(pressed.headers['location']).toBe(pathOf(url));
    const done = await pageOf(url);
    expect(done.body).toContain('결제가 끝났어요');
    expect(done.body).not.toContain('<form');
  });

  test('the phone page of an order under another account, or under its id alone, is not found', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const other = await server.buildViewer();
    const { reply } = await order(viewer, 82);
    for (const reference of [referenceOf({ account_id: other.accountId, id: reply.id }), reply.id])
      expect((await server.app.inject({ url: `/checkout/${reference}` })).statusCode).toBe(404);
  });

  test.each([
    'x',
    '00000000-0000-4000-8000-000000000000',
    `${'A'.repeat(22)}.${'A'.repeat(22)}`,
    `${'_'.repeat(22)}.${'-'.repeat(22)}`,
    '%00',
    "'--",
  ])('the phone page of %s is not found', async (id) => {
    expect((await server.app.inject({ url: `/checkout/${id}` })).statusCode).toBe(404);
  });
});

describe('a download', () => {
  const download = (viewer: Viewer, id: number) =>
    server.call(endpoints.getVideoDownload, { token: viewer.profileToken, params: { id } });

  test('requires the right to watch without advertisements, as long as the right lasts', async () => {
    await server.db
      .updateTable('clips')
      .set({ download: JSON.stringify({ path: 'media/short/download.mp4', size: 1234 }) })
      .where('id', '=', 'short')
      .execute();
    const viewer = await server.buildViewer({ plan: 'free' });
    expect((await download(viewer, 801)).error.code).toBe('MEMBERSHIP_REQUIRED');
    expect((await download(viewer, 803)).error.code).toBe('PURCHASE_REQUIRED');
    await buy(viewer, 83);
    const { reply } = await download(viewer, 803);
    expect(reply).toMatchObject({ size: 1234, expires_at: after(HOUR) });
    expect(reply.url).toMatch(/^http:\/\/bora\.test\/media\/.+\/media\/short\/download\.mp4$/);
    expect((await download(await server.buildViewer(), 802)).reply.expires_at).toBe(after(12 * HOUR));
    expect((await download(viewer, 101)).status).toBe(200);
    expect((await download(viewer, 999)).error.code).toBe('NOT_FOUND');
  });
});

describe('advertisements', () => {
  const avod = (viewer: Viewer, id = 801) =>
    server.call(endpoints.getAvodVideo, { token: viewer.profileToken, params: { id }, query: { device: 'web' } });
  const adOf = (viewer: Viewer, breakId: string, playLogId: string) =>
    server.call(endpoints.getAdvertisement, {
      token: viewer.profileToken,
      query: { ad_break_id: breakId, play_log_id: playLogId },
    });
  const tell = (viewer: Viewer, body: Record<string, unknown>) =>
    server.call(endpoints.logAdEvent, { token: viewer.profileToken, body });

  test('run before the start and in the middle for viewers without a membership', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { ad_breaks: breaks, play_log_id: id } = (await avod(viewer)).reply;
    expect(breaks.map(({ offset }) => offset)).toEqual([0, 50]);
    const ads = [];
    for (const one of breaks) {
      const { ad } = (await adOf(viewer, one.id, id)).reply;
      expect((await adOf(viewer, one.id, id)).reply.ad).toEqual(ad);
      expect(ad).toMatchObject({ duration: 12, skip_after: 5 });
      expect(ad!.stream_url).toMatch(/\/media\/ad-\d\/manifest\.mpd$/);
      expect(ad!.streams).toEqual([
        { protocol: 'dash', url: ad!.stream_url, drm: null },
        { protocol: 'hls', url: ad!.stream_url.replace('manifest.mpd', 'master.m3u8'), drm: null },
      ]);
      ads.push(ad!.id);
    }
    expect(new Set(ads).size).toBe(2);
  });

  test('never run for members, or for free or bought episodes; locked ones stay locked', async () => {
    for (const plan of ['basic', 'premium'] as const) {
      const member = await server.buildViewer({ plan });
      const { ad_breaks: breaks, play_log_id: id } = (await avod(member)).reply;
      expect(breaks).toEqual([]);
      expect((await adOf(member, '801-1', id)).reply.ad).toBeNull();
    }
    const viewer = await server.buildViewer({ plan: 'free' });
    expect((await avod(viewer, 101)).reply.ad_breaks).toEqual([]);
    expect((await avod(viewer, 802)).error.code).toBe('MEMBERSHIP_REQUIRED');
    const { play_log_id: id } = (await avod(viewer)).reply;
    await buy(viewer, 82);
    expect((await adOf(viewer, '801-1', id)).reply.ad).toBeNull();
    expect((await avod(viewer)).reply.ad_breaks).toEqual([]);
  });

  const eventsOf = (playLogId: string) =>
    server.db
      .selectFrom('ad_events')
      .select(['ad_id', 'ad_break_id', 'event', 'position'])
      .where('play_log_id', '=', playLogId)
      .orderBy('ad_break_id')
      .orderBy('position')
      .execute();
  const watchWithAds = async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { ad_breaks: breaks, play_log_id: id } = (await avod(viewer)).reply;
    const handOut = async (index: number) => (await adOf(viewer, breaks[index]!.id, id)).reply.ad!.id;
    return { viewer, id, breaks: breaks.map((one) => one.id), handOut };
  };

  test('require a break of the episode', async () => {
    const { viewer, id, breaks } = await watchWithAds();
    expect((await adOf(viewer, '102-1', id)).error.code).toBe('NOT_FOUND');
    expect((await adOf(viewer, breaks[0]!, 'x')).error.code).toBe('VALIDATION_FAILED');
  });

  test('cannot be avoided by a video call without them', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    const { status, error } = await video(viewer, 801);
    expect([status, error.code]).toEqual([403, 'MEMBERSHIP_REQUIRED']);
    expect((await video(await server.buildViewer(), 801)).status).toBe(200);
    await buy(viewer, 82);
    expect((await video(viewer, 801)).status).toBe(200);
  });

  test('store their events as sent, each kind once per break', async () => {
    const { viewer, id, breaks, handOut } = await watchWithAds();
    const ad_id = await handOut(0);
    const event = { ad_id, play_log_id: id, event: 'skip', position: 5.25 };
    expect((await tell(viewer, event)).status).toBe(204);
    expect((await tell(viewer, event)).status).toBe(204);
    expect((await tell(viewer, { ...event, position: 6 })).status).toBe(204);
    expect((await tell(viewer, { ...event, event: 'start', position: 0 })).status).toBe(204);
    expect(await eventsOf(id)).toEqual([
      { ad_id, ad_break_id: breaks[0], event: 'start', position: 0 },
      { ad_id, ad_break_id: breaks[0], event: 'skip', position: 5.25 },
    ]);
    for (const wrong of [{ event: 'bought' }, { position: -1 }, { position: '5' }, { ad_id: 0 }])
      expect((await tell(viewer, { ...event, ...wrong })).error.code).toBe('VALIDATION_FAILED');
  });

  test('accept only events of what this play log was handed', async () => {
    const { viewer, id, breaks, handOut } = await watchWithAds();
    const event = { play_log_id: id, event: 'start', position: 0 };
    for (const ad_id of [1, 2, 3, 99]) expect((await tell(viewer, { ...event, ad_id })).error.code).toBe('NOT_FOUND');
    const [first, second] = [await handOut(0), await handOut(1)];
    const other = [1, 2, 3].find((ad_id) => ad_id !== first && ad_id !== second);
    expect((await tell(viewer, { ...event, ad_id: other })).error.code).toBe('NOT_FOUND');
    for (const ad_id of [second, first]) expect((await tell(viewer, { ...event, ad_id })).status).toBe(204);
    expect((await eventsOf(id)).map(({ ad_id, ad_break_id }) => [ad_break_id, ad_id])).toEqual([
      [breaks[0], first],
      [breaks[1], second],
    ]);
    const stranger = await watchWithAds();
    expect((await tell(stranger.viewer, { ...event, ad_id: first })).error.code).toBe('NOT_FOUND');
  });

  test('count for the latest break when one is in two', async () => {
    const { viewer, id, breaks, handOut } = await watchWithAds();
    const ad_id = await handOut(0);
    const event = { ad_id, play_log_id: id, event: 'start', position: 0 };
    await tell(viewer, event);
    await handOut(1);
    await server.db.updateTable('ad_servings').set({ ad_id }).where('play_log_id', '=', id).execute();
    server.clock.advance(1);
    expect(await handOut(1)).toBe(ad_id);
    for (let times = 0; times < 2; times += 1) expect((await tell(viewer, event)).status).toBe(204);
    expect((await eventsOf(id)).map(({ ad_break_id }) => ad_break_id)).toEqual(breaks);
  });

  test('accept no events after the play log', async () => {
    const { viewer, id, handOut } = await watchWithAds();
    const ad_id = await handOut(0);
    const event = (kind: 'impression' | 'start') => ({ ad_id, play_log_id: id, event: kind, position: 0 });
    expect((await tell(viewer, event('impression'))).status).toBe(204);
    await avod(viewer);
    const { status, error } = await tell(viewer, event('start'));
    expect([status, error.code]).toEqual([410, 'PLAYBACK_EXPIRED']);
    // A retry after a lost answer: the event is stored already.
    expect((await tell(viewer, event('impression'))).status).toBe(204);
    expect((await eventsOf(id)).map(({ event: kind }) => kind)).toEqual(['impression']);
  });
});

describe('what an account bought', () => {
  const purchases = async (viewer: Viewer, query: Record<string, string | number> = {}) =>
    (await server.call(endpoints.listOrders, { token: viewer.profileToken, query: { show: 'watchable', ...query } }))
      .reply;

  test('is listed while it may be watched, rentals first; pending orders are not', async () => {
    const viewer = await server.buildViewer({ plan: 'free' });
    expect(await purchases(viewer)).toEqual({ count: 0, results: [] });
    await order(viewer, 81);
    expect((await purchases(viewer)).count).toBe(0);
    await buy(viewer, 83);
    await buy(viewer, 82);
    const { count, results } = await purchases(viewer);
    expect(count).toBe(2);
    expect(results).toMatchObject([
      { item: { id: 8 }, episode_id: 803, name: '3화 대여', kind: 'rental', expires_at: after(HOUR) },
      { item: { id: 8 }, episode_id: null, name: '전편 소장', kind: 'own', expires_at: null },
    ]);
    expect((await purchases(viewer, { limit: 1, offset: 1 })).results.map(({ kind }) => kind)).toEqual(['own']);
    server.clock.advance(HOUR);
    expect((await purchases(viewer)).results.map(({ kind }) => kind)).toEqual(['own']);
  });

  test('is hidden from other accounts and from children', async () => {
    const viewer = await server.buildViewer({ plan: 'free', profiles: [{}, { maxRating: '7' }] });
    await buy(viewer, 82);
    expect((await purchases(await server.buildViewer())).count).toBe(0);
    const child = await server.selectProfile(viewer, 1);
    expect((await purchases(child)).count).toBe(0);
    expect((await purchases(viewer)).count).toBe(1);
  });
});
