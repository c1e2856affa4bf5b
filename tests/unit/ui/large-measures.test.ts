import { expect, test, vi } from 'vitest';
import type { GridShape, WallRow } from '#src/focus/index.ts';
import { largeMeasuresOf } from '#src/ui/large-measures.ts';
import { cardRow, posterRow } from '#src/ui/page/row-shapes.ts';

const { row: growRow, grid: growGrid, listShift } = largeMeasuresOf('large-3')!;
const buildRow = (shape: object) => ({ ...shape, key: 'row', count: 3 }) as unknown as WallRow;

test('a poster at 200 % is wider with more room below, and its row fits on the wall', () => {
  const row = buildRow(posterRow);
  const grown = growRow(row);
  expect(grown.tileWidth / row.tileWidth).toBeCloseTo(grown.tileHeight / row.tileHeight);
  expect(grown.height - grown.tileHeight).toBeGreaterThan(row.height - row.tileHeight + 9);
  // From where the wall starts (stage.module.css) to the safe area.
  expect(grown.height).toBeLessThan(67.5 - 11.25 - 3.375);
  expect(growRow(row)).toBe(grown);
});

test('a row at 200 % has more room for its title, which the ring of a tile would touch', () => {
  expect(growRow(buildRow(posterRow)).headHeight).toBeGreaterThan(posterRow.headHeight);
  expect(growRow(buildRow({ ...posterRow, headHeight: 0 })).headHeight).toBe(0);
});

test('a tile of text at 200 % is twice as high', () =>
  expect(growRow(buildRow(cardRow)).tileHeight).toBe(2 * cardRow.tileHeight));

test('a row without text stays the same object', () => {
  const row = buildRow({ tileWidth: 10, tileHeight: 10, gap: 2, headHeight: 0, height: 12 });
  expect(growRow(row)).toBe(row);
});

test('a grid keeps its width with fewer columns, unless it says its large shape', () => {
  const posters: GridShape = { columns: 6, tileWidth: 15, tileHeight: 22.5, gap: 2.4, rowHeight: 30.5 };
  const widthOf = ({ columns, tileWidth, gap }: GridShape) => columns * (tileWidth + gap) - gap;
  expect(growGrid(posters).columns).toBe(5);
  expect(widthOf(growGrid(posters))).toBeCloseTo(widthOf(posters));
  const large = { ...posters, columns: 1 };
  expect(growGrid({ ...posters, large })).toBe(large);
});

test('a list of rows of different heights scrolls until the row after the focused one is visible', () => {
  vi.stubGlobal('document', { documentElement: null });
  vi.stubGlobal('getComputedStyle', () => ({ fontSize: '10px' }));
  const rows = [
    { offsetTop: 0, offsetHeight: 100 },
    { offsetTop: 100, offsetHeight: 40 },
    { offsetTop: 140, offsetHeight: 200 },
  ] as HTMLElement[];
  expect([0, 1, 2].map((index) => listShift(rows, index, 20))).toEqual([0, 10, 14]);
  // 9 rem would be enough, and would cut the first row.
  expect(listShift(rows, 2, 25)).toBe(10);
  vi.unstubAllGlobals();
});
