/* The functions of this area that other areas may call. */
export { listToldRequests } from './fan-out-store.ts';
