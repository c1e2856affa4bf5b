import type { Membership } from '../accounts/membership.ts';
import type { ProductRow } from '../db/tables.ts';

/** A whole title, or one episode of it. */
export interface Part {
  item_id: number;
  /** Null for the whole title. */
  episode_id: number | null;
}

/** A purchase that may still be watched. */
export interface Right extends Part {
  /** The order that bought it. */
  order_id: string;
  kind: ProductRow['kind'];
  /** Null for a permanent purchase. */
  expires_at: Date | null;
}

/** All by which an account may watch. */
export interface Entitlement {
  membership: Membership;
  rights: readonly Right[];
}
