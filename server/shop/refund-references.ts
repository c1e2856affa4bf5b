import type { Connection } from '../db/open.ts';
import { referenceOf } from './order-references.ts';
import { listRefundedOrders } from './store.ts';

/** References of an account's latest refunds, as the audit log shows them. */
export const listRefundReferences = async (db: Connection, accountId: string, limit: number): Promise<string[]> =>
  (await listRefundedOrders(db, accountId, limit)).map(referenceOf);
