import { describe, expect, test } from 'vitest';
import type { WallMemory } from '#src/focus/engine/visit-memory.ts';
import { createWallModel, type ModelRow } from '#src/focus/wall-model.ts';

const buildRow = (key: string, tiles: readonly string[]): ModelRow => ({
  key,
  count: tiles.length,
  tileWidth: 20,
  gap: 2,
  height: 30,
  tileKey: (index) => tiles[index] ?? '',
});
const letters = (count: number) => Array.from({ length: count }, (_, index) => `t${index}`);
const MEASURES = { width: 100, height: 60, keepsColumn: false };
const buildModel = (rows: readonly ModelRow[]) => createWallModel(rows, MEASURES, undefined);

describe('a wall', () => {
  test('starts at the first tile of the first row', () => {
    expect(buildModel([buildRow('a', letters(3))]).focusedKey()).toBe('a/t0');
  });

  test('reports its window only when it changes', () => {
    const model = buildModel([buildRow('a', letters(100))]);
    let changes = 0;
    model.subscribe(() => (changes += 1));
    const moves = 40;
    for (let step = 0; step < moves; step += 1) model.move('right');
    expect(model.focusedKey()).toBe('a/t40');
    expect(changes).toBeGreaterThan(0);
    expect(changes).toBeLessThan(moves / 2);
  });

  test('draws a move before it mounts tiles for the next one', () => {
    const later: (() => void)[] = [];
    const model = createWallModel(
      [buildRow('a', letters(100))],
      { ...MEASURES, later: (run) => later.push(run) },
      undefined,
    );
    for (let step = 0; step < 20; step += 1) {
      const before = model.window();
      model.move('right');
      const { first, last } = model.window().tiles[0]!;
      expect([first <= model.columnOf(0), last > model.columnOf(0)]).toEqual([true, true]);
      if (later.length > 0) expect(model.window()).toBe(before);
      later.splice(0).forEach((run) => run());
    }
    expect(model.window().tiles[0]!.first).toBeGreaterThan(10);
  });

  describe('a wall with a smaller height at the first draw', () => {
    const rows = Array.from({ length: 6 }, (_, row) => buildRow(`r${row}`, letters(30)));
    const start = (memory?: WallMemory) => createWallModel(rows, { ...MEASURES, firstHeight: 30 }, memory);

    test('mounts the visible tiles first, and then a row at a time up to the same window as without it', () => {
      const model = start();
      expect(model.window()).toEqual({ rows: { first: 0, last: 1 }, tiles: [{ first: 0, last: 6 }] });
      const whole = buildModel(rows).window();
      const mounted: number[] = [];
      model.subscribe(() => mounted.push(model.window().rows.last));
      while (model.grow());
      expect(model.window()).toEqual(whole);
      expect(mounted).toEqual(Array.from({ length: whole.rows.last - 1 }, (_, index) => index + 2));
      expect(model.grow()).toBe(false);
      expect(mounted).toHaveLength(whole.rows.last - 1);
    });

    test.each(['right', 'down'] as const)('mounts the whole window with a move to the %s', (direction) => {
      const model = start();
      model.move(direction);
      const whole = buildModel(rows);
      whole.move(direction);
      expect(model.window()).toEqual(whole.window());
    });

    test('keeps what is mounted when rows come, and mounts these a row at a time', () => {
      const model = createWallModel(rows.slice(0, 1), { ...MEASURES, firstHeight: 30 }, undefined);
      while (model.grow());
      model.setRows(rows.slice());
      expect(model.window().rows).toEqual({ first: 0, last: 1 });
      while (model.grow());
      expect(model.window()).toEqual(buildModel(rows).window());
    });

    test('mounts the visible rows first where it begins at a tile of one of them', () => {
      const model = start({ rowKey: 'r0', tileKeys: { r0: 't20' } });
      expect(model.window().rows).toEqual({ first: 0, last: 1 });
      expect(model.focusedKey()).toBe('r0/t20');
      while (model.grow());
      expect(model.window().rows).toEqual(buildModel(rows).window().rows);
    });

    test('mounts the whole window at once around a remembered tile', () => {
      const model = start({ rowKey: 'r4', tileKeys: { r4: 't20' } });
      expect(model.window().rows).toEqual({ first: 2, last: 6 });
      expect(model.focusedKey()).toBe('r4/t20');
    });
  });

  test('mounts at once what a jump shows', () => {
    const model = createWallModel([buildRow('a', letters(100))], { ...MEASURES, later: () => undefined }, undefined);
    model.page('right', 40);
    expect(model.window().tiles[0]!.first).toBeLessThanOrEqual(40);
    expect(model.window().tiles[0]!.last).toBeGreaterThan(44);
  });

  test('keeps the focused tile and its neighbours mounted', () => {
    const model = buildModel(Array.from({ length: 30 }, (_, row) => buildRow(`r${row}`, letters(50))));
    for (const direction of ['right', 'down', 'right', 'right', 'down', 'left', 'down', 'down', 'up'] as const) {
      for (let step = 0; step < 7; step += 1) {
        model.move(direction);
        const tiles = model.window().tiles[model.row()];
        const column = model.columnOf(model.row());
        expect(tiles!.first).toBeLessThanOrEqual(Math.max(0, column - 1));
        expect(tiles!.last).toBeGreaterThanOrEqual(Math.min(50, column + 2));
      }
    }
  });

  test('mounts few tiles however long its rows are', () => {
    const model = buildModel(Array.from({ length: 500 }, (_, row) => buildRow(`r${row}`, letters(1000))));
    for (let step = 0; step < 50; step += 1) model.move(step % 2 === 0 ? 'right' : 'down');
    const { rows, tiles } = model.window();
    let mounted = 0;
    for (let row = rows.first; row < rows.last; row += 1) mounted += tiles[row]!.last - tiles[row]!.first;
    expect(mounted).toBeLessThanOrEqual(90);
  });

  test('restores its position by keys', () => {
    const rows = [buildRow('a', letters(20)), buildRow('b', letters(20))];
    const model = buildModel(rows);
    for (let step = 0; step < 7; step += 1) model.move('right');
    model.move('down');
    model.move('right');
    const again = createWallModel(rows, MEASURES, model.memory()!);
    expect(again.focusedKey()).toBe('b/t1');
    expect(again.shift()).toBe(model.shift());
    expect([again.shiftOf(0), again.shiftOf(1)]).toEqual([model.shiftOf(0), model.shiftOf(1)]);
  });
});

describe('a wall whose rows change', () => {
  describe('a wall whose tile to restore is missing', () => {
    const memory = { rowKey: 'b', tileKeys: { a: 't2', b: 't5' } };
    const [early, late] = [[buildRow('a', letters(3))], [buildRow('a', letters(3)), buildRow('b', letters(9))]];
    const comeBack = () => createWallModel(early, MEASURES, memory);

    test('moves there when the tile arrives and keeps its old position until then', () => {
      const model = comeBack();
      expect(model.focusedKey()).toBe('a/t2');
      expect(model.memory()).toEqual(memory);
      model.setRows([buildRow('a', letters(3)), buildRow('b', letters(2))]);
      expect(model.memory()).toEqual(memory);
      model.setRows(late);
      expect(model.focusedKey()).toBe('b/t5');
    });

    test('moves there once: not again when the tile goes and comes back', () => {
      const model = comeBack();
      model.setRows(late);
      model.setRows(early);
      expect(model.focusedKey()).toBe('a/t2');
      model.setRows(late.slice());
      expect(model.focusedKey()).toBe('a/t2');
    });

    test('stays with a viewer who has moved or pressed in between', () => {
      const moved = comeBack();
      moved.move('left');
      moved.setRows(late);
      expect(moved.focusedKey()).toBe('a/t1');
      const pressed = comeBack();
      pressed.stay();
      pressed.setRows(late);
      expect(pressed.focusedKey()).toBe('a/t2');
      expect(pressed.memory()?.rowKey).toBe('a');
    });
  });

  test('keeps the focus on its tile when the row and the tile move', () => {
    const model = buildModel([buildRow('a', ['x', 'y', 'z']), buildRow('b', letters(3))]);
    model.move('right');
    model.setRows([buildRow('new', letters(2)), buildRow('a', ['n', 'm', 'x', 'y', 'z']), buildRow('b', letters(3))]);
    expect(model.focusedKey()).toBe('a/y');
  });

  test('moves the focus to the tile in the place of a removed one', () => {
    const model = buildModel([buildRow('a', ['x', 'y', 'z'])]);
    model.move('right');
    model.setRows([buildRow('a', ['x', 'z'])]);
    expect(model.focusedKey()).toBe('a/z');
    model.setRows([buildRow('a', ['x'])]);
    expect(model.focusedKey()).toBe('a/x');
  });

  test('moves the focus to the row in the place of a removed one', () => {
    const model = buildModel([buildRow('a', letters(2)), buildRow('b', letters(2))]);
    model.move('down');
    model.setRows([buildRow('a', letters(2)), buildRow('c', letters(2))]);
    expect(model.focusedKey()).toBe('c/t0');
  });

  test('can lose all rows and get them back', () => {
    const model = buildModel([buildRow('a', letters(2))]);
    model.setRows([]);
    expect(model.focusedKey()).toBeNull();
    model.setRows([buildRow('a', letters(2))]);
    expect(model.focusedKey()).toBe('a/t0');
  });
});

describe('a pointer', () => {
  test('focuses a tile in place: nothing scrolls until the next arrow', () => {
    const model = buildModel([buildRow('a', letters(30)), buildRow('b', letters(30))]);
    const before = [model.shift(), model.shiftOf(0), model.shiftOf(1)];
    model.pointAt(1, 3);
    expect(model.focusedKey()).toBe('b/t3');
    expect([model.shift(), model.shiftOf(0), model.shiftOf(1)]).toEqual(before);
    model.move('right');
    expect(model.focusedKey()).toBe('b/t4');
    expect(model.shift()).toBe(30);
    expect(model.shiftOf(1)).toBe(88);
  });

  const startPinned = () => {
    const rows = [buildRow('a', letters(30)), buildRow('b', letters(30)), buildRow('c', letters(30))];
    const model = buildModel(rows);
    for (let step = 0; step < 5; step += 1) model.move('right');
    model.pointAt(1, 3);
    model.pointAt(0, 7);
    return { rows, model, shifts: [model.shift(), model.shiftOf(0), model.shiftOf(1)] };
  };

  test('finds the wall as it was left, unless the viewer uses keys', () => {
    const { rows, model, shifts } = startPinned();
    const open = (isPointing: boolean) => createWallModel(rows, { ...MEASURES, isPointing }, model.memory()!);
    const again = open(true);
    expect(again.focusedKey()).toBe('a/t7');
    expect([again.shift(), again.shiftOf(0), again.shiftOf(1)]).toEqual(shifts);
    expect(open(false).shiftOf(0)).toBe(7 * 22);
    again.move('left');
    expect(again.shiftOf(0)).toBe(6 * 22);
  });

  test('keeps its tile in place when rows and tiles come', () => {
    const { rows, model, shifts } = startPinned();
    model.setRows([buildRow('new', letters(4)), buildRow('a', ['first', ...letters(40)]), ...rows.slice(1)]);
    expect(model.focusedKey()).toBe('a/t7');
    // One row of 30 rem above, one tile of 22 rem before.
    expect([model.shift(), model.shiftOf(1), model.shiftOf(2)]).toEqual([30, shifts[1]! + 22, shifts[2]]);
    const { rows: shown, tiles } = model.window();
    expect([shown.first, shown.last]).toEqual([0, 4]);
    expect(tiles[1]!.first).toBeLessThan(8);
  });

  test('may lose its tile, its row and all rows', () => {
    const { rows, model } = startPinned();
    model.setRows([buildRow('a', letters(3)), ...rows.slice(1)]);
    expect([model.focusedKey(), model.shiftOf(0)]).toEqual(['a/t2', 0]);
    model.setRows(rows.slice(1));
    expect(model.focusedKey()).toBe('b/t3');
    model.setRows([]);
    expect([model.focusedKey(), model.shift()]).toEqual([null, 0]);
    model.setRows(rows.slice(2));
    expect(model.focusedKey()).toMatch(/^c/);
  });
});
