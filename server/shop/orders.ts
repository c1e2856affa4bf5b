import type { OrderStatus } from '#contract/shop.ts';
import type { Caller, ProfileCaller } from '../accounts/sessions.ts';
import type { Titles } from '../catalogue/titles.ts';
import type { Connection, Transact } from '../db/open.ts';
import type { OrderRow, ProductRow } from '../db/tables.ts';
import type { Clock } from '../lib/clock.ts';
import { fail } from '../lib/fail.ts';
import type { Random } from '../lib/random.ts';
import { lockAccount } from '../accounts/store.ts';
import type { PaymentOutcome, PaymentProvider } from '../providers/payment.ts';
import { ownedOf, type ListRights, type Right } from './rights.ts';
import {
  findOrder,
  findOrderById,
  findPendingOrder,
  findProduct,
  insertOrder,
  listProductRows,
  renewOrder,
  settleOrder,
} from './store.ts';

/** How long an order waits to be paid. */
export const PAY_WITHIN_SECONDS = 600;

const HOUR_MS = 3600_000;

export interface OwnedProduct extends Omit<ProductRow, 'position'> {
  owned: Right | undefined;
}

export interface FoundOrder {
  order: OrderRow;
  status: OrderStatus;
}

export interface Orders {
  /** Whether anything can be paid here. */
  readonly isOpen: boolean;
  /** @throws NOT_FOUND, RATING_RESTRICTED */
  listProducts(caller: ProfileCaller, itemId: number, type?: 'item' | 'episode'): Promise<OwnedProduct[]>;
  /**
   * Orders a product. Returns the pending order with all its time to pay when there is one, and the order that bought
   * the product, without an address, when the account owns it.
   * @throws NOT_FOUND, RATING_RESTRICTED, MAINTENANCE where nothing can be paid
   */
  create(caller: ProfileCaller, productId: number): Promise<{ id: string; checkoutUrl: string | null }>;
  /** @throws NOT_FOUND */
  get(caller: Caller, orderId: string): Promise<FoundOrder & { product: OwnedProduct }>;
  /** For the phone: who knows the id may pay. */
  find(orderId: string): Promise<FoundOrder | undefined>;
  /** What the payment came to. A rental's clock starts here. An order is settled once: what comes later is too late. */
  settle(order: OrderRow, outcome: PaymentOutcome): Promise<void>;
}

const statusOf = ({ status, expires_at: expiresAt }: OrderRow, now: Date): OrderStatus =>
  status === 'pending' && now >= expiresAt ? 'expired' : status;

/** What an order keeps of its product. */
const boughtOf = ({ item_id, episode_id, name, kind, rental_hours, price }: Omit<ProductRow, 'id' | 'position'>) => ({
  item_id,
  episode_id,
  name,
  kind,
  rental_hours,
  price,
});

export function createOrders(options: {
  db: Connection;
  transact: Transact;
  clock: Clock;
  random: Random;
  titles: Titles;
  listRights: ListRights;
  /** Undefined where nothing can be paid. */
  payment: PaymentProvider | undefined;
}): Orders {
  const { db, transact, clock, random, titles, listRights, payment } = options;

  const place = ({ account, profile }: ProfileCaller, product: ProductRow): Promise<string> =>
    transact(async (tx) => {
      // Of two orders at once the second finds the first.
      await lockAccount(tx, account.id);
      const now = clock.now();
      const expiresAt = new Date(now.getTime() + PAY_WITHIN_SECONDS * 1000);
      const pending = await findPendingOrder(tx, { accountId: account.id, productId: product.id, now });
      // What was ordered at another price is ordered anew.
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
      if (!payment) fail('MAINTENANCE');
      const id = await place(caller, product);
      const { checkoutUrl } = await payment.begin({ orderId: id, name: product.name, price: product.price });
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

    async find(orderId) {
      const order = await findOrderById(db, orderId);
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
