import type { Entry, Ledger } from '../ledger.ts';
import type { Stored } from '../stored.ts';
import { possibleCount } from './registers.ts';

const HOUR_MS = 3600_000;

type StoredOrder = Stored['orders'][number];

/** The right that an order bought lasts as long as the product says, from the payment on. */
const hasItsRight = ({ settled_at: settled, right_expires_at: ends, rental_hours: hours }: StoredOrder): boolean =>
  settled !== null && (hours === null ? ends === null : ends?.getTime() === settled.getTime() + hours * HOUR_MS);

const orderOf = ({ call, params, reply }: Entry): string =>
  call === 'pay' ? String(params['orderId']) : (reply as { id: string }).id;

/** Every acknowledged order and payment is there, each once, and no other payment. */
export function compareOrders({ entries }: Ledger, stored: Stored): string[] {
  const differences: string[] = [];
  const orders = new Map(stored.orders.map((row) => [row.id, row]));
  const created = entries.filter(({ call }) => call === 'createOrder');
  const payments = entries.filter(({ call }) => call === 'pay');
  for (const entry of created)
    if (entry.outcome === 'acknowledged' && !orders.has(orderOf(entry)))
      differences.push(`order ${orderOf(entry)}: acknowledged, and not there`);
  for (const entry of payments)
    if (entry.outcome === 'acknowledged' && orders.get(orderOf(entry))?.status !== 'paid')
      differences.push(`order ${orderOf(entry)}: paid, and stored as ${orders.get(orderOf(entry))?.status}`);

  const keyOf = (accountId: string | null, productId: unknown) => `${accountId} ${String(productId)}`;
  const paidKeys = new Set<string>();
  for (const order of stored.orders) {
    const key = keyOf(order.account_id, order.product_id);
    if (!created.some(({ accountId, params }) => keyOf(accountId, params['id']) === key))
      differences.push(`order ${order.id}: stored, and nobody ordered it`);
    if (order.status !== 'paid') continue;
    const tries = payments.filter((entry) => orderOf(entry) === order.id);
    if (possibleCount(tries).most === 0) differences.push(`order ${order.id}: stored as paid, and nobody paid`);
    if (!hasItsRight(order)) differences.push(`order ${order.id}: the right does not last from its payment on`);
    if (paidKeys.has(key)) differences.push(`product ${order.product_id}: paid twice by account ${order.account_id}`);
    paidKeys.add(key);
  }
  return differences;
}
