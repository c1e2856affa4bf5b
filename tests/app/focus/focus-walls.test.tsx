import { act, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import type { RemoteKey } from '#platform/platform.ts';
import { createVisitMemory } from '#src/focus/index.ts';
import { focusKey, row, startWall } from '#tests/support/app/wall.tsx';

describe('arrows on a wall', () => {
  test('move along the row and stop at its ends', async () => {
    const { walk } = await startWall([row('a', 3)]);
    expect(focusKey()).toBe('a/t0');
    expect(await walk('left', 'right', 'right', 'right')).toEqual(['a/t0', 'a/t1', 'a/t2', 'a/t2']);
  });

  test('return to the tile that was left in a row, and leave the wall at its top', async () => {
    const { walk } = await startWall([row('a', 3), row('b', 3)]);
    expect(await walk('right', 'down', 'up', 'up', 'down')).toEqual(['a/t1', 'b/t0', 'a/t1', 'menu', 'a/t1']);
  });

  test('keep the column on a grid', async () => {
    const { walk } = await startWall([row('a', 3), row('b', 2)], { wall: { keepsColumn: true } });
    expect(await walk('right', 'down', 'up', 'right', 'down')).toEqual(['a/t1', 'b/t1', 'a/t1', 'a/t2', 'b/t1']);
  });

  test('tell the row and the tile, also when the wall gets the focus again', async () => {
    const { onFocusTile, press } = await startWall([row('a', 3), row('b', 3)]);
    expect(onFocusTile).toHaveBeenLastCalledWith('a', 0);
    await press('right');
    expect(onFocusTile).toHaveBeenLastCalledWith('a', 1);
    await press('down');
    expect(onFocusTile).toHaveBeenLastCalledWith('b', 0);
    onFocusTile.mockClear();
    await press('up', 'up', 'down');
    expect(onFocusTile.mock.calls.at(-1)).toEqual(['a', 1]);
  });

  test('mount only tiles near the focus, and always the focused one', async () => {
    const { press } = await startWall([row('a', 200)]);
    const mounted = () => document.querySelectorAll('[data-row-track] > *').length;
    const first = mounted();
    expect(first).toBeLessThan(20);
    for (let step = 0; step < 40; step += 1) await press('right');
    expect(focusKey()).toBe('a/t40');
    expect(mounted()).toBe(first);
    expect(screen.queryByText('a0')).toBeNull();
  });

  test('shift the row and the wall, so that the focused tile stays at its place', async () => {
    const { press, tile } = await startWall([row('a', 20), row('b', 20), row('c', 20)]);
    await press('down', 'right', 'right');
    const track = tile('b/t2').parentElement!;
    expect(track.dataset['rowTrack']).toBe('1');
    expect(track.style.transform).toMatch(/-50rem/);
    expect(track.parentElement!.parentElement!.style.transform).toMatch(/-30rem/);
    expect(tile('a/t0').parentElement!.style.transform).not.toMatch(/[1-9]rem/);
  });
});

describe('other keys on a wall', () => {
  test('wind by the tiles that fit, and the channel keys by rows', async () => {
    const rows = ['a', 'b', 'c', 'd', 'e'].map((key) => row(key, 20));
    const { walk } = await startWall(rows, { wall: { pageRows: 2 } });
    expect(await walk('fast-forward', 'fast-forward', 'rewind')).toEqual(['a/t4', 'a/t8', 'a/t4']);
    expect(await walk('channel-down', 'channel-down', 'channel-up')).toEqual(['c/t0', 'e/t0', 'c/t0']);
  });

  test('move by one tile where no whole one fits', async () => {
    const { walk } = await startWall([row('a', 5, { tileWidth: 150 })]);
    expect(await walk('fast-forward', 'rewind')).toEqual(['a/t1', 'a/t0']);
  });

  test('jump along a long row by its own step, and at its end to the next row', async () => {
    const { walk } = await startWall([row('a', 25, { channelStep: 10 }), row('b', 3)]);
    expect(await walk('channel-down', 'channel-down', 'channel-up')).toEqual(['a/t10', 'a/t20', 'a/t10']);
    expect(await walk('channel-down', 'channel-down', 'channel-down')).toEqual(['a/t20', 'a/t24', 'b/t0']);
  });

  test('go to the row first, with the focused tile', async () => {
    const onKey = vi.fn((_index: number, { key }: { key: RemoteKey }) => key === 'fast-forward');
    const { walk } = await startWall([row('a', 20, { onKey })]);
    expect(await walk('right', 'fast-forward', 'channel-down')).toEqual(['a/t1', 'a/t1', 'a/t1']);
    expect(onKey.mock.calls.map(([index, { key }]) => [index, key])).toEqual([
      [1, 'fast-forward'],
      [1, 'channel-down'],
    ]);
  });

  test('press the focused tile with OK', async () => {
    const rows = [row('a', 3), row('b', 3)];
    const { press } = await startWall(rows);
    await press('right', 'ok');
    expect(rows[0]!.onPress).toHaveBeenCalledExactlyOnceWith(1);
    await press('down', 'ok');
    expect(rows[1]!.onPress).toHaveBeenCalledExactlyOnceWith(0);
  });

  test('hold the focused tile with OK, which then does not press it', async () => {
    const onHold = vi.fn();
    const rows = [row('a', 3, { onHold })];
    const { clock, platform, press } = await startWall(rows);
    await press('right');
    await act(async () => platform.keyDown('ok'));
    await act(async () => clock.advance(2_000));
    await act(async () => platform.keyUp('ok'));
    expect(onHold).toHaveBeenCalledExactlyOnceWith(1);
    expect(rows[0]!.onPress).not.toHaveBeenCalled();
  });
});

describe('a wall whose rows change', () => {
  test('keeps the focus on its tile, wherever it is by then', async () => {
    const { press, show, onFocusTile } = await startWall([row('a', 3), row('b', 3)]);
    await press('down', 'right');
    await show([row('new', 2), row('b', 3), row('a', 3)]);
    expect(focusKey()).toBe('b/t1');
    await show([row('new', 2), row('b', 3, { tileKey: (index) => `t${2 - index}` })]);
    expect(focusKey()).toBe('b/t1');
    expect(onFocusTile).toHaveBeenLastCalledWith('b', 1);
  });

  test('focuses what is in the place of a tile that is gone', async () => {
    const { press, show } = await startWall([row('a', 3), row('b', 3)]);
    await press('down', 'right', 'right');
    await show([row('a', 3), row('b', 2)]);
    expect(focusKey()).toBe('b/t1');
    await show([row('a', 3)]);
    expect(focusKey()).toMatch(/^a\//);
  });

  test('presses what a row means now', async () => {
    const { press, show } = await startWall([row('a', 3)]);
    const next = row('a', 3);
    await show([next]);
    await press('ok');
    expect(next.onPress).toHaveBeenCalledExactlyOnceWith(0);
  });

  test('a wall without the focus leaves the focus where it is when its rows change', async () => {
    const { press, show, onFocusTile } = await startWall([row('a', 3)]);
    await press('up');
    onFocusTile.mockClear();
    await show([row('b', 3)]);
    expect(focusKey()).toBe('menu');
    expect(onFocusTile).not.toHaveBeenCalled();
  });
});

describe('a wall that the viewer comes back to', () => {
  test('has the focus on the tile that was left, and the other rows as they were', async () => {
    const visit = createVisitMemory();
    const before = await startWall([row('a', 20), row('b', 20)], { visit });
    await before.press('right', 'right', 'down', 'right', 'ok');
    before.unmount();
    const after = await startWall([row('a', 20), row('b', 20)], { visit });
    expect(focusKey()).toBe('b/t1');
    expect(await after.walk('up')).toEqual(['a/t2']);
  });

  test('waits for a tile that is not there yet', async () => {
    const visit = createVisitMemory();
    visit.walls.set('wall', { rowKey: 'b', tileKeys: { b: 't2' } });
    const { show } = await startWall([row('a', 20)], { visit });
    expect(focusKey()).toBe('a/t0');
    await show([row('a', 20), row('b', 20)]);
    expect(focusKey()).toBe('b/t2');
  });

  test('leaves the focus where the viewer used a tile in the meantime', async () => {
    const visit = createVisitMemory();
    visit.walls.set('wall', { rowKey: 'b', tileKeys: { b: 't2' } });
    const { press, show } = await startWall([row('a', 20)], { visit });
    await press('ok');
    await show([row('a', 20), row('b', 20)]);
    expect(focusKey()).toBe('a/t0');
  });

  test('begins at its initial tile on a first visit', async () => {
    await startWall([row('a', 20), row('b', 20)], { wall: { initial: { rowKey: 'b', tileKeys: { b: 't3' } } } });
    expect(focusKey()).toBe('b/t3');
  });
});

test('a wall mounts the rows below its first height after the first draw', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  try {
    await startWall([row('a', 3), row('b', 3), row('c', 3)], { wall: { firstHeight: 30 } });
    expect(screen.queryByText('줄 b')).toBeNull();
    for (let frame = 0; frame < 2; frame += 1) await act(async () => frames.splice(0).forEach((run) => run(0)));
    expect(screen.getByText('줄 b')).toBeVisible();
  } finally {
    vi.unstubAllGlobals();
  }
});
