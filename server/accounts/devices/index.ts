/* The functions of this area that other areas may call. */
export { presentDeviceLink } from './present.ts';
export { denyApproved } from './store.ts';
