/* The functions of this area that other areas may call. */
export { createRecord } from './record.ts';
