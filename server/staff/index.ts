/* The functions of this area that other areas may call. */
export { createTellStaff } from './notices.ts';
export { createStaffOperations } from './staff.ts';
