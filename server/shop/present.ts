import type { ItemSummary } from '#contract/catalogue.ts';
import type { Product, Purchase } from '#contract/shop.ts';
import type { OrderRow } from '../db/tables.ts';
import type { OwnedProduct } from './orders.ts';

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

export const presentPurchase = (order: OrderRow, item: ItemSummary): Purchase => ({
  id: order.id,
  item,
  episode_id: order.episode_id,
  name: order.name,
  kind: order.kind,
  purchased_at: (order.settled_at ?? order.created_at).toISOString(),
  expires_at: order.right_expires_at?.toISOString() ?? null,
});
