/** Where a UUID has its version; 8 means that the application defines the other bits. */
const VERSION_AT = 14;

/** The id of a review: a random UUID whose first 32 bits are the title's id, so that the review is found by its title. */
export const reviewIdOf = (itemId: number, uuid: string): string =>
  itemId.toString(16).padStart(8, '0') + uuid.slice(8, VERSION_AT) + '8' + uuid.slice(VERSION_AT + 1);

/** The title of a review; undefined for an id that no review can have. */
export const itemIdOf = (reviewId: string): number | undefined =>
  reviewId[VERSION_AT] === '8' ? Number.parseInt(reviewId.slice(0, 8), 16) : undefined;
