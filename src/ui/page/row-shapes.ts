/** Sizes of row kinds in rem; `height` includes head, tiles, and the caption of the focused tile. */
const HEAD = 4.25;
const CAPTION = 7.75;
/** Caption height under wide tiles: below the large block of a stage, one row then ends with the panel. */
const WIDE_CAPTION = 9.25;

const shape = (tileWidth: number, tileHeight: number, gap: number, caption = CAPTION) => ({
  grows: 'pictures' as const,
  tileWidth,
  tileHeight,
  gap,
  headHeight: HEAD,
  height: HEAD + tileHeight + caption,
});

export const posterRow = shape(14, 21, 2);
export const wideRow = shape(24, 13.5, 2, WIDE_CAPTION);
/** A poster behind its rank. */
export const rankedRow = shape(20.5, 21, 1.5);
/** Tiles of text (reviews, products), without captions. Three end inside the safe area. */
export const cardRow = { ...shape(32.5, 14.5, 2, 4), grows: 'texts' } as const;
