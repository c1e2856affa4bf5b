import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWallModel, type ModelRow, type WallModel } from '#src/focus/wall-model.ts';

const DIRECTIONS = ['left', 'right', 'up', 'down'] as const;
const OPPOSITE = { left: 'right', right: 'left', up: 'down', down: 'up' } as const;

const direction = fc.constantFrom(...DIRECTIONS);
const press = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('move' as const), direction }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('page' as const), direction, size: fc.integer({ min: 1, max: 6 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('point' as const), row: fc.nat(30), column: fc.nat(30) }) },
);

const buildRow = (key: string, tiles: readonly string[]): ModelRow => ({
  key,
  count: tiles.length,
  tileWidth: 20,
  gap: 2,
  height: 30,
  tileKey: (index) => tiles[index] ?? '',
});
const buildRows = (counts: readonly number[]) =>
  counts.map((count, row) =>
    buildRow(
      `r${row}`,
      Array.from({ length: count }, (_, tile) => `t${tile}`),
    ),
  );

/** A grid has full rows of the same length; its last one may be shorter. */
const grid = fc
  .record({ columns: fc.integer({ min: 1, max: 6 }), tiles: fc.integer({ min: 1, max: 40 }) })
  .map(({ columns, tiles }) =>
    Array.from({ length: Math.ceil(tiles / columns) }, (_, row) => Math.min(columns, tiles - row * columns)),
  );
const wall = fc.oneof(
  fc.record({ counts: grid, keepsColumn: fc.constant(true) }),
  fc.record({
    counts: fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }),
    keepsColumn: fc.boolean(),
  }),
);
const open = ({ counts, keepsColumn }: { counts: readonly number[]; keepsColumn: boolean }) =>
  createWallModel(buildRows(counts), { width: 100, height: 60, keepsColumn }, undefined);

function act(model: WallModel, pressed: typeof press extends fc.Arbitrary<infer T> ? T : never): boolean {
  switch (pressed.type) {
    case 'move':
      return model.move(pressed.direction);
    case 'page':
      return model.page(pressed.direction, pressed.size);
    case 'point': {
      // A pointer reaches only tiles that are drawn.
      const { rows, tiles } = model.window();
      const row = rows.first + (pressed.row % (rows.last - rows.first));
      const { first, last } = tiles[row]!;
      model.pointAt(row, first + (pressed.column % (last - first)));
      return true;
    }
  }
}

const shiftsOf = (model: WallModel) => [model.shift(), ...model.rows().map((_, row) => model.shiftOf(row))];

const placeOf = (model: WallModel) => [model.row(), model.columnOf(model.row())] as const;

function expectOnTile(model: WallModel) {
  const [row, column] = placeOf(model);
  const { rows: shown, tiles } = model.window();
  expect(model.focusedKey()).toBe(`r${row}/t${column}`);
  expect(column).toBeLessThan(model.rows()[row]!.count);
  // The tile is mounted, and what scrolls stays within its tiles.
  expect([shown.first <= row, row < shown.last]).toEqual([true, true]);
  expect([tiles[row]!.first <= column, column < tiles[row]!.last]).toEqual([true, true]);
  for (let index = shown.first; index < shown.last; index += 1) {
    expect(model.shiftOf(index)).toBeGreaterThanOrEqual(0);
    expect(model.shiftOf(index)).toBeLessThanOrEqual(Math.max(0, model.rows()[index]!.count * 22 - 2 - 100));
  }
}

test('the focus is on a mounted tile after any presses, a pointer scrolls nothing, and Back restores the tile', () => {
  fc.assert(
    fc.property(wall, fc.array(press, { maxLength: 30 }), ({ counts, keepsColumn }, presses) => {
      const model = open({ counts, keepsColumn });
      expectOnTile(model);
      for (const pressed of presses) {
        const before = placeOf(model);
        const shifts = shiftsOf(model);
        const hasMoved = act(model, pressed);
        if (pressed.type === 'point') expect(shiftsOf(model)).toEqual(shifts);
        else expect(hasMoved).toBe(String(placeOf(model)) !== String(before));
        expectOnTile(model);
      }
      const again = createWallModel(buildRows(counts), { width: 100, height: 60, keepsColumn }, model.memory()!);
      expect(placeOf(again)).toEqual(placeOf(model));
      expectOnTile(again);
    }),
    { numRuns: 300 },
  );
});

test('an arrow or a page and its opposite return to the tile, unless the edge was nearer', () => {
  fc.assert(
    fc.property(
      wall,
      fc.array(press, { maxLength: 12 }),
      direction,
      fc.integer({ min: 1, max: 6 }),
      (of, presses, to, size) => {
        const model = open(of);
        presses.forEach((pressed) => act(model, pressed));
        const [row, column] = placeOf(model);
        const isAlong = to === 'left' || to === 'right';
        const hasMoved = size === 1 ? model.move(to) : model.page(to, size);
        const [nextRow, nextColumn] = placeOf(model);
        const walked = isAlong ? Math.abs(nextColumn - column) : Math.abs(nextRow - row);
        // At an edge nothing moves; a page stops at it.
        const room = { left: column, up: row, right: of.counts[row]! - 1 - column, down: of.counts.length - 1 - row }[
          to
        ];
        expect([hasMoved, walked]).toEqual([room > 0, Math.min(room, size)]);
        const isShorter = !isAlong && of.keepsColumn && of.counts[nextRow]! <= column;
        if (isShorter) expect(nextColumn).toBe(of.counts[nextRow]! - 1);
        if (walked !== size || isShorter) return;
        expect(size === 1 ? model.move(OPPOSITE[to]) : model.page(OPPOSITE[to], size)).toBe(true);
        expect(placeOf(model)).toEqual([row, column]);
      },
    ),
    { numRuns: 300 },
  );
});

test('tiles that come and go leave the focus on its tile, or on one in its place', () => {
  const tiles = fc.subarray(['a', 'b', 'c', 'd', 'e', 'f', 'g'], { minLength: 1 });
  const rows = fc.uniqueArray(fc.record({ key: fc.constantFrom('p', 'q', 'r', 's'), tiles }), {
    minLength: 1,
    selector: ({ key }) => key,
  });
  fc.assert(
    fc.property(rows, fc.array(fc.oneof(press, rows), { maxLength: 12 }), fc.boolean(), (first, steps, keepsColumn) => {
      let now = first;
      const build = () => now.map((row) => buildRow(row.key, row.tiles));
      const model = createWallModel(build(), { width: 100, height: 60, keepsColumn }, undefined);
      for (const step of steps) {
        if (!Array.isArray(step)) {
          act(model, step);
          continue;
        }
        const [row, tile] = model.focusedKey()!.split('/') as [string, string];
        now = step;
        model.setRows(build());
        const isThere = now.some(({ key, tiles: left }) => key === row && left.includes(tile));
        if (isThere) expect(model.focusedKey()).toBe(`${row}/${tile}`);
        else
          expect(now.flatMap(({ key, tiles: left }) => left.map((one) => `${key}/${one}`))).toContain(
            model.focusedKey(),
          );
        if (now.some(({ key }) => key === row)) expect(model.focusedKey()).toMatch(new RegExp(`^${row}/`));
      }
    }),
    { numRuns: 300 },
  );
});
