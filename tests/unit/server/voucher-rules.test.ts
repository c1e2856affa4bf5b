import { expect, test } from 'vitest';
import { discounted, normalizeCode, shownCode, voucherStateOf } from '#server/shop/vouchers/voucher-rules.ts';

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
