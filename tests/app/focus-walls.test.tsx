import { act, createEvent, fireEvent, render, screen } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import {
  createFocusEngine,
  createVisitMemory,
  FocusGroup,
  FocusProvider,
  FocusWall,
  useFocusLeaf,
  VisitProvider,
  type VisitMemory,
  type WallRow,
} from '#src/focus/index.ts';
import type { FocusWallProps } from '#src/focus/focus-wall.tsx';
import type { RemoteKey } from '#platform/platform.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from '#tests/support/fake-platform.ts';

/** Tiles of 20 rem with gaps of 5 rem: four fit on a wall of 100 rem, and two rows on its 60 rem. */
const row = (key: string, count: number, changes: Partial<WallRow> = {}): WallRow => ({
  ...{ key, count, tileWidth: 20, gap: 5, height: 30, headHeight: 4, tileHeight: 20, head: <h2>{`줄 ${key}`}</h2> },
  tileKey: (index) => `t${index}`,
  renderTile: (index) => <span>{`${key}${index}`}</span>,
  tileLabel: (index) => `${key} 타일 ${index}`,
  onPress: vi.fn(),
  ...changes,
});

function Leaf({ name }: { name: string }) {
  return <div {...useFocusLeaf({ focusKey: name })} />;
}

interface Start {
  readonly visit?: VisitMemory;
  readonly wall?: Partial<FocusWallProps>;
}

const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

/** A wall under a menu, on which the first tile of the first row has the focus. */
async function start(rows: readonly WallRow[], { visit = createVisitMemory(), wall }: Start = {}) {
  const clock = createFakeClock();
  const platform = createFakePlatform();
  const engine = createFocusEngine({ ...platform, clock, onNextFrame: (run) => run() });
  const onFocusTile = vi.fn();
  const draw = (shown: readonly WallRow[]) => (
    <FocusProvider engine={engine}>
      <VisitProvider visit={visit} initialKey="wall">
        <FocusGroup focusKey="page" axis="column">
          <Leaf name="menu" />
          <FocusWall focusKey="wall" rows={shown} width={100} height={60} onFocusTile={onFocusTile} {...wall} />
        </FocusGroup>
      </VisitProvider>
    </FocusProvider>
  );
  const { rerender, unmount } = render(draw(rows));
  await turn();
  const press = async (...keys: RemoteKey[]) => {
    for (const key of keys) {
      await act(async () => platform.press(key));
      await turn();
    }
  };
  const tile = (name: string) => document.querySelector<HTMLElement>(`[data-focus-key="${name}"]`)!;
  const shell = () => tile('a/t0').closest('[role="group"]')!.parentElement!.parentElement!;
  return {
    ...{ clock, engine, platform, visit, onFocusTile, press, tile, shell, unmount },
    show: (shown: readonly WallRow[]) => act(async () => rerender(draw(shown))),
    /** The focus after each key. */
    async walk(...keys: RemoteKey[]) {
      const walked: (string | undefined)[] = [];
      for (const key of keys) {
        await press(key);
        walked.push(focusKey());
      }
      return walked;
    },
  };
}

describe('arrows on a wall', () => {
  test('move along the row and stop at its ends', async () => {
    const { walk } = await start([row('a', 3)]);
    expect(focusKey()).toBe('a/t0');
    expect(await walk('left', 'right', 'right', 'right')).toEqual(['a/t0', 'a/t1', 'a/t2', 'a/t2']);
  });

  test('return to the tile that was left in a row, and leave the wall at its top', async () => {
    const { walk } = await start([row('a', 3), row('b', 3)]);
    expect(await walk('right', 'down', 'up', 'up', 'down')).toEqual(['a/t1', 'b/t0', 'a/t1', 'menu', 'a/t1']);
  });

  test('keep the column on a grid', async () => {
    const { walk } = await start([row('a', 3), row('b', 2)], { wall: { keepsColumn: true } });
    expect(await walk('right', 'down', 'up', 'right', 'down')).toEqual(['a/t1', 'b/t1', 'a/t1', 'a/t2', 'b/t1']);
  });

  test('tell the row and the tile, also when the wall gets the focus again', async () => {
    const { onFocusTile, press } = await start([row('a', 3), row('b', 3)]);
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
    const { press } = await start([row('a', 200)]);
    const mounted = () => document.querySelectorAll('[data-row-track] > *').length;
    const first = mounted();
    expect(first).toBeLessThan(20);
    for (let step = 0; step < 40; step += 1) await press('right');
    expect(focusKey()).toBe('a/t40');
    expect(mounted()).toBe(first);
    expect(screen.queryByText('a0')).toBeNull();
  });

  test('shift the row and the wall, so that the focused tile stays at its place', async () => {
    const { press, tile } = await start([row('a', 20), row('b', 20), row('c', 20)]);
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
    const { walk } = await start(rows, { wall: { pageRows: 2 } });
    expect(await walk('fast-forward', 'fast-forward', 'rewind')).toEqual(['a/t4', 'a/t8', 'a/t4']);
    expect(await walk('channel-down', 'channel-down', 'channel-up')).toEqual(['c/t0', 'e/t0', 'c/t0']);
  });

  test('move by one tile where no whole one fits', async () => {
    const { walk } = await start([row('a', 5, { tileWidth: 150 })]);
    expect(await walk('fast-forward', 'rewind')).toEqual(['a/t1', 'a/t0']);
  });

  test('jump along a long row by its own step, and at its end to the next row', async () => {
    const { walk } = await start([row('a', 25, { channelStep: 10 }), row('b', 3)]);
    expect(await walk('channel-down', 'channel-down', 'channel-up')).toEqual(['a/t10', 'a/t20', 'a/t10']);
    expect(await walk('channel-down', 'channel-down', 'channel-down')).toEqual(['a/t20', 'a/t24', 'b/t0']);
  });

  test('go to the row first, with the focused tile', async () => {
    const onKey = vi.fn((_index: number, { key }: { key: RemoteKey }) => key === 'fast-forward');
    const { walk } = await start([row('a', 20, { onKey })]);
    expect(await walk('right', 'fast-forward', 'channel-down')).toEqual(['a/t1', 'a/t1', 'a/t1']);
    expect(onKey.mock.calls.map(([index, { key }]) => [index, key])).toEqual([
      [1, 'fast-forward'],
      [1, 'channel-down'],
    ]);
  });

  test('press the focused tile with OK', async () => {
    const rows = [row('a', 3), row('b', 3)];
    const { press } = await start(rows);
    await press('right', 'ok');
    expect(rows[0]!.onPress).toHaveBeenCalledExactlyOnceWith(1);
    await press('down', 'ok');
    expect(rows[1]!.onPress).toHaveBeenCalledExactlyOnceWith(0);
  });

  test('hold the focused tile with OK, which then does not press it', async () => {
    const onHold = vi.fn();
    const rows = [row('a', 3, { onHold })];
    const { clock, platform, press } = await start(rows);
    await press('right');
    await act(async () => platform.keyDown('ok'));
    await act(async () => clock.advance(2_000));
    await act(async () => platform.keyUp('ok'));
    expect(onHold).toHaveBeenCalledExactlyOnceWith(1);
    expect(rows[0]!.onPress).not.toHaveBeenCalled();
  });
});

describe('a pointer on a wall', () => {
  /** The page tells that the pointer is over a tile; it may have rested while the tile moved. */
  const moveOver = async (element: HTMLElement, movementX: number, movementY = 0) => {
    const event = createEvent.mouseMove(element);
    Object.defineProperties(event, { movementX: { value: movementX }, movementY: { value: movementY } });
    await act(async () => void fireEvent(element, event));
    await turn();
  };
  const wheel = (element: HTMLElement, options: Partial<WheelEventInit>, timeStamp: number) => {
    const event = new WheelEvent('wheel', { bubbles: true, ...options });
    Object.defineProperty(event, 'timeStamp', { value: timeStamp });
    return act(async () => void element.dispatchEvent(event));
  };

  test('focuses a tile that it moves over, without moving the wall, and presses it by a click', async () => {
    const rows = [row('a', 20), row('b', 20)];
    const { press, tile } = await start(rows);
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

  test('that rests while a tile moves under it focuses nothing', async () => {
    const { tile } = await start([row('a', 20)]);
    await moveOver(tile('a/t3'), 0);
    expect(focusKey()).toBe('a/t0');
    // The browser may not move its own focus.
    expect(fireEvent.mouseDown(tile('a/t3'))).toBe(false);
    await turn();
    expect(focusKey()).toBe('a/t3');
  });

  test('steps once for all turns of the wheel within 120 ms', async () => {
    const { shell } = await start([row('a', 20), row('b', 20), row('c', 20)]);
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
    const { shell } = await start([row('a', 20), row('b', 20)]);
    await wheel(shell(), options, 1_000);
    expect(focusKey()).toBe(key);
  });
});

describe('the voice guide on a wall', () => {
  test('hears the name of a tile and its place in the row, and the row by its head', async () => {
    await start([row('a', 3)]);
    expect(screen.getByRole('button', { name: 'a 타일 1, 3개 중 2번째' })).toBeVisible();
    expect(screen.getByRole('group', { name: '줄 a' })).toBeVisible();
  });

  test('hears the place in the whole list where rows are its lines', async () => {
    await start([row('a', 3, { ordinalLabel: (index) => `1,024개 중 ${index + 7}번째`, head: null })]);
    expect(screen.getByRole('button', { name: 'a 타일 0, 1,024개 중 7번째' })).toBeVisible();
    expect(screen.getByRole('group')).not.toHaveAttribute('aria-labelledby');
  });
});

describe('a wall whose rows change', () => {
  test('keeps the focus on its tile, wherever it is by then', async () => {
    const { press, show, onFocusTile } = await start([row('a', 3), row('b', 3)]);
    await press('down', 'right');
    await show([row('new', 2), row('b', 3), row('a', 3)]);
    expect(focusKey()).toBe('b/t1');
    await show([row('new', 2), row('b', 3, { tileKey: (index) => `t${2 - index}` })]);
    expect(focusKey()).toBe('b/t1');
    expect(onFocusTile).toHaveBeenLastCalledWith('b', 1);
  });

  test('focuses what is in the place of a tile that is gone', async () => {
    const { press, show } = await start([row('a', 3), row('b', 3)]);
    await press('down', 'right', 'right');
    await show([row('a', 3), row('b', 2)]);
    expect(focusKey()).toBe('b/t1');
    await show([row('a', 3)]);
    expect(focusKey()).toMatch(/^a\//);
  });

  test('presses what a row means now', async () => {
    const { press, show } = await start([row('a', 3)]);
    const next = row('a', 3);
    await show([next]);
    await press('ok');
    expect(next.onPress).toHaveBeenCalledExactlyOnceWith(0);
  });

  test('that has no focus keeps it where it is', async () => {
    const { press, show, onFocusTile } = await start([row('a', 3)]);
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
    const before = await start([row('a', 20), row('b', 20)], { visit });
    await before.press('right', 'right', 'down', 'right', 'ok');
    before.unmount();
    const after = await start([row('a', 20), row('b', 20)], { visit });
    expect(focusKey()).toBe('b/t1');
    expect(await after.walk('up')).toEqual(['a/t2']);
  });

  test('waits for a tile that is not there yet', async () => {
    const visit = createVisitMemory();
    visit.walls.set('wall', { rowKey: 'b', tileKeys: { b: 't2' } });
    const { show } = await start([row('a', 20)], { visit });
    expect(focusKey()).toBe('a/t0');
    await show([row('a', 20), row('b', 20)]);
    expect(focusKey()).toBe('b/t2');
  });

  test('leaves the focus where the viewer used a tile in the meantime', async () => {
    const visit = createVisitMemory();
    visit.walls.set('wall', { rowKey: 'b', tileKeys: { b: 't2' } });
    const { press, show } = await start([row('a', 20)], { visit });
    await press('ok');
    await show([row('a', 20), row('b', 20)]);
    expect(focusKey()).toBe('a/t0');
  });

  test('begins at its initial tile on a first visit', async () => {
    await start([row('a', 20), row('b', 20)], { wall: { initial: { rowKey: 'b', tileKeys: { b: 't3' } } } });
    expect(focusKey()).toBe('b/t3');
  });
});

test('a wall mounts the rows below its first height after the first draw', async () => {
  const frames: FrameRequestCallback[] = [];
  vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
  try {
    await start([row('a', 3), row('b', 3), row('c', 3)], { wall: { firstHeight: 30 } });
    expect(screen.queryByText('줄 b')).toBeNull();
    for (let frame = 0; frame < 2; frame += 1) await act(async () => frames.splice(0).forEach((run) => run(0)));
    expect(screen.getByText('줄 b')).toBeVisible();
  } finally {
    vi.unstubAllGlobals();
  }
});
