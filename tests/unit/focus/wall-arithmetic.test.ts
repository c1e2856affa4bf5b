import { describe, expect, test } from 'vitest';
import {
  moveIn,
  pageIn,
  rowShift,
  rowTops,
  slideWindow,
  visibleRows,
  visibleTiles,
  type RowGeometry,
} from '#src/focus/wall-arithmetic.ts';

/** Ten tiles of 20 rem with gaps of 2 rem: 218 rem in all. */
const row: RowGeometry = { key: 'row', count: 10, tileWidth: 20, gap: 2, height: 30 };
const VIEWPORT = 100;

test('a row with tiles before the focused one scrolls only when more of them are passed', () => {
  const row = { key: 'chips', count: 20, tileWidth: 12, gap: 1, height: 5, before: 3 };
  expect([0, 3, 4, 10].map((column) => rowShift(row, column, 102))).toEqual([0, 0, 13, 91]);
});

describe('the scroll offset of a row', () => {
  test.each([
    ['is zero for the first tile', 0, 0],
    ['moves a tile in the middle to the edge', 3, 66],
    ['leaves no gap after the last tile', 9, 118],
    ['already shows the end at the last tile but one', 8, 118],
  ])('%s', (_sentence, column, shift) => {
    expect(rowShift(row, column, VIEWPORT)).toBe(shift);
  });

  test('is zero for a row that fits', () => {
    expect(rowShift({ ...row, count: 4 }, 3, VIEWPORT)).toBe(0);
  });
});

describe('the visible part', () => {
  test('the visible part of a row at its start is its first tiles', () =>
    expect(visibleTiles(row, 0, VIEWPORT)).toEqual({ first: 0, last: 5 }));
  test('the visible part of a row at its end is its last tiles', () =>
    expect(visibleTiles(row, 118, VIEWPORT)).toEqual({ first: 5, last: 10 }));
  test('the visible part of an empty row is empty', () =>
    expect(visibleTiles({ ...row, count: 0 }, 0, VIEWPORT)).toEqual({ first: 0, last: 0 }));

  const tops = rowTops([row, { ...row, height: 20 }, row, row]);
  test('starts each row where the one above ends', () => expect(tops).toEqual([0, 30, 50, 80, 110]));
  test.each([
    [0, { first: 0, last: 2 }],
    [1, { first: 1, last: 3 }],
    [3, { first: 3, last: 4 }],
  ])('the visible part of a wall begins at its top row %i', (index, span) =>
    expect(visibleRows(tops, index, 50)).toEqual(span),
  );
});

describe('the mounted window', () => {
  const NOTHING = { first: 0, last: 0 };

  test('keeps some tiles behind the move and all others ahead of it', () => {
    const mounted = { first: 20, last: 33 };
    expect(slideWindow(mounted, { first: 28, last: 33 }, 100, 13, 2)).toEqual({ first: 26, last: 39 });
    expect(slideWindow(mounted, { first: 20, last: 25 }, 100, 13, 2)).toEqual({ first: 14, last: 27 });
    expect(slideWindow(NOTHING, { first: 10, last: 15 }, 100, 13, 2)).toEqual({ first: 8, last: 21 });
  });

  test('stays while it covers the visible tiles and one more on each side', () => {
    const mounted = { first: 6, last: 19 };
    expect(slideWindow(mounted, { first: 13, last: 18 }, 100, 13, 2)).toBe(mounted);
    expect(slideWindow(mounted, { first: 7, last: 12 }, 100, 13, 2)).toBe(mounted);
    expect(slideWindow(mounted, { first: 14, last: 19 }, 100, 13, 2)).toEqual({ first: 12, last: 25 });
  });

  test('has a constant size, so that its elements are reused', () => {
    expect(slideWindow(NOTHING, { first: 0, last: 5 }, 100, 13, 2)).toEqual({ first: 0, last: 13 });
    expect(slideWindow(NOTHING, { first: 95, last: 100 }, 100, 13, 2)).toEqual({ first: 87, last: 100 });
  });

  test('stays within the row', () => {
    expect(slideWindow(NOTHING, { first: 0, last: 3 }, 3, 13, 2)).toEqual({ first: 0, last: 3 });
  });

  test('is recomputed when the row became shorter', () => {
    expect(slideWindow({ first: 0, last: 9 }, { first: 0, last: 2 }, 2, 13, 2)).toEqual({ first: 0, last: 2 });
  });
});

describe('an arrow', () => {
  const rows = [row, { ...row, count: 3 }, row];

  test('moves along the row to the right and left', () => {
    expect(moveIn({ row: 0, columns: [4] }, 'right', rows, false)).toEqual({ row: 0, columns: [5] });
    expect(moveIn({ row: 0, columns: [4] }, 'left', rows, false)).toEqual({ row: 0, columns: [3] });
  });

  test.each([
    ['left of the first tile', { row: 0, columns: [0] }, 'left'],
    ['right of the last tile', { row: 0, columns: [9] }, 'right'],
    ['above the first row', { row: 0, columns: [2] }, 'up'],
    ['below the last row', { row: 2, columns: [0, 0, 2] }, 'down'],
  ] as const)('stops at the edge: %s', (_where, position, direction) => {
    expect(moveIn(position, direction, rows, false)).toBeNull();
  });

  test('returns to the previous tile on up and down', () => {
    const down = moveIn({ row: 0, columns: [7, 1, 2] }, 'down', rows, false);
    expect(down).toEqual({ row: 1, columns: [7, 1, 2] });
    expect(moveIn(down!, 'up', rows, false)).toEqual({ row: 0, columns: [7, 1, 2] });
  });

  test('keeps the column of a grid as far as the row below reaches', () => {
    expect(moveIn({ row: 0, columns: [7] }, 'down', rows, true)).toEqual({ row: 1, columns: [7, 2] });
  });

  test('stops a page jump at the last row', () => {
    expect(pageIn({ row: 0, columns: [4] }, 'right', rows, 4)).toEqual({ row: 0, columns: [8] });
    expect(pageIn({ row: 0, columns: [8] }, 'right', rows, 4)).toEqual({ row: 0, columns: [9] });
    expect(pageIn({ row: 0, columns: [9] }, 'right', rows, 4)).toBeNull();
    expect(pageIn({ row: 1, columns: [] }, 'down', rows, 5)).toEqual({ row: 2, columns: [] });
  });
});
