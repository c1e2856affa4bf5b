import type { Align, Place } from './cue.ts';

/** Distance of text from the picture's edge, in per cent. */
const MARGIN = 5;

const ALIGNS = ['start', 'center', 'end'] as const satisfies readonly Align[];
const EDGES: Readonly<Record<Align, number>> = { start: MARGIN, center: 50, end: 100 - MARGIN };

/** Column and row of the keypad's numbers: 1 to 3 at the bottom, 4 to 6 in the middle, 7 to 9 at the top. */
const cornerOf = (alignment: number): { across: Align; down: Align } => ({
  across: ALIGNS[(alignment - 1) % 3] ?? 'center',
  down: ALIGNS[2 - Math.floor((alignment - 1) / 3)] ?? 'end',
});

const placed = (x: number, y: number, { across, down }: ReturnType<typeof cornerOf>, isVertical: boolean): Place =>
  isVertical
    ? { line: x, lineAlign: across, position: y, align: down, vertical: 'rl' }
    : { line: y, lineAlign: down, position: x, align: across, vertical: null };

const isKnown = (alignment: number) => alignment >= 1 && alignment <= 9;

/** The place of an alignment; null for 2, the usual one. */
export function positionOfAlignment(alignment: number, isVertical = false): Place | null {
  if (!isKnown(alignment) || (alignment === 2 && !isVertical)) return null;
  const corner = cornerOf(alignment);
  return placed(EDGES[corner.across], EDGES[corner.down], corner, isVertical);
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Resolution {
  readonly width: number;
  readonly height: number;
}

/** A point of the script's resolution; the alignment says which corner of the text is there. */
export function positionOfPoint(
  { x, y }: Point,
  { width, height }: Resolution,
  alignment: number,
  isVertical = false,
): Place {
  const clamp = (value: number) => Math.min(100 - MARGIN, Math.max(MARGIN, Math.round(value * 100)));
  return placed(clamp(x / width), clamp(y / height), cornerOf(isKnown(alignment) ? alignment : 2), isVertical);
}
