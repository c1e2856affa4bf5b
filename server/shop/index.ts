/* The functions of this area that other areas may call. */
export { bestRight } from './rights.ts';
export { createSupportOperations, versionOf as membershipVersionOf, type SupportOperations } from './support.ts';
