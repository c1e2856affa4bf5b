/* The functions of this area that other areas may call. */
export { listDecisions } from './audit-log.ts';
export { createRecord } from './record.ts';
