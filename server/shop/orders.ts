import type { OrderStatus } from '#contract/shop.ts';
import type { Caller, ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, PlanRow, ProductRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { lockAccount, membershipOf } from '../accounts/index.ts';
import { isForSale } from '../catalogue/format/index.ts';
import { isEndless } from './membership-days.ts';
import { parseReference, referenceOf } from './order-references.ts';
import { statusOf } from './order-status.ts';
import type { Right } from './right.ts';
import { findOwnedIn, ownedOf, type ListRights } from './rights.ts';
import { payOrder } from './settling.ts';
import { isSameOffer, productOf, soldPlan, soldProduct } from './sold.ts';
import { findPlan, findProduct, listPlanRows, listProductRows } from './products-store.ts';
import {
  findOrder,
  findPendingOrder,
  hasLeft,
  insertOrder,
  isOfProduct,
  renewOrder,
  settleOrder,
  type ProductOrder,
  type Sold,
} from './store.ts';
import { discounted } from './vouchers/voucher-rules.ts';
import { cancelDiscounted, findDiscount, isDiscountUsed } from './vouchers/vouchers-store.ts';

/** Time to pay an order. */
export const PAY_WITHIN_SECONDS = 600;

/** Shown to viewers when no payment provider is configured. */
const NOT_SOLD = '지금은 대여하거나 구매할 수 없어요.';
const NO_PLANS = '지금은 멤버십을 시작할 수 없어요.';
const ENDLESS = '기간이 없는 멤버십을 이용하고 있어요.';

export interface OwnedProduct extends Omit<ProductRow, 'position' | 'sale'> {
  owned: Right | undefined;
}

/** A plan at the price for an account. */
export interface OfferedPlan extends PlanRow {
  /** The price without a discount; null without one. */
  full_price: number | null;
}

interface FoundOrder {
  order: OrderRow;
  status: OrderStatus;
}

/** An order for the phone that pays it. */
export interface BilledOrder extends FoundOrder {
  /** The order is not paid, and another one has bought the product: nothing is left to pay. */
  isOwned: boolean;
}

export interface ShopOrders {
  /** Whether a payment provider is configured. */
  readonly isOpen: boolean;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  listProducts(caller: ProfileCaller, itemId: number, type?: 'item' | 'episode'): Promise<OwnedProduct[]>;
  /**
   * Orders a product. Returns the pending order, with its time to pay restarted, if there is one; or, if the account
   * owns the product, the order that bought it, without an address.
   * @throws NOT_FOUND, also without a payment provider; RATING_RESTRICTED
   */
  create(caller: ProfileCaller, productId: number): Promise<{ id: string; checkoutUrl: string | null }>;
  /** Memberships for sale; none without a payment provider. */
  listPlans(caller: Caller): Promise<OfferedPlan[]>;
  /**
   * Orders a membership. Returns the pending order, with its time to pay restarted, if there is one.
   * @throws NOT_FOUND, also without a payment provider, and while the account's membership has no end
   */
  createOfPlan(caller: ProfileCaller, planId: number): Promise<{ id: string; checkoutUrl: string }>;
  /** @throws NOT_FOUND */
  get(caller: Caller, orderId: string): Promise<FoundOrder & { product: OwnedProduct | null }>;
  /** For the phone: knowing the reference grants the right to pay. */
  find(reference: string): Promise<BilledOrder | undefined>;
  /**
   * Records the outcome of the test payment. A rental period starts here, and a membership gets its days. An order is
   * settled once; later outcomes are ignored. An order of a product that another order has bought is cancelled, and so is
   * one whose discount another order has used, or whose title has left.
   */
  settle(order: OrderRow, outcome: 'approved' | 'cancelled'): Promise<void>;
}

export function createShopOrders(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Pick<Titles, 'get'>;
  listRights: ListRights;
  /** Address of the page on which an order is paid. Undefined when no payment provider is configured. */
  checkoutUrl: ((reference: string) => string) | undefined;
}): ShopOrders {
  const { db, transact, clock, random, titles, listRights, checkoutUrl } = options;

  const place = ({ account, profile }: ProfileCaller, sold: Sold): Promise<{ id: string; isOwned: boolean }> =>
    transact(async (tx) => {
      // With two concurrent calls, the second one waits here and finds the order.
      await lockAccount(tx, account.id);
      const now = clock.now();
      // Another order may have been paid since the caller looked.
      const owned = isOfProduct(sold) ? await findOwnedIn(tx, account.id, sold, now) : undefined;
      if (owned) return { id: owned.order_id, isOwned: true };
      const expiresAt = new Date(now.getTime() + PAY_WITHIN_SECONDS * 1000);
      const pending = await findPendingOrder(tx, { accountId: account.id, sold, now });
      // An order at an outdated price is replaced by a new one.
      if (pending && isSameOffer(pending, sold)) {
        await renewOrder(tx, pending, expiresAt);
        return { id: pending.id, isOwned: false };
      }
      if (sold.voucher_id !== null)
        await cancelDiscounted(tx, { accountId: account.id, voucherId: sold.voucher_id, now });
      const id = random.uuid();
      await insertOrder(tx, {
        ...sold,
        account_id: account.id,
        id,
        profile_id: profile.id,
        status: 'pending',
        created_at: now,
        expires_at: expiresAt,
      });
      return { id, isOwned: false };
    });

  const priced = (plan: PlanRow, discount: { percent: number } | undefined): OfferedPlan =>
    discount
      ? { ...plan, price: discounted(plan.price, discount.percent), full_price: plan.price }
      : { ...plan, full_price: null };

  const referenceFor = ({ account }: ProfileCaller, id: string) => referenceOf({ account_id: account.id, id });

  const productOfOrder = async (order: ProductOrder): Promise<OwnedProduct> => ({
    id: order.product_id,
    ...productOf(order),
    owned: ownedOf(await listRights(order.account_id, [order.item_id]), order),
  });

  return {
    isOpen: checkoutUrl !== undefined,

    async listProducts(caller, itemId, type) {
      await titles.get(caller, itemId);
      const now = clock.now();
      const products = await listProductRows(db, { itemId, type }, now);
      const rights = products.length === 0 ? [] : await listRights(caller.account.id, [itemId]);
      return products
        .map((product) => ({ ...product, owned: ownedOf(rights, product) }))
        .filter((product) => product.owned !== undefined || isForSale(product, now));
    },

    async create(caller, productId) {
      const now = clock.now();
      const product = (await findProduct(db, productId, now)) ?? fail('NOT_FOUND');
      await titles.get(caller, product.item_id);
      const owned = ownedOf(await listRights(caller.account.id, [product.item_id]), product);
      if (owned) return { id: owned.order_id, checkoutUrl: null };
      // Not MAINTENANCE: an app that receives that code asks for the status and waits for the end, but the service is
      // open.
      if (!checkoutUrl || !isForSale(product, now)) fail('NOT_FOUND', { message: NOT_SOLD });
      const { id, isOwned } = await place(caller, soldProduct(product));
      return { id, checkoutUrl: isOwned ? null : checkoutUrl(referenceFor(caller, id)) };
    },

    async listPlans({ account }) {
      if (!checkoutUrl) return [];
      const now = clock.now();
      const discount = await findDiscount(db, account.id, now);
      return (await listPlanRows(db, now)).map((plan) => priced(plan, discount));
    },

    async createOfPlan(caller, planId) {
      if (!checkoutUrl) fail('NOT_FOUND', { message: NO_PLANS });
      const plan = (await findPlan(db, planId, clock.now())) ?? fail('NOT_FOUND', { message: NO_PLANS });
      if (isEndless(membershipOf(caller.account, clock.now()))) fail('NOT_FOUND', { message: ENDLESS });
      const discount = await findDiscount(db, caller.account.id, clock.now());
      const sold = soldPlan(priced(plan, discount), discount?.voucher_id ?? null);
      const { id } = await place(caller, sold);
      return { id, checkoutUrl: checkoutUrl(referenceFor(caller, id)) };
    },

    async get({ account }, orderId) {
      const order = (await findOrder(db, account.id, orderId)) ?? fail('NOT_FOUND');
      return {
        order,
        status: statusOf(order, clock.now()),
        product: isOfProduct(order) ? await productOfOrder(order) : null,
      };
    },

    async find(reference) {
      const key = parseReference(reference);
      const order = key && (await findOrder(db, key.account_id, key.id));
      if (!order) return undefined;
      const isUnpaid = order.status === 'pending' || order.status === 'cancelled';
      const isOwned = isUnpaid && isOfProduct(order) && (await productOfOrder(order)).owned !== undefined;
      return { order, status: statusOf(order, clock.now()), isOwned };
    },

    settle: (order, outcome) =>
      transact(async (tx) => {
        const account = await lockAccount(tx, order.account_id);
        if (!account) return;
        const now = clock.now();
        const isOwned = isOfProduct(order) && (await findOwnedIn(tx, order.account_id, order, now)) !== undefined;
        const buys = !isOwned && !(await isDiscountUsed(tx, order)) && !(await hasLeft(tx, order, now));
        if (outcome === 'approved' && buys) await payOrder(tx, order, { membership: membershipOf(account, now), now });
        else await settleOrder(tx, order, { status: 'cancelled', now, rightExpiresAt: null });
      }),
  };
}
