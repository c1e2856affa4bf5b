/* The functions of this area that other areas may call. */
export { createClipKeys, type ClipKeys } from './clip-key-store.ts';
export { createKeySeal, secretIn } from './key-seal.ts';
export { mountLicenses } from './routes.ts';
