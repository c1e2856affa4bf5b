import type { OrderRow, PlanRow, ProductRow } from '../db/tables.ts';
import type { Sold } from './store.ts';

/** The fields that an order copies from a product, apart from its ids. */
export const productOf = ({
  item_id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
}: Omit<ProductRow, 'id' | 'position' | 'sale'>) => ({
  item_id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
});

export const soldProduct = (product: ProductRow): Sold => ({
  ...productOf(product),
  product_id: product.id,
  plan_id: null,
  plan: null,
  days: null,
  voucher_id: null,
});

export const soldPlan = ({ id, name, plan, days, price }: PlanRow, voucherId: string | null): Sold => ({
  product_id: null,
  plan_id: id,
  item_id: null,
  episode_id: null,
  name,
  kind: 'membership',
  rental_hours: null,
  plan,
  days,
  price,
  voucher_id: voucherId,
});

/** Whether an order is still what is for sale under its id. */
export const isSameOffer = (order: OrderRow, sold: Sold) =>
  order.price === sold.price &&
  order.voucher_id === sold.voucher_id &&
  order.plan === sold.plan &&
  order.days === sold.days;
