/* The functions of this area that other areas may call. */
export { bestRight, validRights } from './rights.ts';
export { createPayments } from './payments.ts';
export { listRefundReferences } from './refund-references.ts';
export type { Receipts } from './receipts.ts';
export { createSupportOperations, type SupportOperations } from './support.ts';
export { versionOf as membershipVersionOf } from './support-memberships.ts';
