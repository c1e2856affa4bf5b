/* The functions of this area that other areas may call. */
export { createClipKeys, OtherSecretError, type ClipKeys } from './clip-key-store.ts';
export { createKeySeal, findSecretIn, secretIn } from './key-seal.ts';
export { mountLicenses } from './routes.ts';
