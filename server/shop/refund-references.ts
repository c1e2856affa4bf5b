import type { Connection } from '../db/open.ts';
import { referenceOf } from './order-references.ts';
import { listRefundedOrders } from './store.ts';

/** References of the orders of an account that were refunded last, by which the audit log names them. */
export const listRefundReferences = async (db: Connection, accountId: string, limit: number): Promise<string[]> =>
  (await listRefundedOrders(db, accountId, limit)).map(referenceOf);
