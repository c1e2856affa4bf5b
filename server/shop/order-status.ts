import type { OrderStatus } from '#contract/shop.ts';
import type { OrderRow } from '../db/tables.ts';

/** Apps know four states: a refunded order is cancelled to them. */
export function statusOf({ status, expires_at: expiresAt }: OrderRow, now: Date): OrderStatus {
  if (status === 'refunded') return 'cancelled';
  return status === 'pending' && now >= expiresAt ? 'expired' : status;
}
