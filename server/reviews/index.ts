/* The functions of this area that other areas may call. */
export { createAccountRemoval } from './account-removal.ts';
export { reviewIdOf } from './review-ids.ts';
export { createReviewOperations } from './review-operations.ts';
