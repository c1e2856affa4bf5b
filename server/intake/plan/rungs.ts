import { rateOf } from '../probe/frame-rate.ts';
import type { Fraction, SourcePicture } from '../probe/source.ts';
import { h264LevelOf } from './h264-level.ts';
import type { Rendition } from './plan.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Boxes of 16:9 that a rung fills on one side. */
const H264_RUNGS = [360, 540, 720, 1080];
/** A family of its own: a player stays in one codec, so 2160p alone could not adapt to a slow line. */
const HEVC_RUNGS = [540, 1080, 2160];

/** A few missing pixels do not make a smaller rung of a source: 1916x1076 counts as 1080p. */
const NEARLY = 1.02;
/** A source that exceeds its highest rung by more than a tenth gets a rung of its own size, such as 852x478. */
const WORTH_A_RUNG = 0.9;

/** At this quality the eye sees no difference on a television; the cap only limits the busiest scenes. */
const CRF = { h264: 22, hevc: 24 } as const;
/** Caps in kbit/s at the full size of a family; smaller rungs need more bits for each pixel. */
const CAPS = {
  h264: { kilobits: 5_000, pixels: 1920 * 1080 },
  hevc: { kilobits: 14_000, pixels: 3840 * 2160 },
} as const;
const CAP_EXPONENT = 0.8;
const LEAST_KILOBITS = 100;
/** More frames in a second are more alike: twice as many need half as much again. */
const FAST_FACTOR = 1.5;

/** The size that viewers see: turned upright, with square pixels. */
export function displaySize({ width, height, pixelAspect, rotation }: SourcePicture): Size {
  const wide = (width * pixelAspect.numerator) / pixelAspect.denominator;
  return rotation === 90 || rotation === 270 ? { width: height, height: wide } : { width: wide, height };
}

/** Encoders of 4:2:0 need even sides. */
const even = (side: number) => Math.max(2, Math.round(side / 2) * 2);
const evenWithin = (side: number) => Math.max(2, Math.floor((side + 0.01) / 2) * 2);

/** Never larger than the source, also after rounding. */
const scaled = ({ width, height }: Size, factor: number): Size => ({
  width: Math.min(evenWithin(width), even(width * factor)),
  height: Math.min(evenWithin(height), even(height * factor)),
});

/** Factor by which a picture fits into the box of a rung. */
const fit = ({ width, height }: Size, rung: number) => Math.min((rung * 16) / 9 / width, rung / height);

/** The largest size of even sides within a box of even sides. */
export function fitInto({ width, height }: Size, box: Size): Size {
  const factor = Math.min(box.width / width, box.height / height);
  return { width: even(width * factor), height: even(height * factor) };
}

/** All renditions of a picture, each codec from small to large, none larger than the source. */
export function renditionsOf(display: Size, frameRate: Fraction): Rendition[] {
  const rendition = (codec: Rendition['codec'], { width, height }: Size, rung: number): Rendition => ({
    codec,
    width,
    height,
    crf: CRF[codec],
    maxKilobits: capOf(codec, width * height, rateOf(frameRate)),
    level: codec === 'h264' ? h264LevelOf({ width, height }, rateOf(frameRate)) : null,
    name: `${codec}-${rung}`,
  });
  const within = (rungs: readonly number[]) => rungs.filter((rung) => fit(display, rung) <= NEARLY);
  const filled = within(H264_RUNGS);
  const highest = filled.at(-1);
  const isOwnRung = highest === undefined || (highest !== H264_RUNGS.at(-1) && fit(display, highest) < WORTH_A_RUNG);
  const own = scaled(display, 1);
  const hevc = within(HEVC_RUNGS);
  return [
    ...filled.map((rung) => rendition('h264', scaled(display, Math.min(1, fit(display, rung))), rung)),
    ...(isOwnRung ? [rendition('h264', own, Math.max(own.height, even((own.width * 9) / 16)))] : []),
    ...(hevc.length === HEVC_RUNGS.length
      ? hevc.map((rung) => rendition('hevc', scaled(display, Math.min(1, fit(display, rung))), rung))
      : []),
  ];
}

function capOf(codec: Rendition['codec'], pixels: number, framesPerSecond: number): number {
  const { kilobits, pixels: most } = CAPS[codec];
  const cap = kilobits * (pixels / most) ** CAP_EXPONENT * (framesPerSecond > 31 ? FAST_FACTOR : 1);
  return Math.max(LEAST_KILOBITS, Math.round(cap / 10) * 10);
}
