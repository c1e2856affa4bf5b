import { z } from 'zod';
import { soundRoles, subtitleRoles } from '#contract/playback.ts';
import { fractionSchema, textFormats } from '../probe/source.ts';

/** A video rendition: one size in one codec. */
const renditionSchema = z.object({
  codec: z.enum(['h264', 'hevc']),
  width: z.int(),
  height: z.int(),
  /** Constant quality; lower is better. */
  crf: z.number(),
  maxKilobits: z.int(),
  /** Level of H.264, such as `4.0`; null where the encoder chooses. */
  level: z.string().nullable(),
  /** Name in the clip's folder, without an ending. */
  name: z.string(),
});
export type Rendition = z.output<typeof renditionSchema>;

const soundSchema = z.object({
  /** Null for silence. */
  stream: z.int().nullable(),
  lang: z.string(),
  role: z.enum(soundRoles),
  label: z.string(),
  name: z.string(),
});
export type PlannedSound = z.output<typeof soundSchema>;

const subtitleSchema = z.object({
  origin: z.discriminatedUnion('from', [
    z.object({ from: z.literal('stream'), stream: z.int() }),
    z.object({ from: z.literal('file'), name: z.string() }),
  ]),
  format: z.enum(textFormats),
  /** `und` where the text must tell. */
  lang: z.string(),
  role: z.enum(subtitleRoles),
});
export type PlannedSubtitle = z.output<typeof subtitleSchema>;

/** Subtitles that consist of pictures: of Blu-ray discs, DVDs and television. */
export const pictureFormats = ['sup', 'vobsub', 'dvb'] as const;

const picturesSchema = subtitleSchema.extend({ format: z.enum(pictureFormats) });
export type PlannedPictures = z.output<typeof picturesSchema>;

/** The preview sheet, in the form of the catalogue's `thumbnails`. */
const previewsSchema = z.object({
  interval: z.number(),
  columns: z.int(),
  rows: z.int(),
  width: z.int(),
  height: z.int(),
});
export type Previews = z.output<typeof previewsSchema>;

/** Result of the step `plan`: the renditions and tracks to make of a source. */
export const planSchema = z.object({
  frameRate: fractionSchema,
  /** Pictures of every rendition. */
  frames: z.int(),
  keyframeEvery: z.int(),
  picture: z.object({
    stream: z.int(),
    isInterlaced: z.boolean(),
    range: z.enum(['sdr', 'pq', 'hlg']),
    /** Matrix of the source's colours, as ffmpeg's filter `scale` names it. */
    matrix: z.enum(['bt709', 'bt601', 'bt2020', 'smpte240m', 'fcc']),
    /** How long the last picture stays, because a sound is longer. */
    holdSeconds: z.number(),
    /** When the first picture is shown, where ffmpeg does not know it. */
    startSeconds: z.number().optional(),
  }),
  renditions: z.array(renditionSchema).min(1),
  sounds: z.array(soundSchema).min(1),
  subtitles: z.array(subtitleSchema),
  pictures: z.array(picturesSchema).default([]),
  previews: previewsSchema,
  /** In English. */
  notices: z.array(z.string()),
});
export type Plan = z.output<typeof planSchema>;

export const planSeconds = ({ frames, frameRate }: Pick<Plan, 'frames' | 'frameRate'>): number =>
  (frames * frameRate.denominator) / frameRate.numerator;

/** Length of a segment, from keyframe to keyframe. */
export const segmentSeconds = ({ keyframeEvery, frameRate }: Pick<Plan, 'keyframeEvery' | 'frameRate'>): number =>
  (keyframeEvery * frameRate.denominator) / frameRate.numerator;
