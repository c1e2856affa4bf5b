/* The functions of this area that other areas may call. */
export { createStaffOperations } from './staff.ts';
