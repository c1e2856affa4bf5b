import { faded } from '../../art/svg.ts';
import { words } from '../../art/lettering.ts';

/** A name in the middle of the picture with a small line under it. */
export function title(
  name: string,
  small: string,
  setting: { y: number; colour: string; opacity: number; size?: number; smallColour?: string },
): string {
  const { y, colour, opacity, size = 118, smallColour = colour } = setting;
  if (opacity <= 0.01) return '';
  return faded(
    opacity,
    words(name, { x: 889, y, size, fill: colour, weight: 900, anchor: 'middle', spacing: 0.03 }) +
      words(small, {
        x: 889,
        y: y + size * 0.56,
        size: 30,
        fill: smallColour,
        weight: 700,
        anchor: 'middle',
        spacing: 0.34,
      }),
  );
}
