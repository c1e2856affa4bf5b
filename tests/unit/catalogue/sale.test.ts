import { describe, expect, test } from 'vitest';
import { offerAt, planSaleSchema, saleStateOf, type PlanSale } from '#server/catalogue/format/sale.ts';

const NOW = new Date('2026-11-28T12:00:00Z');
const EARLIER = '2026-11-01T00:00:00Z';
const LATER = '2026-12-01T00:00:00Z';

test.each<[PlanSale | null, string]>([
  [null, 'sold'],
  [{ starts_at: EARLIER, ends_at: LATER }, 'sold'],
  [{ starts_at: NOW.toISOString() }, 'sold'],
  [{ starts_at: LATER }, 'scheduled'],
  [{ starts_at: LATER, is_paused: true }, 'paused'],
  [{ ends_at: NOW.toISOString(), is_paused: true }, 'ended'],
])('%j is %s', (sale, state) => {
  expect(saleStateOf(sale, NOW)).toBe(state);
});

describe('a planned change', () => {
  const coming = { name: '베이직', price: 5900, days: 31 };
  const plan = (sale: PlanSale) => ({ id: 1, name: '베이직 30일', price: 4900, days: 30, sale });

  test('changes nothing before its instant', () => {
    const before = plan({ coming: { from: LATER, ...coming } });
    expect(offerAt(before, NOW)).toEqual(before);
  });

  test('replaces the fields from its instant on, and leaves the other terms', () => {
    const from = NOW.toISOString();
    expect(offerAt(plan({ ends_at: LATER, coming: { from, ...coming } }), NOW)).toEqual({
      id: 1,
      ...coming,
      sale: { ends_at: LATER },
    });
    expect(offerAt(plan({ coming: { from, ...coming } }), NOW)).toEqual({ id: 1, ...coming });
  });
});

test.each([0, 99, 99_999_999])('a price of %i is refused', (price) => {
  expect(planSaleSchema.safeParse({ coming: { from: LATER, name: '베이직', price, days: 30 } }).success).toBe(false);
});
