import { expect, test } from 'vitest';
import { onScreen, pictureShare, placementOf } from '#src/player/engine/cue-position.ts';
import type { ParsedCue } from '#src/player/engine/parsed-cue.ts';
import { buildParsedCue } from '#tests/support/media/subtitle-cues.ts';

const placeOf = (cue: Partial<ParsedCue>) => placementOf(buildParsedCue(cue));
const percent = { lineInterpretation: 1 };

test.each([
  ['no place', {}, 'bottom'],
  ['the first line', { line: 0 }, 'top'],
  ['the last line', { line: -1 }, 'bottom'],
  ['10 per cent', { line: 10, ...percent }, 'top'],
  ['90 per cent', { line: 90, ...percent }, 'bottom'],
  ['the bottom in the middle', { line: 95, lineAlign: 'end', position: 50, ...percent }, 'bottom'],
] as const)('a cue at %s keeps clear of the controls at its edge', (_, cue, placement) => {
  expect(placeOf(cue)).toBe(placement);
});

test.each([
  [
    'a point of the picture',
    { line: 40, position: 30, lineAlign: 'center', positionAlign: 'center', ...percent },
    { x: 30, y: 40, anchorX: 'center', anchorY: 'center', align: 'center', writing: 'horizontal' },
  ],
  ['the left at the bottom', { textAlign: 'start' }, { edge: 'bottom', x: 0, anchorX: 'start', align: 'left' }],
  ['the right', { textAlign: 'end', line: 0 }, { edge: 'top', x: 100, anchorX: 'end', align: 'right' }],
  ['a line in the middle', { line: 8 }, { edge: null, x: 50, y: 50, anchorY: 'start' }],
  ['a line from the bottom', { line: -9 }, { y: 50, anchorY: 'end' }],
] as const)('a cue at %s stands there', (_, cue, place) => {
  expect(placeOf(cue)).toMatchObject(place);
});

test.each([
  ['the first column from the right', 'vertical-rl', { line: 0 }, { x: 100, anchorX: 'end' }],
  ['the first column from the left', 'vertical-lr', { line: 0 }, { x: 0, anchorX: 'start' }],
  ['per cent from the left', 'vertical-rl', { line: 80, ...percent }, { x: 80, anchorX: 'start' }],
] as const)('vertical text at %s stands there', (_, writingMode, cue, place) => {
  const shared = { writingMode, textAlign: 'start', position: 10 };
  expect(placeOf({ ...shared, ...cue })).toMatchObject({ ...place, y: 10, anchorY: 'start', writing: writingMode });
});

test('bars beside and above the picture move places towards the middle', () => {
  const place = placeOf({ line: 30, position: 10, ...percent });
  expect(onScreen(place, { width: 0.5, height: 1 })).toMatchObject({ x: 30, y: 30 });
  expect(onScreen('top', { width: 0.5, height: 1 })).toBe('top');
  const box = { width: 1920, height: 1080 };
  expect(pictureShare({ width: 720, height: 540 }, box)).toEqual({ width: 0.75, height: 1 });
  expect(pictureShare({ width: 1920, height: 540 }, box)).toEqual({ width: 1, height: 0.5 });
  expect(pictureShare({ width: 0, height: 0 }, box)).toEqual({ width: 1, height: 1 });
});
