import { expect, test } from 'vitest';
import {
  discountEndOf,
  discounted,
  drawCode,
  normalizeCode,
  shownCode,
  useStateOf,
  voucherStateOf,
} from '#server/shop/vouchers/voucher-rules.ts';

const NOW = new Date('2026-11-28T12:00:00Z');

test.each([
  ['BCDF-GHJK-2345', 'BCDFGHJK2345'],
  [' bcdf ghjk 2345 ', 'BCDFGHJK2345'],
  ['ＢＣＤＦ－ＧＨＪＫ－２３４５', 'BCDFGHJK2345'],
  ['BCDF-GHJK-234', undefined],
  ['BCDF-GHJK-23456', undefined],
  ['쿠폰', undefined],
  ['', undefined],
])('%j is the code %j', (typed, code) => {
  expect(normalizeCode(typed)).toBe(code);
});

test('a code is shown in parts of four', () => {
  expect(shownCode('BCDFGHJK2345')).toBe('BCDF-GHJK-2345');
});

test.each([
  [4900, 20, 3920],
  [4990, 33, 3340],
  [100, 90, 100],
  [1_000_000, 1, 990_000],
])('%i won with %i percent off cost %i won', (price, percent, cost) => {
  expect(discounted(price, percent)).toBe(cost);
});

test.each([
  [{}, 'open'],
  [{ is_paused: true }, 'paused'],
  [{ cnt_used: 10, is_paused: true }, 'used-up'],
  [{ ends_at: NOW, cnt_used: 10 }, 'ended'],
])('a code with %j is %s', (changes, state) => {
  const row = {
    id: '',
    code: 'BCDFGHJK2345',
    name: '봄',
    plan: null,
    days: null,
    percent: 20,
    max_uses: 10,
    cnt_used: 0,
    is_paused: false,
    ends_at: new Date('2026-12-01T00:00:00Z'),
    created_at: NOW,
  };
  expect(voucherStateOf({ ...row, ...changes }, NOW)).toBe(state);
});

test('a code is drawn in a form that is typed again', () => {
  const code = drawCode({ code: (alphabet, length) => alphabet.slice(-length) });
  expect(code).toHaveLength(12);
  expect(normalizeCode(shownCode(code))).toBe(code);
  // What is mistaken for a letter or makes words.
  expect(drawCode({ code: (alphabet) => alphabet })).not.toMatch(/[01AEIOULY]/);
});

test('a redeemed discount waits for an order for 30 days', () => {
  expect(discountEndOf(NOW)).toEqual(new Date('2026-12-28T12:00:00Z'));
});

const LATER = new Date(NOW.getTime() + 1);
test.each([
  [{ percent: null, expires_at: null, order_id: null }, 'given'],
  [{ percent: 20, expires_at: LATER, order_id: null }, 'open'],
  [{ percent: 20, expires_at: null, order_id: null }, 'open'],
  [{ percent: 20, expires_at: NOW, order_id: null }, 'expired'],
  [{ percent: 20, expires_at: NOW, order_id: 'o1' }, 'paid'],
])('a use with %j is %s', (use, state) => {
  expect(
    useStateOf({ voucher_id: '', account_id: '', used_at: NOW, days: null, plan: null, ...use } as never, NOW),
  ).toBe(state);
});
