import type { Product } from '#contract/shop.ts';
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
