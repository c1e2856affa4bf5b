import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSupportedOrders, refundSupportedOrder, sendReceipt } from '#contract/console/accounts.ts';
import { listAuditEntries } from '#contract/console/audit.ts';
import { endpoints } from '#contract/endpoints.ts';
import { moneyBackOf } from '#server/shop/present-support.ts';
import { createMembers, type Member } from '#tests/support/console.ts';
import { openCheckout } from '#tests/support/checkout.ts';
import { readMailbox } from '#tests/support/server/mail.ts';
import { createServerFixture, type ServerFixture, type Viewer } from '#tests/support/server/server-fixture.ts';
import { shopCatalogue } from '#tests/support/server/server-records.ts';

const RENTAL = 81;

let server: ServerFixture;
let members: ReturnType<typeof createMembers>;
let support: Member;
beforeAll(async () => {
  server = await createServerFixture({ records: shopCatalogue() });
  members = createMembers(server);
  support = await members.buildMember('support');
});
afterAll(() => server.close());

const place = async (viewer: Viewer) =>
  (await server.call(endpoints.createOrder, { token: viewer.profileToken, params: { id: RENTAL } })).reply;
const buy = async (viewer: Viewer) => {
  const { id, checkout_url: url } = await place(viewer);
  await (
    await openCheckout(server.app, url)
  )('approve');
  return { id: viewer.accountId, orderId: id };
};
const send = (params: { id: string; orderId: string }) => members.call(sendReceipt, support, { params });
const lettersTo = async (email: string) =>
  (await readMailbox(server.app, email)).filter(({ subject }) => subject.includes('영수증'));

describe('the receipt of an order', () => {
  test('goes to the account with what was paid, and is in the audit log', async () => {
    const viewer = await server.buildViewer();
    const order = await buy(viewer);
    expect((await send(order)).status).toBe(204);
    const [letter] = await lettersTo(viewer.email);
    expect(letter!.subject).toBe('[보라] 결제 영수증');
    expect(letter!.text).toMatch(/금액: [\d,]+원\n결제: \d{4}년/);
    const owner = await members.buildMember('owner');
    const { reply } = await members.call(listAuditEntries, owner, { query: { action: 'order.receipt' } });
    expect(reply.results[0]).toMatchObject({ actor: support.email, after: { account_id: viewer.accountId } });
  });

  test('says that the money went back', async () => {
    const viewer = await server.buildViewer();
    const order = await buy(viewer);
    await members.call(refundSupportedOrder, support, { params: order, body: { reason: '요청', version: '' } });
    await send(order);
    expect((await lettersTo(viewer.email))[0]!.text).toContain('환불: ');
  });

  test('does not exist for an order that nobody paid', async () => {
    const viewer = await server.buildViewer();
    const { id: orderId, checkout_url: url } = await place(viewer);
    const press = await openCheckout(server.app, url);
    expect((await send({ id: viewer.accountId, orderId })).status).toBe(409);
    await press('cancel');
    expect((await send({ id: viewer.accountId, orderId })).status).toBe(409);
    expect(await lettersTo(viewer.email)).toEqual([]);
  });

  test('is mailed five times an hour to an account', async () => {
    const order = await buy(await server.buildViewer());
    for (let count = 0; count < 5; count += 1) expect((await send(order)).status).toBe(204);
    expect((await send(order)).error.code).toBe('TOO_MANY_REQUESTS');
  });
});

test('the money of an order without a payment provider goes back by hand', async () => {
  const viewer = await server.buildViewer();
  const { id } = await buy(viewer);
  const { reply } = await members.call(listSupportedOrders, support, { params: { id } });
  expect(reply.results[0]!.money_back).toBe('hand');
});

const PAID = { state: 'paid', refund: null, problem: null } as const;
test.each([
  ['is nothing for an order that nobody paid', 'pending', undefined, true, null],
  ['goes back by the provider that has it', 'paid', PAID, true, 'provider'],
  ['goes back by the provider, also while it takes its time', 'refunded', { ...PAID, refund: 'due' }, true, 'provider'],
  [
    'goes back by hand when the provider refuses',
    'refunded',
    { ...PAID, refund: 'due', problem: 'refund' },
    true,
    'hand',
  ],
  ['goes back by hand when no provider is connected any more', 'paid', PAID, false, 'hand'],
  ['goes back by hand when the provider has none', 'paid', { ...PAID, state: 'cancelled' }, true, 'hand'],
  ['is back', 'refunded', { ...PAID, state: 'refunded', refund: 'done' }, true, 'done'],
] as const)('the money %s', (_name, status, payment, hasProvider, expected) => {
  expect(moneyBackOf({ status }, payment, hasProvider)).toBe(expected);
});
