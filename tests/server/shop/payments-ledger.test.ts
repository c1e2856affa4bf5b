import { afterAll, beforeAll, expect, test } from 'vitest';
import { endpoints } from '#contract/endpoints.ts';
import { createTransact } from '#server/db/open.ts';
import { systemRandom } from '#server/lib/random.ts';
import { RefusedError } from '#server/lib/refused-error.ts';
import { createPutMail } from '#server/mail/outbox.ts';
import { endUncovered } from '#server/watching/playback/index.ts';
import { PaymentUnavailableError, type PaymentProvider, type ToldPayment } from '#server/providers/payment.ts';
import { createBeginPayment } from '#server/shop/begin-payment.ts';
import { createSupportOperations } from '#server/shop/index.ts';
import { referenceOf } from '#server/shop/order-references.ts';
import { createPayments } from '#server/shop/payments.ts';
import { createFakeProvider } from '#tests/support/payment-provider/fake-provider.ts';
import { recordNothing } from '#tests/support/server/record-nothing.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

/* A random mix of faults; afterwards the books of the provider must agree with the orders, and the orders with the rights. */

const STEPS = 90;
const VIEWERS = 2;
const HOUR = 3600;

let server: ServerFixture;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
});
afterAll(() => server.close());

/** Numbers in [0, 1) that depend on the seed alone (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A provider that fails before or after it acts, and whose webhooks are lost, doubled and in any order. */
function createFaultyProvider(random: () => number) {
  const books = createFakeProvider();
  const posted: ToldPayment[] = [];
  let isFaulty = true;
  const announce = (told: ToldPayment | undefined) => {
    if (!told || random() < 0.3) return;
    for (let copies = random() < 0.3 ? 3 : 1; copies > 0; copies -= 1) posted.push(told);
  };
  const unreliable = <T>(act: () => T): Promise<T> => {
    const luck = isFaulty ? random() : 1;
    if (luck < 0.15) return Promise.reject(new PaymentUnavailableError('not reached'));
    const done = act();
    return luck < 0.3 ? Promise.reject(new PaymentUnavailableError('the answer was lost')) : Promise.resolve(done);
  };
  const provider: PaymentProvider = {
    begin: (payment) =>
      unreliable(() => {
        const { id } = books.begin(payment);
        return { id, checkoutUrl: `https://pay.test/${id}` };
      }),
    find: (reference) => unreliable(() => books.find(reference)),
    refund: ({ reference }) =>
      unreliable(() => {
        const told = books.refund(reference);
        announce(told);
        return told!;
      }),
    readWebhook: () => 'forged',
  };
  return {
    books,
    provider,
    announce,
    /** One of the webhooks on their way, in any order. */
    takePosted: () => posted.splice(Math.floor(random() * posted.length), 1)[0],
    repair() {
      isFaulty = false;
    },
  };
}

test.each([1, 2])('provider, orders and rights agree after the faults of seed %i', async (seed) => {
  const random = seeded(seed);
  const { db, clock } = server;
  const { books, provider, announce, takePosted, repair } = createFaultyProvider(random);
  const shared = { db, transact: createTransact(db), clock, endUncovered, record: recordNothing };
  const build = () => createPayments({ ...shared, provider, putMail: createPutMail({ clock, random: systemRandom }) });
  const workers = [build(), build()] as const;
  const support = createSupportOperations({ ...shared, random: systemRandom });
  const begin = createBeginPayment({
    db,
    clock,
    provider,
    publicUrl: () => 'http://bora.test',
    pause: () => Promise.resolve(),
  });
  const viewers: Viewer[] = [];
  for (let count = 0; count < VIEWERS; count += 1) viewers.push(await server.buildViewer({ plan: 'free' }));
  const accountIds = viewers.map(({ accountId }) => accountId);
  const ordersOf = () =>
    db.selectFrom('orders').selectAll().where('account_id', 'in', accountIds).orderBy('created_at').execute();
  const paymentsOf = () => db.selectFrom('payments').selectAll().where('account_id', 'in', accountIds).execute();
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const ignore = (error: unknown) => {
    const isExpected = error instanceof RefusedError || error instanceof PaymentUnavailableError;
    if (!isExpected && (error as Error).message !== 'a payment is not checked') throw error;
  };
  const work = () => Promise.all(workers.map((worker) => worker.checkDue(new AbortController().signal).catch(ignore)));

  const acts: (() => Promise<unknown>)[] = [
    async () => {
      const { profileToken: token } = pick(viewers)!;
      if (random() < 0.5) await server.call(endpoints.createOrder, { token, params: { id: 81 } });
      else await server.call(endpoints.orderPlan, { token, params: { id: 1 } });
    },
    async () => {
      const order = pick((await ordersOf()).filter(({ status }) => status === 'pending'));
      if (order) await begin(order).catch(ignore);
    },
    async () => {
      // A provider stops to accept a payment some time after it should have.
      const isOpen = ({ expires_at: at }: { expires_at: Date }) => clock.now().getTime() < at.getTime() + HOUR * 24_000;
      const order = pick((await ordersOf()).filter(isOpen));
      if (order) announce(random() < 0.8 ? books.pay(referenceOf(order)) : books.cancel(referenceOf(order)));
    },
    async () => {
      const told = takePosted();
      if (told) await Promise.all([workers[0].take(told), ...(random() < 0.3 ? [workers[1].take(told)] : [])]);
    },
    async () => {
      const order = pick((await ordersOf()).filter(({ status }) => status === 'paid'));
      if (!order || random() < 0.5) return;
      if (random() < 0.3) announce(books.refund(referenceOf(order)));
      else await support.refundOrderOf({ id: order.account_id }, order.id, { reason: '시험' }).catch(ignore);
    },
    work,
    () => Promise.resolve(clock.advance(random() < 0.9 ? random() * 600 : random() * 20 * HOUR)),
  ];
  for (let step = 0; step < STEPS; step += 1) await pick(acts)!();

  // All webhooks that are still on their way are lost: the worker alone must find the rest, and one payment more.
  repair();
  const last = await server.buildViewer({ plan: 'free' });
  viewers.push(last);
  accountIds.push(last.accountId);
  await server.call(endpoints.createOrder, { token: last.profileToken, params: { id: 81 } });
  const placed = (await ordersOf()).filter(({ account_id: id }) => id === last.accountId);
  for (const order of placed) {
    await begin(order);
    books.pay(referenceOf(order));
  }
  for (let rounds = 0; rounds < 60; rounds += 1) {
    const due = (await paymentsOf()).flatMap(({ next_at: at }) => (at === null ? [] : [at.getTime()]));
    if (due.length === 0) break;
    clock.advance(Math.max(HOUR, (Math.min(...due) - clock.now().getTime()) / 1000));
    await work();
  }

  const [orders, payments] = [await ordersOf(), await paymentsOf()];
  expect(payments.filter(({ next_at: at, refund, problem }) => at !== null || refund === 'due' || problem)).toEqual([]);
  const paid = orders.filter(({ status }) => status === 'paid');
  expect(paid.length).toBeGreaterThan(0);
  expect(books.totals().won).toBe(paid.reduce((sum, { price }) => sum + price, 0));
  for (const order of orders)
    expect([order.status, books.balanceOf(referenceOf(order))]).toEqual([
      order.status,
      order.status === 'paid' ? order.price : 0,
    ]);
  const now = clock.now();
  for (const viewer of viewers) {
    const own = paid.filter(({ account_id: id }) => id === viewer.accountId);
    const { results } = (
      await server.call(endpoints.listProducts, { token: viewer.profileToken, query: { item_id: 8 } })
    ).reply;
    const ends = (kind: string) =>
      own.flatMap(({ kind: each, right_expires_at: at }) => (each === kind && at! > now ? [at!.toISOString()] : []));
    expect(results[0]!.owned?.expires_at ?? null).toBe(ends('rental').sort().at(-1) ?? null);
    const { membership } = (await server.call(endpoints.getMyAccount, { token: viewer.token })).reply;
    expect(membership.expires_at).toBe(ends('membership').sort().at(-1) ?? null);
  }
});
