import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Timeline } from '#src/features/playback/timeline.tsx';
import type { PlaybackMachine, PlayerModel } from '#src/player/index.ts';
import { createWritable } from '#src/player/readable.ts';

const SECONDS = 100;

/** A timeline of 200 px that begins at 100 px. */
function showTimeline() {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue({ left: 100, width: 200 } as DOMRect);
  const machine = {
    ...createWritable({ durationSeconds: SECONDS }),
    position: createWritable({ positionSeconds: 0, bufferedEndSeconds: 0 }),
  };
  const seek = { ...createWritable(null), aimAt: vi.fn(), confirm: vi.fn() };
  const model = { seek, chapters: () => [] };
  render(
    <Timeline machine={machine as unknown as PlaybackMachine} model={model as unknown as PlayerModel} sheet={null} />,
  );
  return { seek, bar: screen.getByText('1:40').previousElementSibling as HTMLElement };
}

test('a drag aims wherever the pointer goes, and the released button ends it: later moves aim at nothing', () => {
  const { seek, bar } = showTimeline();
  fireEvent.mouseDown(bar, { clientX: 150 });
  fireEvent.mouseMove(window, { clientX: 200 });
  fireEvent.mouseMove(window, { clientX: 900 });
  expect(seek.aimAt.mock.calls).toEqual([
    [25, true],
    [50, true],
    [SECONDS, true],
  ]);
  expect(seek.confirm).not.toHaveBeenCalled();
  fireEvent.mouseUp(window);
  fireEvent.mouseMove(window, { clientX: 250 });
  fireEvent.mouseUp(window);
  expect(seek.aimAt).toHaveBeenCalledTimes(3);
  expect(seek.confirm).toHaveBeenCalledTimes(1);
});
