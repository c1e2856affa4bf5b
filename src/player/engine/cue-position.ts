import type { PicturePlace } from '#contract/rules/picture-cue.ts';
import type { ParsedCue } from './parsed-cue.ts';

export type Edge = 'top' | 'bottom';

/** Which part of a cue is at its place: its beginning (left, top), middle or end (right, bottom). */
export type Anchor = 'start' | 'center' | 'end';

/** A place in per cent of the screen, from its left and top edges. */
export interface CuePosition {
  /** The edge that it is near. Cues at an edge follow each other, so that none covers another. */
  readonly edge: Edge | null;
  readonly x: number;
  readonly y: number;
  readonly anchorX: Anchor;
  readonly anchorY: Anchor;
  readonly align: 'left' | 'center' | 'right';
  readonly writing: 'horizontal' | 'vertical-rl' | 'vertical-lr';
}

/** An edge alone is its middle, where most subtitles are. */
export type CuePlacement = Edge | CuePosition;

/** Lines of text in a picture, as WebVTT counts them. */
const LINES = 16;
/** In per cent. */
const MIDDLE = { from: 40, to: 60 };
const NEAR_EDGE = 25;

const ANCHORS: Readonly<Record<string, Anchor>> = {
  'line-left': 'start',
  left: 'start',
  start: 'start',
  center: 'center',
  'line-right': 'end',
  right: 'end',
  end: 'end',
};
const AUTO_POSITION: Readonly<Record<Anchor, number>> = { start: 0, center: 50, end: 100 };
const ALIGN = { start: 'left', center: 'center', end: 'right' } as const;

interface Axis {
  readonly at: number;
  readonly anchor: Anchor;
}

/** The place of the first line, across the lines of text. */
function lineAxis({ line, lineInterpretation, lineAlign }: ParsedCue): Axis {
  if (line === null) return { at: 100, anchor: 'end' };
  if (lineInterpretation === 1) return { at: line, anchor: ANCHORS[lineAlign] ?? 'start' };
  if (line >= 0) return { at: (line / LINES) * 100, anchor: 'start' };
  return { at: 100 + ((line + 1) / LINES) * 100, anchor: 'end' };
}

const OPPOSITE = { start: 'end', center: 'center', end: 'start' } as const;

function edgeAt(y: number): Edge | null {
  if (y <= NEAR_EDGE) return 'top';
  return y >= 100 - NEAR_EDGE ? 'bottom' : null;
}

export function placementOf(cue: ParsedCue): CuePlacement {
  const align = ANCHORS[cue.textAlign] ?? 'center';
  const line = lineAxis(cue);
  const along: Axis = { at: cue.position ?? AUTO_POSITION[align], anchor: ANCHORS[cue.positionAlign] ?? align };
  const isLeftward = cue.writingMode === 'vertical-rl';
  if (isLeftward || cue.writingMode === 'vertical-lr') {
    // Numbers of lines count in the direction of writing; per cent are always from the left.
    const isMirrored = isLeftward && cue.lineInterpretation !== 1;
    const across = isMirrored ? { at: 100 - line.at, anchor: OPPOSITE[line.anchor] } : line;
    return {
      edge: null,
      x: across.at,
      anchorX: across.anchor,
      y: along.at,
      anchorY: along.anchor,
      align: ALIGN[align],
      writing: isLeftward ? 'vertical-rl' : 'vertical-lr',
    };
  }
  const edge = edgeAt(line.at);
  const isInMiddle = along.anchor === 'center' && along.at >= MIDDLE.from && along.at <= MIDDLE.to;
  if (edge && isInMiddle) return edge;
  return {
    edge,
    x: along.at,
    anchorX: along.anchor,
    y: line.at,
    anchorY: line.anchor,
    align: ALIGN[align],
    writing: 'horizontal',
  };
}

/** The part of the screen that the picture fills, from 0 to 1 on both sides. */
export interface PictureShare {
  readonly width: number;
  readonly height: number;
}

/** Places are relative to the picture, which may have bars beside or above it. */
export function onScreen(placement: CuePlacement, { width, height }: PictureShare): CuePlacement {
  if (typeof placement === 'string') return placement;
  return { ...placement, x: 50 + (placement.x - 50) * width, y: 50 + (placement.y - 50) * height };
}

export function pictureOnScreen({ left, top, width, height }: PicturePlace, share: PictureShare): PicturePlace {
  return {
    left: 50 + (left - 50) * share.width,
    top: 50 + (top - 50) * share.height,
    width: width * share.width,
    height: height * share.height,
  };
}

/** How much of a box a picture fills that is fitted into it. Unknown sizes fill it. */
export function pictureShare(picture: { width: number; height: number }, box: typeof picture): PictureShare {
  const ratio = (picture.width * box.height) / (picture.height * box.width);
  if (!Number.isFinite(ratio) || ratio <= 0) return { width: 1, height: 1 };
  return { width: Math.min(1, ratio), height: Math.min(1, 1 / ratio) };
}
