import type { ItemSummary } from '#contract/catalogue.ts';
import type { Order, OrderStatus, Plan, Product } from '#contract/shop.ts';
import { maxStreams } from '../accounts/index.ts';
import type { OrderRow } from '../db/tables.ts';
import type { OfferedPlan, OwnedProduct } from './orders.ts';

export const presentProduct = (product: OwnedProduct): Product => ({
  id: product.id,
  item_id: product.item_id,
  episode_id: product.episode_id,
  product_type: product.episode_id === null ? 'item' : 'episode',
  name: product.name,
  kind: product.kind,
  rental_hours: product.rental_hours,
  price: product.price,
  owned: product.owned ? { expires_at: product.owned.expires_at?.toISOString() ?? null } : null,
});

export const presentPlan = ({ id, plan, name, price, days, full_price }: OfferedPlan): Plan => ({
  id,
  plan,
  name,
  price,
  days,
  full_price,
  max_streams: maxStreams[plan],
});

export const presentOrder = (
  order: OrderRow,
  { status, item }: { status: OrderStatus; item: ItemSummary | null },
): Order => ({
  id: order.id,
  status,
  kind: order.kind,
  name: order.name,
  price: order.price,
  item,
  episode_id: order.episode_id,
  created_at: order.created_at.toISOString(),
  purchased_at: isPaid(order) ? (order.settled_at?.toISOString() ?? null) : null,
  expires_at: order.right_expires_at?.toISOString() ?? null,
  is_refunded: order.status === 'refunded',
});

const isPaid = ({ status }: OrderRow) => status === 'paid' || status === 'refunded';
