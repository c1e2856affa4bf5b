/** Measures of the kinds of rows, in rem; `height` is head, tiles, and room for the caption of the focused one. */
const HEAD = 4.25;
const CAPTION = 7.75;

const shape = (tileWidth: number, tileHeight: number, gap: number) => ({
  tileWidth,
  tileHeight,
  gap,
  headHeight: HEAD,
  height: HEAD + tileHeight + CAPTION,
});

export const posterRow = shape(14, 21, 2);
export const wideRow = shape(24, 13.5, 2);
/** A poster with its numeral before it. */
export const rankedRow = shape(20.5, 21, 1.5);
