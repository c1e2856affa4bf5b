import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { createFocusEngine, createVisitMemory, FocusGroup, FocusProvider, VisitProvider } from '#src/focus/index.ts';
import { systemClock } from '#src/lib/clock.ts';
import { Grid, type GridTiles } from '#src/ui/list/grid.tsx';
import { createFakePlatform } from '#tests/support/app/fake-platform.ts';

/** A grid of four columns whose rows are 20 rem high. */
async function start(height: number, count?: number) {
  const platform = createFakePlatform();
  const engine = createFocusEngine({ ...platform, clock: systemClock });
  const [onReach, onPress] = [vi.fn(), vi.fn()];
  const tiles: GridTiles<number> = {
    keyOf: (thing) => `thing:${thing}`,
    label: (thing) => `작품 ${thing}`,
    draw: (thing) => <span>{thing}</span>,
    onPress,
  };
  const things = Array.from({ length: 40 }, (_, index) => index);
  render(
    <FocusProvider engine={engine}>
      <VisitProvider visit={createVisitMemory()} initialKey="grid">
        <FocusGroup focusKey="page" axis="column">
          <Grid
            focusKey="grid"
            things={things}
            {...(count === undefined ? {} : { count })}
            shape={{ columns: 4, tileWidth: 10, tileHeight: 15, gap: 2, rowHeight: 20 }}
            tiles={tiles}
            height={height}
            insetLeft={0}
            onReach={onReach}
          />
        </FocusGroup>
      </VisitProvider>
    </FocusProvider>,
  );
  const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
  await turn();
  return {
    onReach,
    onPress,
    focused: () => (document.activeElement as HTMLElement).dataset['focusKey']!.split('/').pop(),
    async press(...keys: Parameters<typeof platform.press>[0][]) {
      for (const key of keys) {
        await act(async () => platform.press(key));
        await turn();
      }
    },
  };
}

test.each([
  [10, 1],
  [20, 1],
  [39, 1],
  [40, 2],
  [59, 2],
  [60, 3],
  [79, 3],
])('on a grid of %i rem, the channel keys move by the %i rows that are whole', async (height, rows) => {
  const { press, focused, onReach } = await start(height);
  expect(focused()).toBe('thing:0');
  await press('right', 'channel-down');
  expect(focused()).toBe(`thing:${rows * 4 + 1}`);
  expect(onReach).toHaveBeenLastCalledWith(rows * 4 + 1);
  await press('channel-down', 'channel-up');
  expect(focused()).toBe(`thing:${rows * 4 + 1}`);
});

test('a tile says its place among all things, also among those that are not loaded yet', async () => {
  const { press, onPress } = await start(60, 1000);
  await press('down', 'right');
  expect(screen.getByRole('button', { name: /작품 5, 1,?000개 중 6번째/ })).toHaveFocus();
  await press('ok');
  expect(onPress).toHaveBeenCalledWith(5);
});
