/* The functions of this area that other areas may call. */
export { bestRight } from './rights.ts';
export { createSupportOperations, type SupportOperations } from './support.ts';
