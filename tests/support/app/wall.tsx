import { act, render } from '@testing-library/react';
import { vi } from 'vitest';
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
import type { FocusWallProps } from '#src/focus/focus-wall-props.ts';
import type { RemoteKey } from '#platform/platform.ts';
import { createFakeClock } from '#tests/support/fake-clock.ts';
import { createFakePlatform } from './fake-platform.ts';

/** Tiles of 20 rem with gaps of 5 rem: four fit on a wall of 100 rem, and two rows on its 60 rem. */
export const row = (key: string, count: number, changes: Partial<WallRow> = {}): WallRow => ({
  key,
  count,
  tileWidth: 20,
  gap: 5,
  height: 30,
  headHeight: 4,
  tileHeight: 20,
  head: <h2>{`줄 ${key}`}</h2>,
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

export const turn = () => act(() => new Promise<void>((resolve) => setTimeout(resolve)));
export const focusKey = () => (document.activeElement as HTMLElement).dataset['focusKey'];

/** A wall under a menu, on which the first tile of the first row has the focus. */
export async function startWall(rows: readonly WallRow[], { visit = createVisitMemory(), wall }: Start = {}) {
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
    clock,
    engine,
    platform,
    visit,
    onFocusTile,
    press,
    tile,
    shell,
    unmount,
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
