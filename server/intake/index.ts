/* The functions of this area that other areas may call. */
export { startMediaWorker } from './worker.ts';
export { createMediaOperations } from './operations.ts';
