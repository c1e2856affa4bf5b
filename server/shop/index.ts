/* The functions of this area that other areas may call. */
export { bestRight } from './rights.ts';
