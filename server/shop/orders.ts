import type { OrderStatus } from '#contract/shop.ts';
import type { Caller, ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, ProductRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { lockAccount } from '../accounts/index.ts';
import type { PaymentOutcome, PaymentProvider } from '../providers/payment.ts';
import { parseReference, referenceOf } from './order-references.ts';
import type { Right } from './right.ts';
import { ownedOf, type ListRights } from './rights.ts';
import {
  findOrder,
  findPendingOrder,
  findProduct,
  insertOrder,
  listProductRows,
  renewOrder,
  settleOrder,
} from './store.ts';

/** Time to pay an order. */
export const PAY_WITHIN_SECONDS = 600;

const HOUR_MS = 3600_000;

/** Shown to viewers when no payment provider is configured. */
const NOT_SOLD = '지금은 대여하거나 구매할 수 없어요.';

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
  /** @throws NOT_FOUND */
  get(caller: Caller, orderId: string): Promise<FoundOrder & { product: OwnedProduct }>;
  /** For the phone: knowing the reference grants the right to pay. */
  find(reference: string): Promise<FoundOrder | undefined>;
  /**
   * Records the outcome of a payment. A rental period starts here. An order is settled once; later outcomes are
   * ignored.
   */
  settle(order: OrderRow, outcome: PaymentOutcome): Promise<void>;
}

const statusOf = ({ status, expires_at: expiresAt }: OrderRow, now: Date): OrderStatus =>
  status === 'pending' && now >= expiresAt ? 'expired' : status;

/** The product data that an order copies. */
const boughtOf = ({ item_id, episode_id, name, kind, rental_hours, price }: Omit<ProductRow, 'id' | 'position'>) => ({
  item_id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
});

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

  const place = ({ account, profile }: ProfileCaller, product: ProductRow): Promise<string> =>
    transact(async (tx) => {
      // Of two concurrent orders, the second finds the first.
      await lockAccount(tx, account.id);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + PAY_WITHIN_SECONDS * 1000);
      const pending = await findPendingOrder(tx, { accountId: account.id, productId: product.id, now });
      // An order at an outdated price is replaced by a new one.
      if (pending?.price === product.price) {
        await renewOrder(tx, pending, expiresAt);
        return pending.id;
      }
      const id = random.uuid();
      await insertOrder(tx, {
        ...boughtOf(product),
        account_id: account.id,
        id,
        profile_id: profile.id,
        product_id: product.id,
        status: 'pending',
        created_at: now,
        expires_at: expiresAt,
      });
      return id;
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
      const id = await place(caller, product);
      const { checkoutUrl } = await payment.begin({
        reference: referenceOf({ account_id: caller.account.id, id }),
        name: product.name,
        price: product.price,
      });
      return { id, checkoutUrl };
    },

    async get({ account }, orderId) {
      const order = (await findOrder(db, account.id, orderId)) ?? fail('NOT_FOUND');
      const owned = ownedOf(await listRights(account.id, [order.item_id]), order);
      return {
        order,
        status: statusOf(order, clock.now()),
        product: { id: order.product_id, ...boughtOf(order), owned },
      };
    },

    async find(reference) {
      const key = parseReference(reference);
      const order = key && (await findOrder(db, key.account_id, key.id));
      return order && { order, status: statusOf(order, clock.now()) };
    },

    async settle(order, outcome) {
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
