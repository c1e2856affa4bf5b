import type { RecordChange } from '#server/staff/audit/record.ts';

/** For tests that are not about the audit log. */
export const recordNothing: RecordChange = () => Promise.resolve();
