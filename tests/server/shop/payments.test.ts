import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkSupportedOrder, listSupportedOrders, refundSupportedOrder } from '#contract/console/accounts.ts';
import { addVoucher } from '#contract/console/vouchers.ts';
import { endpoints } from '#contract/endpoints.ts';
import { createRecord } from '#server/staff/audit/index.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { endUncovered } from '#server/watching/playback/index.ts';
import { createHttpPayment } from '#server/providers/http-payment.ts';
import type { PaymentProvider } from '#server/providers/payment.ts';
import { signMessage, SIGNATURE_HEADER } from '#server/providers/payment-signature.ts';
import { createPayments } from '#server/shop/payments.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { readMailbox } from '#tests/support/server/mail.ts';
import { PAYMENT_SECRET, startPaymentProvider, type PaymentProcess } from '#tests/support/payment-provider/start.ts';
import { createPhone } from '#tests/support/app/phone.ts';
import { createServerClock } from '#tests/support/server/server-clock.ts';
import {
  createServerFixture,
  PASSWORD,
  type ServerFixture,
  type Viewer,
} from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* The provider is another process. On PostgreSQL two servers answer in turns, also its webhooks. */

const BASIC = 1;
const PREMIUM = 2;
const RENTAL = 81;
const SOLD_ONLY = 803;
const HOUR = 3600;
const WEBHOOK = '/webhooks/payment';

/** Signatures have the time of the provider's process, so the service starts at that time. */
const clock = createServerClock(new Date().toISOString());
const startedAt = clock.now().getTime();
const lines: { cause?: string; msg: string }[] = [];
let provider: PaymentProcess;
let server: ServerFixture;
let support: Member;
let members: ReturnType<typeof createMembers>;
let closeDoor: () => Promise<void>;
let payment: PaymentProvider;
let worker: ReturnType<typeof createPayments>;

beforeAll(async () => {
  provider = await startPaymentProvider();
  // Webhooks come over the network and go to the servers in turns.
  const door = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      void server.app
        .inject({ method: 'POST', url, headers: headers as Record<string, string>, payload: Buffer.concat(parts) })
        .then(({ statusCode }) => response.writeHead(statusCode).end());
    });
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  closeDoor = () => new Promise((resolve) => door.close(() => resolve()));
  payment = createHttpPayment({ url: provider.url, secrets: [PAYMENT_SECRET], clock });
  server = await createServerFixture({
    records: shopCatalogue(),
    clock,
    payment,
    publicUrl: `http://127.0.0.1:${(door.address() as AddressInfo).port}`,
    logger: { level: 'error', stream: { write: (line: string) => lines.push(JSON.parse(line) as (typeof lines)[0]) } },
  });
  members = createMembers(server);
  support = await members.buildMember('support');
  worker = createWorker(payment);
});
afterAll(async () => {
  await server.close();
  await provider.close();
  await closeDoor();
});
beforeEach(async () => {
  lines.length = 0;
  await faults({ down: 0, lostAnswers: 0, lostWebhooks: 0, copies: 1, isHolding: false });
});

/** Sets faults of the provider, whose clock follows that of the service. */
const faults = (wanted: object) =>
  provider.control('faults', { skewSeconds: Math.round((clock.now().getTime() - startedAt) / 1000), ...wanted });
const advance = async (seconds: number) => {
  clock.advance(seconds);
  await faults({});
  // The session of the console ends after half an hour.
  if (seconds >= HOUR / 2) support = await members.buildMember('support');
};
const createWorker = (asked: PaymentProvider) =>
  createPayments({
    db: server.db,
    transact: createTransact(server.db),
    clock,
    provider: asked,
    endUncovered,
    putMail: createPutMail({ clock, random: systemRandom }),
    record: createRecord({ clock, random: systemRandom }, { kind: 'service', name: 'payments' }),
  });
const work = () => worker.checkDue(new AbortController().signal);
const buildFree = () => server.buildViewer({ plan: 'free' });
const order = async (viewer: Viewer, id = RENTAL) => {
  const { reply } = await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id } });
  const path = new URL(reply.checkout_url ?? 'none:').pathname;
  return { id: reply.id, path, reference: path.replace('/checkout/', '') };
};
const orderPlan = async (viewer: Viewer, id = BASIC) => {
  const { reply } = await server.call(endpoints.orderPlan, { token: viewer.profileToken, params: { id } });
  const path = new URL(reply.checkout_url ?? 'none:').pathname;
  return { id: reply.id, path, reference: path.replace('/checkout/', '') };
};
const open = (path: string) => createPhone(server.app).open(path);
/** Orders a rental and begins its payment. */
const begin = async (viewer: Viewer) => {
  const placed = await order(viewer);
  expect((await open(`${placed.path}/pay`)).statusCode).toBe(303);
  return placed;
};
const pay = (reference: string, price?: number) => provider.control('pay', { reference, price });
const statusOf = async (viewer: Viewer, id: string) =>
  (await server.call(endpoints.getOrder, { token: viewer.token, params: { id } })).reply.status;
const balanceOf = async (reference: string) =>
  (await provider.control<{ balance: number }>('books', { reference })).balance;
const supported = async (viewer: Viewer) =>
  (await members.call(listSupportedOrders, support, { params: { id: viewer.accountId } })).reply.results;
const refund = (viewer: Viewer, orderId: string) =>
  members.call(refundSupportedOrder, support, {
    params: { id: viewer.accountId, orderId },
    body: { reason: '고객 요청', version: 'any' },
  });
const check = (viewer: Viewer, orderId: string) =>
  members.call(checkSupportedOrder, support, { params: { id: viewer.accountId, orderId } });
const mailsTo = async (viewer: Viewer) =>
  (await readMailbox(server.app, viewer.email))
    .map(({ subject }) => subject)
    .filter((text) => !text.includes('로그인'));
const watch = (viewer: Viewer) =>
  server.call(endpoints.getVideo, {
    token: viewer.profileToken,
    params: { id: SOLD_ONLY },
    query: { device: 'web' },
  });

describe('a payment', () => {
  test('leads from the phone to the provider and back, and gives the right', async () => {
    const viewer = await buildFree();
    const { id, path, reference } = await order(viewer);
    const before = await open(path);
    expect(before.document.querySelector('a.button')?.getAttribute('href')).toBe(`${path}/pay`);
    expect(before.document.querySelector('dl')?.textContent).toContain(viewer.email);
    // Two presses lead to one payment.
    const [one, two] = await Promise.all([open(`${path}/pay`), open(`${path}/pay`)]);
    expect(one.location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/pay\/pay-\d+$/);
    expect(two.location).toBe(one.location);
    await pay(reference);
    expect(await statusOf(viewer, id)).toBe('paid');
    expect((await open(path)).heading).toBe('결제가 끝났어요');
    expect((await open(`${path}/pay`)).location).toBe(path);
    expect((await watch(viewer)).status).toBe(200);
    expect(await supported(viewer)).toMatchObject([
      { status: 'paid', payment: { state: 'paid', refund: null, problem: null } },
    ]);
    expect(await mailsTo(viewer)).toEqual([]);
  });

  test('counts once when its webhook comes three times', async () => {
    const viewer = await buildFree();
    const { reference, path } = await orderPlan(viewer);
    await open(`${path}/pay`);
    await faults({ copies: 3 });
    await pay(reference);
    expect(await provider.control('statuses')).toEqual(expect.arrayContaining([204, 204, 204]));
    const { membership } = (await server.call(endpoints.getMyAccount, { token: viewer.token })).reply;
    expect(Date.parse(membership.expires_at!) - clock.now().getTime()).toBe(30 * 24 * HOUR * 1000);
  });

  test('ends as it did at the provider when webhooks come in the wrong order', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    await faults({ isHolding: true });
    for (const act of ['cancel', 'pay', 'refund']) await provider.control(act, { reference });
    // The refund comes first, then the payment, then the cancellation.
    await provider.control('release');
    expect(await statusOf(viewer, id)).toBe('cancelled');
    expect((await watch(viewer)).error.code).toBe('PURCHASE_REQUIRED');
    expect(await balanceOf(reference)).toBe(0);
  });

  test('a payment whose webhook is lost is found on the way back, by the worker, and by support', async () => {
    await faults({ lostWebhooks: 3 });
    const [returning, waiting, asking] = [await buildFree(), await buildFree(), await buildFree()];
    const first = await begin(returning);
    await pay(first.reference);
    expect((await open(`${first.path}/return`)).location).toBe(first.path);
    expect(await statusOf(returning, first.id)).toBe('paid');

    const second = await begin(waiting);
    await pay(second.reference);
    await work();
    expect(await statusOf(waiting, second.id)).toBe('pending');
    await advance(20);
    await work();
    expect(await statusOf(waiting, second.id)).toBe('paid');

    const third = await begin(asking);
    await pay(third.reference);
    const { reply } = await check(asking, third.id);
    expect(reply).toMatchObject({ status: 'paid', payment: { state: 'paid' } });
    const { actor } = await server.db
      .selectFrom('audit_log')
      .select('actor')
      .where('action', '=', 'order.check')
      .where('subject_id', '=', third.reference)
      .executeTakeFirstOrThrow();
    expect(actor).not.toBe('payments');
  });

  test('does not begin for a product that another order has bought', async () => {
    const viewer = await buildFree();
    const first = await begin(viewer);
    const setPrice = (price: number) =>
      server.db.updateTable('products').set({ price }).where('id', '=', RENTAL).execute();
    await setPrice(5000);
    const second = await order(viewer);
    await setPrice(4000);
    expect((await open(second.path)).heading).toBe('결제');
    await pay(first.reference);
    expect((await open(second.path)).heading).toBe('이미 결제한 상품이에요');
    expect((await open(`${second.path}/pay`)).location).toBe(second.path);
    expect((await open(first.path)).heading).toBe('결제가 끝났어요');
  });

  test('a payment that the payer gives up is cancelled, and may begin again as a new order', async () => {
    const viewer = await buildFree();
    const { id, path, reference } = await begin(viewer);
    await provider.control('cancel', { reference });
    expect(await statusOf(viewer, id)).toBe('cancelled');
    expect((await open(path)).heading).toBe('결제를 그만두었어요');
    expect((await order(viewer)).id).not.toBe(id);
  });
});

describe('money that comes late', () => {
  test('buys the order within a day, and the viewer is told', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    await advance(2 * HOUR);
    expect(await statusOf(viewer, id)).toBe('expired');
    await pay(reference);
    expect(await statusOf(viewer, id)).toBe('paid');
    const [bought] = await supported(viewer);
    expect(bought!.ends_at).toBe(new Date(clock.now().getTime() + 48 * HOUR * 1000).toISOString());
    expect(await mailsTo(viewer)).toEqual(['[보라] 결제가 확인됐어요']);
  });

  test.each([
    ['after a day', 25 * HOUR, undefined, null],
    ['with another price', 0, 1, 'price'],
  ])('%s goes back, and viewer and support are told', async (_case, seconds, price, problem) => {
    const viewer = await buildFree();
    const { id, path, reference } = await begin(viewer);
    await advance(seconds);
    await pay(reference, price);
    expect(await statusOf(viewer, id)).toBe('cancelled');
    expect(await balanceOf(reference)).toBeGreaterThan(0);
    await work();
    expect(await balanceOf(reference)).toBe(0);
    const [refused] = await supported(viewer);
    expect(refused).toMatchObject({ status: 'refunded', payment: { state: 'refunded', refund: 'done', problem } });
    expect(refused!.refund_reason).toContain('자동으로 환불');
    expect((await open(path)).heading).toBe('결제를 환불했어요');
    expect(await mailsTo(viewer)).toEqual(['[보라] 결제를 환불해 드려요']);
    expect((await watch(viewer)).error.code).toBe('PURCHASE_REQUIRED');
  });

  test('late money for a title that was bought by another order goes back, and the purchase stays', async () => {
    const viewer = await buildFree();
    const first = await begin(viewer);
    await advance(HOUR);
    const second = await begin(viewer);
    await pay(second.reference);
    await pay(first.reference);
    await work();
    expect([await balanceOf(first.reference), await balanceOf(second.reference)]).toEqual([0, 4000]);
    expect((await watch(viewer)).status).toBe(200);
  });

  test('money for a title that is shown without episodes, as an announced one, buys it', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    const episodes = await server.db.selectFrom('episodes').select('id').where('item_id', '=', 8).execute();
    const hidden = episodes.map((episode) => ({ ...episode, kind: 'episode' as const, is_hidden: true }));
    await server.db
      .insertInto('publications')
      .values(hidden.map((one) => ({ ...one, starts_at: null, changed_at: clock.now() })))
      .execute();
    await pay(reference);
    await work();
    expect(hidden.length).toBeGreaterThan(0);
    expect(await statusOf(viewer, id)).toBe('paid');
    await server.db.deleteFrom('publications').where('kind', '=', 'episode').execute();
  });

  test.each([
    ['has ended', 'ended'],
    ['is withdrawn', 'withdrawn'],
  ] as const)('late money for a title that %s goes back, and the viewer is told', async (_name, how) => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    const end = (at: Date | null) => server.db.updateTable('items').set({ ends_at: at }).where('id', '=', 8).execute();
    const withdrawn = { kind: 'title', id: 8, is_hidden: true, starts_at: null, changed_at: clock.now() } as const;
    if (how === 'ended') await end(clock.now());
    else await server.db.insertInto('publications').values(withdrawn).execute();
    await pay(reference);
    await work();
    expect([await statusOf(viewer, id), await balanceOf(reference)]).toEqual(['cancelled', 0]);
    expect((await supported(viewer))[0]!.refund_reason).toBe('볼 수 없게 된 작품이라 자동으로 환불');
    expect(await mailsTo(viewer)).toEqual(['[보라] 결제를 환불해 드려요']);
    await end(null);
    await server.db.deleteFrom('publications').where('id', '=', 8).execute();
  });

  test('one discount lowers the price of one order, also when an order that it left is paid', async () => {
    const viewer = await buildFree();
    const ends_at = new Date(clock.now().getTime() + 240 * HOUR * 1000).toISOString();
    const gives = { kind: 'discount', percent: 50 };
    const voucher = await members.call(addVoucher, await members.buildMember('owner'), {
      body: { name: '반값', max_uses: 1, ends_at, gives },
    });
    await server.call(endpoints.redeemVoucher, { token: viewer.profileToken, body: { code: voucher.reply.code } });
    const beginPlan = async (id: number) => {
      const placed = await orderPlan(viewer, id);
      expect((await open(`${placed.path}/pay`)).statusCode).toBe(303);
      return placed;
    };
    // The second order takes the discount along, but the provider's page of the first one is still open.
    const [first, second] = [await beginPlan(BASIC), await beginPlan(PREMIUM)];
    await pay(first.reference);
    await pay(second.reference);
    await work();
    expect([await balanceOf(first.reference), await balanceOf(second.reference)]).toEqual([2450, 0]);
    expect([await statusOf(viewer, first.id), await statusOf(viewer, second.id)]).toEqual(['paid', 'cancelled']);
    expect((await supported(viewer)).map(({ refund_reason }) => refund_reason)).toContain(
      '쿠폰을 이미 다른 주문에 써서 자동으로 환불',
    );
  });

  test('late money from somebody who has left goes back', async () => {
    const viewer = await buildFree();
    const { reference } = await begin(viewer);
    await server.call(endpoints.leaveAccount, { token: viewer.profileToken, body: { password: PASSWORD } });
    await pay(reference);
    await work();
    expect(await balanceOf(reference)).toBe(0);
  });
});

describe('a refund', () => {
  const watchOf = async (viewer: Viewer) => (await watch(viewer)).reply.play_log_id;
  const report = (viewer: Viewer, id: string) =>
    server.call(endpoints.updatePlayLog, {
      token: viewer.profileToken,
      params: { id },
      body: { total_play_time: '00:00:01', play_end_offset: '00:00:01', is_player_exit: false },
    });

  test('a refund by support ends the playback at once, and the money goes back once', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    await pay(reference);
    const playLog = await watchOf(viewer);
    // The provider is away, and then its answer is lost: as if this process were killed before it wrote.
    await faults({ down: 1 });
    expect((await refund(viewer, id)).reply).toMatchObject({ status: 'refunded', payment: { refund: 'due' } });
    expect((await report(viewer, playLog)).error.code).toBe('PLAYBACK_EXPIRED');
    await expect(work()).rejects.toThrow('a payment is not checked');
    await faults({ lostAnswers: 1, lostWebhooks: 1 });
    await advance(20);
    await expect(work()).rejects.toThrow('a payment is not checked');
    expect(await balanceOf(reference)).toBe(0);
    expect((await supported(viewer))[0]!.payment).toMatchObject({ state: 'paid', refund: 'due' });
    await advance(20);
    await work();
    expect((await supported(viewer))[0]!.payment).toMatchObject({ state: 'paid', refund: 'due' });
    await advance(20);
    await work();
    expect((await supported(viewer))[0]!.payment).toMatchObject({ state: 'refunded', refund: 'done', next_at: null });
    expect(await balanceOf(reference)).toBe(0);
    expect((await refund(viewer, id)).error.message).toBe('이미 환불한 주문이에요. 바뀐 것은 없어요.');
  });

  test('is repeated with the key of the first try, by which a provider knows it', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    await pay(reference);
    expect((await refund(viewer, id)).reply).toMatchObject({ payment: { refund: 'due' } });
    const keys: string[] = [];
    const away = createWorker({
      ...payment,
      refund({ key }) {
        keys.push(key);
        return Promise.reject(new Error('away'));
      },
    });
    for (let tries = 0; tries < 2; tries += 1) {
      await advance(24 * HOUR);
      await away.check({ account_id: viewer.accountId, order_id: id }).catch(() => undefined);
    }
    expect(keys).toEqual([`refund-${reference}`, `refund-${reference}`]);
    await advance(24 * HOUR);
    await work();
    expect(await balanceOf(reference)).toBe(0);
  });

  test('a refund that support wants while the worker compares the payment stays planned', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    await pay(reference);
    await advance(24 * HOUR);
    const during = createWorker({
      ...payment,
      async find(asked) {
        const told = await payment.find(asked);
        expect((await refund(viewer, id)).reply).toMatchObject({ payment: { refund: 'due' } });
        return told;
      },
    });
    await during.check({ account_id: viewer.accountId, order_id: id });
    expect((await supported(viewer))[0]!.payment).toMatchObject({ state: 'paid', refund: 'due', problem: null });
    await work();
    expect(await balanceOf(reference)).toBe(0);
  });

  test('a refund at the provider ends the right and the playback too', async () => {
    const viewer = await buildFree();
    const { reference } = await begin(viewer);
    await pay(reference);
    const playLog = await watchOf(viewer);
    await provider.control('refund', { reference });
    expect((await report(viewer, playLog)).error.code).toBe('PLAYBACK_EXPIRED');
    expect(await supported(viewer)).toMatchObject([
      { status: 'refunded', refund_reason: '결제사에서 환불', payment: { state: 'refunded', problem: null } },
    ]);
  });

  test('a refund at the provider whose webhook is lost is found by the comparison after a day', async () => {
    const viewer = await buildFree();
    const { reference } = await begin(viewer);
    await pay(reference);
    await faults({ lostWebhooks: 1 });
    await provider.control('refund', { reference });
    await advance(24 * HOUR);
    await work();
    expect(await supported(viewer)).toMatchObject([{ status: 'refunded', payment: { next_at: null } }]);
  });
});

describe('a provider that is away', () => {
  test('leaves the order, and the phone may try again', async () => {
    const viewer = await buildFree();
    const { id, path, reference } = await order(viewer);
    await faults({ down: 3 });
    const page = await open(`${path}/pay`);
    expect([page.statusCode, page.heading]).toEqual([503, '결제사에 연결하지 못했어요']);
    expect(await statusOf(viewer, id)).toBe('pending');
    expect((await open(`${path}/pay`)).statusCode).toBe(303);
    await pay(reference);
    expect(await statusOf(viewer, id)).toBe('paid');
  });

  test('is asked sixty times in ten minutes about the orders of an account, however often its pages are opened', async () => {
    const { path } = await begin(await buildFree());
    const most = 1_000;
    await faults({ down: most });
    for (let turn = 0; turn < 70; turn += 1) expect((await open(`${path}/return`)).location).toBe(path);
    // The first one began the payment.
    expect(await faults({})).toMatchObject({ down: most - 59 });
    expect((await open(`${path}/pay`)).statusCode).toBe(429);
    expect((await open(path)).statusCode).toBe(200);
  });

  test('is told to support in words', async () => {
    const viewer = await buildFree();
    const { id } = await begin(viewer);
    await faults({ down: 1 });
    const { status, error } = await check(viewer, id);
    expect([status, error.message]).toEqual([409, '결제사가 응답하지 않아요. 잠시 뒤 다시 확인해 주세요.']);
  });

  test('is not asked by support about an order whose payment has not begun', async () => {
    const viewer = await buildFree();
    const { id } = await order(viewer);
    expect((await supported(viewer))[0]!.payment).toBeNull();
    expect((await check(viewer, id)).error.code).toBe('REFUSED');
  });
});

describe('a webhook', () => {
  const post = (payload: string, headers: Record<string, string> = {}) =>
    server.app.inject({
      method: 'POST',
      url: WEBHOOK,
      payload,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const signed = (payload: string, secret = PAYMENT_SECRET, at = clock.now()) =>
    post(payload, { [SIGNATURE_HEADER]: signMessage([secret], payload, at) });

  test('a webhook without the provider’s signature changes nothing, and is logged once for each cause', async () => {
    const viewer = await buildFree();
    const { id, reference } = await begin(viewer);
    const body = JSON.stringify({ id: 'pay-1', reference, price: 4000, state: 'paid' });
    const hourAgo = new Date(clock.now().getTime() - HOUR * 1000);
    const answers = [];
    for (let round = 0; round < 2; round += 1)
      answers.push(await post(body), await signed(body, `${PAYMENT_SECRET}-x`), await signed(body, undefined, hourAgo));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(401));
    expect((await signed('{"state":"paid"}')).statusCode).toBe(400);
    expect(await statusOf(viewer, id)).toBe('pending');
    const causes = lines.map(({ cause }) => cause ?? '').filter((cause) => cause.startsWith('payment webhook'));
    expect([...new Set(causes)].sort()).toEqual([
      'payment webhook (forged)',
      'payment webhook (malformed)',
      'payment webhook (too old)',
      'payment webhook (unsigned)',
    ]);
    // Each server logs a cause once.
    expect(causes.length).toBeLessThanOrEqual(8);
    expect(JSON.stringify(lines)).not.toContain(reference);
  });

  test('a webhook with a character that no database stores is refused, so that the provider does not repeat it for ever', async () => {
    const viewer = await buildFree();
    const { reference } = await begin(viewer);
    for (const bad of ['\u0000', '\u001f', '\u0085', '\u2028', '\ud800'])
      for (const change of [{ id: `pay${bad}1` }, { reference: `${reference}${bad}` }]) {
        const body = JSON.stringify({ id: 'pay-1', reference, price: 4000, state: 'paid', ...change });
        expect([change, (await signed(body)).statusCode]).toEqual([change, 400]);
      }
  });

  test('a webhook without a signature counts for the limit of its address, and the provider’s own do not', async () => {
    const from = { 'x-forwarded-for': '203.0.113.77' };
    const statuses = new Set<number>();
    for (let times = 0; times < 2500; times += 1) statuses.add((await post('{}', from)).statusCode);
    expect([...statuses]).toEqual([401, 429]);
    const at = clock.now();
    const headers = { ...from, [SIGNATURE_HEADER]: signMessage([PAYMENT_SECRET], '{"state":"paid"}', at) };
    expect((await post('{"state":"paid"}', headers)).statusCode).toBe(400);
  });

  test('a webhook about an order that is not here is answered with 404, so that the provider shows it', async () => {
    const reference = `${'A'.repeat(22)}.${'A'.repeat(22)}`;
    const body = JSON.stringify({ id: 'pay-of-another', reference, price: 4000, state: 'paid' });
    expect((await signed(body)).statusCode).toBe(404);
    expect((await signed(body.replace(reference, 'x'))).statusCode).toBe(404);
  });

  test('a webhook that is too large is refused', async () => {
    expect((await signed('x'.repeat(20_000))).statusCode).toBe(400);
    expect(lines.filter(({ cause }) => cause !== undefined)).toEqual([]);
  });
});
