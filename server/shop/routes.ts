import {
  createOrder,
  getOrder,
  getPurchasable,
  listOrders,
  listPlans,
  listProducts,
  orderPlan,
} from '#contract/shop.ts';
import type { Mount } from '../http/mount.ts';
import { PAY_WITHIN_SECONDS, type ShopOrders } from './orders.ts';
import { presentPlan, presentProduct } from './present.ts';
import type { Purchases } from './purchases.ts';

export function mountShop(mount: Mount, shopOrders: ShopOrders, purchases: Purchases): void {
  mount(getPurchasable, async ({ caller, query }) => {
    const products = await shopOrders.listProducts(caller, query.item_id);
    const prices = shopOrders.isOpen ? products.map(({ price }) => price) : [];
    return {
      is_purchasable: prices.length > 0,
      min_price: prices.length > 0 ? Math.min(...prices) : null,
      cnt_product: prices.length,
    };
  });
  mount(listProducts, async ({ caller, query }) => {
    const products = await shopOrders.listProducts(caller, query.item_id, query.product_type);
    const page = products.slice(query.offset, query.offset + query.limit);
    return { count: products.length, results: page.map(presentProduct) };
  });
  mount(createOrder, async ({ caller, params }) => {
    const { id, checkoutUrl } = await shopOrders.create(caller, params.id);
    return checkoutUrl === null
      ? { id, status: 'paid' as const, checkout_url: null, expires_in: 0 }
      : { id, status: 'pending' as const, checkout_url: checkoutUrl, expires_in: PAY_WITHIN_SECONDS };
  });
  mount(listPlans, async ({ caller, query }) => {
    const plans = await shopOrders.listPlans(caller);
    return { count: plans.length, results: plans.slice(query.offset, query.offset + query.limit).map(presentPlan) };
  });
  mount(orderPlan, async ({ caller, params }) => {
    const { id, checkoutUrl } = await shopOrders.createOfPlan(caller, params.id);
    return { id, status: 'pending' as const, checkout_url: checkoutUrl, expires_in: PAY_WITHIN_SECONDS };
  });
  mount(listOrders, async ({ caller, query }) => purchases.list(caller, query));
  mount(getOrder, async ({ caller, params }) => {
    const { order, status, product } = await shopOrders.get(caller, params.id);
    return { id: order.id, status, product: product && presentProduct(product) };
  });
}
