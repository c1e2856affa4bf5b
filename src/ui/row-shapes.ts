/** Measures of the kinds of rows, in rem; `height` is head, tiles, and room for the caption of the focused one. */
const HEAD = 4.25;
const CAPTION = 7.75;
/** Under wide tiles, so that below the large block of a stage one row ends with the panel and no title is cut. */
const WIDE_CAPTION = 9.25;

const shape = (tileWidth: number, tileHeight: number, gap: number, caption = CAPTION) => ({
  tileWidth,
  tileHeight,
  gap,
  headHeight: HEAD,
  height: HEAD + tileHeight + caption,
});

export const posterRow = shape(14, 21, 2);
export const wideRow = shape(24, 13.5, 2, WIDE_CAPTION);
/** A poster with its numeral before it. */
export const rankedRow = shape(20.5, 21, 1.5);
/** Tiles of text: reviews, products. Nothing stands under them. */
export const cardRow = shape(34, 14.5, 2, 4);
