// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react';
import { createElement } from 'react';
import { afterEach, expect, test } from 'vitest';
import { EdgeCue, PlacedCue, spacesAround } from '#src/features/playback/cues/placed-cue.tsx';

afterEach(cleanup);

/** Space before a cue, its least size, and the space after it, in per cent of the picture. */
test.each([
  [30, 'start', 30, 65, 5],
  [30, 'end', 5, 25, 70],
  [30, 'center', 5, 50, 45],
  [70, 'center', 45, 50, 5],
  [50, 'center', 5, 90, 5],
  // Nothing lies in the margins, which some sets cut off.
  [0, 'start', 5, 90, 5],
  [100, 'end', 5, 90, 5],
  [1, 'center', 5, 0, 95],
] as const)('a cue at %d whose anchor is its %s has room around it', (at, anchor, before, least, after) => {
  expect(spacesAround(at, anchor)).toEqual({ before, least, after });
});

const place = (x: number, anchorX: 'start' | 'center' | 'end') => ({
  ...{ x, y: 50, anchorX, anchorY: 'center', align: 'center', writing: 'horizontal' },
});
const widthsOf = (cue: typeof EdgeCue, x: number, anchorX: 'start' | 'center' | 'end') => {
  const props = { place: place(x, anchorX), lines: [], className: '' } as unknown as Parameters<typeof EdgeCue>[0];
  const { container } = render(createElement(cue, props));
  return [...container.querySelectorAll<HTMLElement>('[style*="idth"]')].map(({ style }) =>
    Math.round(parseFloat(style.width || style.minWidth)),
  );
};

test.each([
  // An edge is within the margins already: they count once.
  ['at an edge', EdgeCue, 5, 'start', [0, 100, 0]],
  ['at an edge', EdgeCue, 95, 'end', [0, 100, 0]],
  ['at an edge', EdgeCue, 50, 'center', [0, 100, 0]],
  ['at an edge', EdgeCue, 32, 'start', [30, 70, 0]],
  ['in the picture', PlacedCue, 32, 'start', [32, 63, 5]],
] as const)('a cue %s has its room across: %#', (_where, cue, x, anchor, widths) => {
  expect(widthsOf(cue, x, anchor)).toEqual(widths);
});
