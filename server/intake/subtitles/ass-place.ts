import type { Place } from './cue.ts';

/** Distance of text from the picture's edge, in per cent. */
const MARGIN = 5;

/** Numbers of the keypad: 1 to 3 at the bottom, 4 to 6 in the middle, 7 to 9 at the top. 2 is the usual place. */
export function placeOfAlignment(alignment: number): Place | null {
  if (alignment === 2 || alignment < 1 || alignment > 9) return null;
  const column = (alignment - 1) % 3;
  const row = Math.floor((alignment - 1) / 3);
  return {
    line: [100 - 2 * MARGIN, 45, MARGIN][row] ?? 0,
    position: [MARGIN, 50, 100 - MARGIN][column] ?? 50,
    align: (['start', 'center', 'end'] as const)[column] ?? 'center',
  };
}

/** A point of the script's resolution, with the alignment that says which corner of the text it is. */
export function placeOfPoint(x: number, y: number, width: number, height: number, alignment: number): Place {
  const clamp = (value: number) => Math.min(100 - MARGIN, Math.max(MARGIN, Math.round(value)));
  const column = (Math.max(1, alignment) - 1) % 3;
  return {
    line: Math.min(100 - 2 * MARGIN, clamp((y / height) * 100)),
    position: clamp((x / width) * 100),
    align: (['start', 'center', 'end'] as const)[column] ?? 'center',
  };
}
