import { act, fireEvent, screen } from '@testing-library/react';
import type { RemoteKey } from '#platform/platform.ts';
import { describe, expect, test } from 'vitest';
import { movePointer } from '#tests/support/app/pointer.ts';
import { focusKey, row, startWall, turn } from '#tests/support/app/wall.tsx';

describe('a pointer on a wall', () => {
  /** The page tells that the pointer is over a tile; it may have rested while the tile moved. */
  const moveOver = async (element: HTMLElement, x: number, y = 0, at: MouseEventInit = {}) => {
    await movePointer(element, { x, y }, at);
    await turn();
  };
  const wheel = (element: HTMLElement, options: Partial<WheelEventInit>, timeStamp: number) => {
    const event = new WheelEvent('wheel', { bubbles: true, ...options });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return act(async () => void element.dispatchEvent(event));
  };

  test('focuses a tile that it moves over, without moving the wall, and presses it by a click', async () => {
    const rows = [row('a', 20), row('b', 20)];
    const { press, tile } = await startWall(rows);
    await press('right', 'right');
    const track = tile('a/t2').parentElement!;
    const shift = track.style.transform;
    await moveOver(tile('b/t1'), 3);
    expect(focusKey()).toBe('b/t1');
    await moveOver(tile('a/t4'), 0, -1);
    expect(focusKey()).toBe('a/t4');
    expect(track.style.transform).toBe(shift);
    fireEvent.click(tile('b/t3'));
    expect(rows[1]!.onPress).toHaveBeenCalledExactlyOnceWith(3);
    await press('right');
    expect(focusKey()).toBe('a/t5');
    expect(track.style.transform).not.toBe(shift);
  });

  test('a pointer that rests while a tile moves under it focuses nothing', async () => {
    const { tile } = await startWall([row('a', 20)]);
    await moveOver(tile('a/t3'), 0);
    expect(focusKey()).toBe('a/t0');
    // The browser may not move its own focus.
    expect(fireEvent.mouseDown(tile('a/t3'))).toBe(false);
    await turn();
    expect(focusKey()).toBe('a/t3');
  });

  test('counts as moved by its place, where the engine reports no distance', async () => {
    const { tile } = await startWall([row('a', 20)]);
    await moveOver(tile('a/t2'), 0, 0, { clientX: 300, clientY: 200 });
    await moveOver(tile('a/t3'), 0, 0, { clientX: 301, clientY: 200 });
    expect(focusKey()).toBe('a/t3');
    await moveOver(tile('a/t4'), 0, 0, { clientX: 301, clientY: 200 });
    expect(focusKey()).toBe('a/t3');
  });

  test('presses what was under it when its button went down, though that moved away or shows something else', async () => {
    const rows = [row('a', 20), row('b', 20)];
    const { show, tile } = await startWall(rows);
    const at = { bubbles: true, clientX: 300, clientY: 200 };
    const element = tile('a/t3');
    fireEvent.mouseDown(element, at);
    fireEvent.mouseUp(tile('b/t1'), { ...at, clientX: 303 });
    expect(rows[0]!.onPress).toHaveBeenCalledExactlyOnceWith(3);
    // A click by a voice guide, not by the pointer.
    fireEvent.click(tile('b/t1'));
    expect(rows[1]!.onPress).toHaveBeenCalledExactlyOnceWith(1);

    fireEvent.mouseDown(element, at);
    const later = row('a', 21, { tileKey: (index) => (index === 0 ? 'new' : `t${index - 1}`) });
    await show([later, rows[1]!]);
    fireEvent.mouseUp(element, at);
    fireEvent.click(element);
    expect(rows[0]!.onPress).toHaveBeenLastCalledWith(3);
    expect(later.onPress).not.toHaveBeenCalled();
  });

  test('presses nothing when it leaves what it pressed', async () => {
    const rows = [row('a', 20), row('b', 20)];
    const { tile } = await startWall(rows);
    fireEvent.mouseDown(tile('a/t3'), { bubbles: true, clientX: 300, clientY: 200 });
    fireEvent.mouseUp(tile('b/t1'), { bubbles: true, clientX: 300, clientY: 400 });
    expect(rows[0]!.onPress).not.toHaveBeenCalled();
    expect(rows[1]!.onPress).not.toHaveBeenCalled();
  });

  test.each<[string, RemoteKey]>([
    ['an arrow', 'left'],
    ['a page key', 'rewind'],
  ])('lets %s that finds no further tile align the row that it chose', async (_, key) => {
    const { press, tile, shell } = await startWall([row('a', 20), row('b', 20), row('c', 20)]);
    const track = shell().firstElementChild as HTMLElement;
    await moveOver(tile('b/t0'), 3);
    expect(track.style.transform).not.toBe('translate3d(0, -30rem, 0)');
    await press(key);
    expect(focusKey()).toBe('b/t0');
    expect(track.style.transform).toBe('translate3d(0, -30rem, 0)');
  });

  test('aligns a row that it chose when keys come back to it from a menu', async () => {
    const { engine, press, tile, shell } = await startWall([row('a', 20), row('b', 20), row('c', 20)]);
    const track = shell().firstElementChild as HTMLElement;
    await moveOver(tile('b/t0'), 3);
    await act(async () => engine.point('menu'));
    await act(async () => engine.point('wall'));
    expect(focusKey()).toBe('b/t0');
    expect(track.style.transform).not.toBe('translate3d(0, -30rem, 0)');
    await act(async () => engine.point('menu'));
    await press('down');
    expect(focusKey()).toBe('b/t0');
    expect(track.style.transform).toBe('translate3d(0, -30rem, 0)');
  });

  test('finds the wall as it was when Back brings it again', async () => {
    const rows = [row('a', 20), row('b', 20)];
    const first = await startWall(rows);
    await first.press('right', 'right');
    await moveOver(first.tile('a/t5'), 3);
    const shift = first.tile('a/t5').parentElement!.style.transform;
    const memory = first.visit.walls.get('wall')!;
    expect(memory.pins).toEqual({ top: 0, shifts: { a: 50 } });
    expect(shift).toBe('translate3d(-50rem, 0, 0)');
  });

  test('turns the wheel anywhere beside the wall, and first enters it', async () => {
    const { press } = await startWall([row('a', 20), row('b', 20)]);
    await press('up');
    expect(focusKey()).toBe('menu');
    await wheel(document.body, { deltaY: 5 }, 1_000);
    expect(focusKey()).toBe('a/t0');
    await wheel(document.body, { deltaY: 5 }, 2_000);
    expect(focusKey()).toBe('b/t0');
    await wheel(document.body, { deltaY: -5 }, 3_000);
    await wheel(document.body, { deltaY: -5 }, 4_000);
    expect(focusKey()).toBe('a/t0');
  });

  test('leaves the wall upwards by the wheel where something belongs to it', async () => {
    await startWall([row('a', 20), row('b', 20)], { wall: { wheelLeaves: true } });
    await wheel(document.body, { deltaY: -5 }, 1_000);
    expect(focusKey()).toBe('menu');
  });

  test('steps once for all turns of the wheel within 120 ms', async () => {
    const { shell } = await startWall([row('a', 20), row('b', 20), row('c', 20)]);
    await wheel(shell(), { deltaY: 5 }, 1_000);
    await wheel(shell(), { deltaY: 5 }, 1_119);
    expect(focusKey()).toBe('b/t0');
    await wheel(shell(), { deltaY: 5 }, 1_120);
    expect(focusKey()).toBe('c/t0');
    await wheel(shell(), { deltaY: -5 }, 2_000);
    expect(focusKey()).toBe('b/t0');
  });

  test.each<[string, Partial<WheelEventInit>, string]>([
    ['down', { deltaY: 1 }, 'b/t0'],
    ['sideways', { deltaX: 2, deltaY: 1 }, 'a/t1'],
    ['down a little sideways', { deltaX: 1, deltaY: 2 }, 'b/t0'],
    ['down with Shift', { deltaY: 2, shiftKey: true }, 'a/t1'],
    ['up at the top', { deltaY: -2 }, 'a/t0'],
    ['nowhere', {}, 'a/t0'],
  ])('moves the focus with a wheel that turns %s', async (_, options, key) => {
    const { shell } = await startWall([row('a', 20), row('b', 20)]);
    await wheel(shell(), options, 1_000);
    expect(focusKey()).toBe(key);
  });
});

describe('the voice guide on a wall', () => {
  test('hears the name of a tile and its place in the row, and the row by its head', async () => {
    await startWall([row('a', 3)]);
    expect(screen.getByRole('button', { name: 'a 타일 1, 3개 중 2번째' })).toBeVisible();
    expect(screen.getByRole('group', { name: '줄 a' })).toBeVisible();
  });

  test('hears the place in the whole list where rows are its lines', async () => {
    await startWall([row('a', 3, { ordinalLabel: (index) => `1,024개 중 ${index + 7}번째`, head: null })]);
    expect(screen.getByRole('button', { name: 'a 타일 0, 1,024개 중 7번째' })).toBeVisible();
    expect(screen.getByRole('group')).not.toHaveAttribute('aria-labelledby');
  });
});
