import type { Selectable } from 'kysely';
import type { Account } from '#contract/accounts.ts';
import type { RowOf, planColumns, productColumns } from '../../catalogue/columns.ts';
import type { PlanRecord, PlanSale, ProductRecord, ProductSale } from '../../catalogue/format/index.ts';
import type { Json } from './json.ts';

/** `episode_id` is null for the whole title. */
interface ProductsTable extends RowOf<ProductRecord, typeof productColumns> {
  item_id: number;
  position: number;
  /** Null: always for sale, without a planned change. */
  sale: Json<ProductSale> | null;
}

/** Memberships for sale. */
export interface PlansTable extends RowOf<PlanRecord, typeof planColumns> {
  position: number;
  /** Null: always for sale, without a planned change. */
  sale: Json<PlanSale> | null;
}

/** A product or a plan, as it was sold: of the two ids, one is null. */
export interface OrdersTable {
  account_id: string;
  id: string;
  profile_id: string;
  product_id: number | null;
  plan_id: number | null;
  /** Null for a membership. */
  item_id: number | null;
  episode_id: number | null;
  name: string;
  kind: 'rental' | 'own' | 'membership';
  rental_hours: number | null;
  /** Plan and days of a membership; null for a product. */
  plan: PlansTable['plan'] | null;
  days: number | null;
  price: number;
  /** A `pending` order is void after `expires_at`. */
  status: 'pending' | 'paid' | 'cancelled' | 'refunded';
  created_at: Date;
  expires_at: Date;
  settled_at: Date | null;
  /** Start of the days that a paid membership added; null for everything else. */
  right_starts_at: Date | null;
  /** Null for a permanent purchase, and for an unpaid order. */
  right_expires_at: Date | null;
  /** The account's plan before a membership was paid. */
  plan_before: Account['membership']['plan'] | null;
  refunded_at: Date | null;
  /** The operator's reason for the refund. */
  refund_reason: string | null;
  /** The voucher whose discount the price has; null without one. */
  voucher_id: string | null;
}

/** The payment provider's state of an order, and when to ask again. Outlives its order. */
export interface PaymentsTable {
  account_id: string;
  order_id: string;
  price: number;
  /** The provider's id of the payment; null until the provider has answered. */
  provider_id: string | null;
  /** The provider's latest state. */
  state: 'open' | 'paid' | 'cancelled' | 'refunded';
  /** Whether the service wants the money to go back, and whether it has. */
  refund: 'due' | 'done' | null;
  /** A problem for an operator: another price, a state that contradicts the order, or a refund that fails. */
  problem: 'price' | 'state' | 'refund' | null;
  /** Questions or refunds since the last success. */
  tries: number;
  /** When the worker asks again; null for never. */
  next_at: Date | null;
  /** When the provider last said something about it. */
  told_at: Date | null;
  created_at: Date;
}

/** Changes that support made to memberships. */
export interface MembershipChangesTable {
  account_id: string;
  id: string;
  kind: 'give' | 'extend' | 'end';
  plan: PlansTable['plan'] | null;
  days: number | null;
  reason: string;
  changed_at: Date;
  /** End of the membership after the change; null without a membership. */
  ends_at: Date | null;
}

/** A code for days of a membership, or for a discount on the next one. */
export interface VouchersTable {
  id: string;
  /** Without the dashes. */
  code: string;
  /** For operators. */
  name: string;
  plan: PlansTable['plan'] | null;
  days: number | null;
  /** Off the price of one membership; null for days. */
  percent: number | null;
  max_uses: number;
  cnt_used: number;
  is_paused: boolean;
  ends_at: Date;
  created_at: Date;
}

/** A code that an account has redeemed. */
interface VoucherUsesTable {
  account_id: string;
  voucher_id: string;
  used_at: Date;
  percent: number | null;
  /** Until when a discount waits for an order. */
  expires_at: Date | null;
  /** The paid order that had the discount. */
  order_id: string | null;
}

/** A paid order of an erased account, without the person. */
interface KeptOrdersTable {
  /** The order's id. */
  id: string;
  name: string;
  kind: OrdersTable['kind'];
  price: number;
  status: 'paid' | 'refunded';
  created_at: Date;
  settled_at: Date;
  refunded_at: Date | null;
}

/** What was sold in a day in Korea, of a title or a membership; the id 0 is orders of erased accounts. */
interface SaleDaysTable {
  day: string;
  kind: 'title' | 'plan';
  id: number;
  /** Of one of the orders, for what the catalogue has no more. */
  name: string;
  cnt_order: number;
  won: number;
  cnt_refund: number;
  won_refunded: number;
}

/** Tables of the shop. */
export interface TablesOfShop {
  products: ProductsTable;
  plans: PlansTable;
  orders: OrdersTable;
  payments: PaymentsTable;
  membership_changes: MembershipChangesTable;
  kept_orders: KeptOrdersTable;
  vouchers: VouchersTable;
  voucher_uses: VoucherUsesTable;
  sale_days: SaleDaysTable;
}

export type ProductRow = Selectable<ProductsTable>;
export type PlanRow = Selectable<PlansTable>;
export type OrderRow = Selectable<OrdersTable>;
export type VoucherRow = Selectable<VouchersTable>;
export type VoucherUseRow = Selectable<VoucherUsesTable>;
export type PaymentRow = Selectable<PaymentsTable>;
