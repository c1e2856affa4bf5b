import { expect, test } from 'vitest';
import { readableColor } from '#src/player/engine/cue-color.ts';

test.each([
  ['#FFD27F', '#ffd27f'],
  ['#fd7', '#ffdd77'],
  ['#ffd27f80', '#ffd27f'],
  ['rgb(255, 210, 127)', '#ffd27f'],
  ['rgba(255,210,127,0.5)', '#ffd27f'],
  ['yellow', '#ffff00'],
  ['lime', '#00ff00'],
])('%s stays', (css, color) => expect(readableColor(css)).toBe(color));

test.each(['#ffffff', 'white', 'black', '#101018', '', 'inherit', 'url(https://example.test)', '#12345'])(
  '%j is the viewer’s own colour',
  (css) => expect(readableColor(css)).toBeNull(),
);

/** Contrast with black, by WCAG. */
function contrast(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return (0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05) / 0.05;
}

test.each(['#0000ff', '#800000', 'purple', '#004000', '#404040'])('%s becomes readable on a dark ground', (css) => {
  const color = readableColor(css) ?? '';
  expect(contrast(color)).toBeGreaterThan(9.9);
  // Not simply white: speakers differ by their colours.
  expect(contrast(color)).toBeLessThan(13);
});
