import { describe, expect, test } from 'vitest';
import {
  compareAt,
  firstCheckAt,
  isNews,
  judgeMoney,
  nextCheckAt,
  pauseSeconds,
  type ArrivedMoney,
} from '#server/shop/payment-rules.ts';

const NOW = new Date('2026-11-20T03:00:00Z');
const inHours = (hours: number) => new Date(NOW.getTime() + hours * 3600_000);

describe('money that arrives', () => {
  const order = { status: 'pending' as const, price: 4000, expires_at: inHours(0.1), kind: 'rental' as const };
  const arrived = (change: Partial<ArrivedMoney>): ArrivedMoney => ({
    order,
    paid: 4000,
    isOwned: false,
    isDiscountUsed: false,
    hasLeft: false,
    isEndless: false,
    ...change,
  });

  test.each<[string, Partial<ArrivedMoney>, ReturnType<typeof judgeMoney>]>([
    ['buys a pending order', {}, 'buys'],
    ['buys an order that expired a day ago', { order: { ...order, expires_at: inHours(-23.9) } }, 'buys'],
    ['buys a cancelled order', { order: { ...order, status: 'cancelled' } }, 'buys'],
    ['goes back a day after the order expired', { order: { ...order, expires_at: inHours(-24) } }, 'late'],
    ['goes back without an order', { order: undefined }, 'gone'],
    ['goes back when it is less than the price', { paid: 3999 }, 'price'],
    ['goes back when it is more than the price', { paid: 4001 }, 'price'],
    ['goes back when the order was paid before', { order: { ...order, status: 'paid' } }, 'settled'],
    ['goes back when the order was refunded', { order: { ...order, status: 'refunded' } }, 'settled'],
    ['goes back when the account has the title', { isOwned: true }, 'owned'],
    ['goes back when another order has used the discount', { isDiscountUsed: true }, 'voucher'],
    ['goes back when viewers cannot watch the title any more', { hasLeft: true }, 'left'],
    [
      'goes back for a membership beside one without an end',
      { order: { ...order, kind: 'membership' }, isEndless: true },
      'endless',
    ],
    ['buys a rental beside a membership without an end', { isEndless: true }, 'buys'],
    ['buys a membership', { order: { ...order, kind: 'membership' } }, 'buys'],
    ['buys in the last millisecond', { order: { ...order, expires_at: new Date(inHours(-24).getTime() + 1) } }, 'buys'],
  ])('%s', (_case, change, judged) => {
    expect(judgeMoney(arrived(change), NOW)).toBe(judged);
  });
});

test.each([
  ['open', 'paid', true],
  ['open', 'cancelled', true],
  ['cancelled', 'paid', true],
  ['paid', 'refunded', true],
  ['open', 'refunded', true],
  ['cancelled', 'refunded', true],
  ['open', 'open', false],
  ['cancelled', 'cancelled', false],
  ['refunded', 'refunded', false],
  ['paid', 'paid', false],
  ['paid', 'cancelled', false],
  ['paid', 'open', false],
  ['refunded', 'paid', false],
  ['cancelled', 'open', false],
] as const)('a payment that is %s takes the message %s as news: %s', (known, told, isNew) => {
  expect(isNews(known, told)).toBe(isNew);
});

describe('the pauses between questions', () => {
  test('double from twenty seconds to an hour', () => {
    expect([0, 1, 2, 7, 8, 9, 1000].map(pauseSeconds)).toEqual([20, 40, 80, 2560, 3600, 3600, 3600]);
  });

  const payment = { state: 'open' as const, refund: null, tries: 2, created_at: NOW };

  test('end a day after the order has expired, when nothing was paid', () => {
    expect(nextCheckAt(payment, inHours(-23), NOW)).toEqual(new Date(NOW.getTime() + 80_000));
    expect(nextCheckAt(payment, inHours(-24), NOW)).toBeNull();
    expect(nextCheckAt({ ...payment, created_at: inHours(-25) }, undefined, NOW)).toBeNull();
  });

  test('the pauses between questions about a refund end after a hundred tries', () => {
    const due = { ...payment, state: 'paid' as const, refund: 'due' as const };
    expect(nextCheckAt({ ...due, tries: 98 }, inHours(-900), NOW)).toEqual(inHours(1));
    expect(nextCheckAt({ ...due, tries: 99 }, inHours(-900), NOW)).toBeNull();
    // Also of a payment that nobody has told to be paid, and of a paid one that is still to be compared.
    expect(nextCheckAt({ ...due, state: 'open', tries: 98 }, inHours(-900), NOW)).toEqual(inHours(1));
    expect(nextCheckAt({ ...due, refund: null, tries: 98 }, inHours(-900), NOW)).toEqual(inHours(1));
  });

  test('begin after twenty seconds, and a paid order is compared after a day', () => {
    expect([firstCheckAt(NOW), compareAt(NOW)]).toEqual([new Date(NOW.getTime() + 20_000), inHours(24)]);
  });
});
