/* The functions of this area that other areas may call. */
export { secondsUntil } from './limits.ts';
export { findCount, lockCount, removeCount, setCount } from './store.ts';
