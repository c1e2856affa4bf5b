import type { OrderStatus } from '#contract/shop.ts';
import type { Membership } from '../accounts/membership.ts';
import type { Caller, ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, PlanRow, ProductRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { lockAccount, membershipOf, setMembership } from '../accounts/index.ts';
import type { PaymentOutcome, PaymentProvider } from '../providers/payment.ts';
import { addDays, isEndless } from './membership-days.ts';
import { parseReference, referenceOf } from './order-references.ts';
import { statusOf } from './order-status.ts';
import type { Right } from './right.ts';
import { ownedOf, type ListRights } from './rights.ts';
import {
  findOrder,
  findPendingOrder,
  findPlan,
  findProduct,
  insertOrder,
  isOfProduct,
  listPlanRows,
  listProductRows,
  renewOrder,
  settleOrder,
  type ProductOrder,
  type Sold,
} from './store.ts';

/** Time to pay an order. */
export const PAY_WITHIN_SECONDS = 600;

const HOUR_MS = 3600_000;

/** Shown to viewers when no payment provider is configured. */
const NOT_SOLD = '지금은 대여하거나 구매할 수 없어요.';
const NO_PLANS = '지금은 멤버십을 시작할 수 없어요.';
const ENDLESS = '기간이 없는 멤버십을 이용하고 있어요.';

export interface OwnedProduct extends Omit<ProductRow, 'position'> {
  owned: Right | undefined;
}

export interface FoundOrder {
  order: OrderRow;
  status: OrderStatus;
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
  listPlans(): Promise<PlanRow[]>;
  /**
   * Orders a membership. Returns the pending order, with its time to pay restarted, if there is one.
   * @throws NOT_FOUND, also without a payment provider, and while the account's membership has no end
   */
  createOfPlan(caller: ProfileCaller, planId: number): Promise<{ id: string; checkoutUrl: string }>;
  /** @throws NOT_FOUND */
  get(caller: Caller, orderId: string): Promise<FoundOrder & { product: OwnedProduct | null }>;
  /** For the phone: knowing the reference grants the right to pay. */
  find(reference: string): Promise<FoundOrder | undefined>;
  /**
   * Records the outcome of a payment. A rental period starts here, and a membership gets its days. An order is settled
   * once; later outcomes are ignored.
   */
  settle(order: OrderRow, outcome: PaymentOutcome): Promise<void>;
}

const productOf = ({ item_id, episode_id, name, kind, rental_hours, price }: Omit<ProductRow, 'id' | 'position'>) => ({
  item_id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
});

const soldProduct = (product: ProductRow): Sold => ({
  ...productOf(product),
  product_id: product.id,
  plan_id: null,
  plan: null,
  days: null,
});

const soldPlan = ({ id, name, plan, days, price }: PlanRow): Sold => ({
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
});

/** Whether an order is still what is for sale under its id. */
const isSameOffer = (order: OrderRow, sold: Sold) =>
  order.price === sold.price && order.plan === sold.plan && order.days === sold.days;

export function createShopOrders(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  listRights: ListRights;
  /** Undefined when no payment provider is configured. */
  payment: PaymentProvider | undefined;
}): ShopOrders {
  const { db, transact, clock, random, titles, listRights, payment } = options;

  const place = ({ account, profile }: ProfileCaller, sold: Sold): Promise<string> =>
    transact(async (tx) => {
      // Of two concurrent orders, the second finds the first.
      await lockAccount(tx, account.id);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + PAY_WITHIN_SECONDS * 1000);
      const pending = await findPendingOrder(tx, { accountId: account.id, sold, now });
      // An order at an outdated price is replaced by a new one.
      if (pending && isSameOffer(pending, sold)) {
        await renewOrder(tx, pending, expiresAt);
        return pending.id;
      }
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
      return id;
    });

  const begin = async (provider: PaymentProvider, caller: ProfileCaller, sold: Sold) => {
    const id = await place(caller, sold);
    const { checkoutUrl } = await provider.begin({
      reference: referenceOf({ account_id: caller.account.id, id }),
      name: sold.name,
      price: sold.price,
    });
    return { id, checkoutUrl };
  };

  const productOfOrder = async (order: ProductOrder): Promise<OwnedProduct> => ({
    id: order.product_id,
    ...productOf(order),
    owned: ownedOf(await listRights(order.account_id, [order.item_id]), order),
  });

  /** Pays an order of a membership: the plan becomes the account's, and its days are added, or neither. */
  const startMembership = (order: OrderRow & { plan: Membership['plan']; days: number }) =>
    transact(async (tx) => {
      const account = await lockAccount(tx, order.account_id);
      if (!account) return;
      const now = clock.now();
      const membership = membershipOf(account, now);
      const { startsAt, endsAt } = addDays(membership, order.days, now);
      const isPaid = await settleOrder(tx, order, {
        status: 'paid',
        now,
        rightExpiresAt: endsAt,
        membership: { startsAt, planBefore: membership.plan },
      });
      // Support may have given an endless membership since the order was placed: a purchase must not end it.
      if (isPaid && !isEndless(membership)) {
        await setMembership(tx, order.account_id, { plan: order.plan, expiresAt: endsAt });
      }
    });

  return {
    isOpen: payment !== undefined,

    async listProducts(caller, itemId, type) {
      await titles.get(caller, itemId);
      const products = await listProductRows(db, { itemId, type }, clock.now());
      const rights = products.length === 0 ? [] : await listRights(caller.account.id, [itemId]);
      return products.map((product) => ({ ...product, owned: ownedOf(rights, product) }));
    },

    async create(caller, productId) {
      const product = (await findProduct(db, productId, clock.now())) ?? fail('NOT_FOUND');
      await titles.get(caller, product.item_id);
      const owned = ownedOf(await listRights(caller.account.id, [product.item_id]), product);
      if (owned) return { id: owned.order_id, checkoutUrl: null };
      // Not MAINTENANCE: an app that receives that code asks for the status and waits for the end, but the service is
      // open.
      if (!payment) fail('NOT_FOUND', { message: NOT_SOLD });
      return begin(payment, caller, soldProduct(product));
    },

    listPlans: () => (payment ? listPlanRows(db) : Promise.resolve([])),

    async createOfPlan(caller, planId) {
      if (!payment) fail('NOT_FOUND', { message: NO_PLANS });
      const plan = (await findPlan(db, planId)) ?? fail('NOT_FOUND');
      if (isEndless(membershipOf(caller.account, clock.now()))) fail('NOT_FOUND', { message: ENDLESS });
      return begin(payment, caller, soldPlan(plan));
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
      return order && { order, status: statusOf(order, clock.now()) };
    },

    async settle(order, outcome) {
      const { plan, days } = order;
      if (outcome === 'approved' && plan !== null && days !== null) return startMembership({ ...order, plan, days });
      const now = clock.now();
      const rentedMs = outcome === 'approved' && order.rental_hours !== null ? order.rental_hours * HOUR_MS : null;
      await settleOrder(db, order, {
        status: outcome === 'approved' ? 'paid' : 'cancelled',
        now,
        rightExpiresAt: rentedMs === null ? null : new Date(now.getTime() + rentedMs),
      });
    },
  };
}
