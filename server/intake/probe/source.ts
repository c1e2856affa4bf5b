import { z } from 'zod';

/** An exact frame rate: 24000/1001 is not 23.976. */
export const fractionSchema = z.object({ numerator: z.int().min(1), denominator: z.int().min(1) });
export type Fraction = z.output<typeof fractionSchema>;

/** A track's tags in the file: language as written there, title, and flags. */
const tagsSchema = z.object({
  language: z.string(),
  title: z.string(),
  isDefault: z.boolean(),
  isForced: z.boolean(),
  isForDeaf: z.boolean(),
  isForBlind: z.boolean(),
  isOriginal: z.boolean(),
  isDub: z.boolean(),
  isComment: z.boolean(),
});
export type TrackTags = z.output<typeof tagsSchema>;

const pictureSchema = z.object({
  /** Number of the stream in the file. */
  stream: z.int(),
  codec: z.string(),
  /** Coded size, before rotation and with pixels that may not be square. */
  width: z.int(),
  height: z.int(),
  pixelAspect: fractionSchema,
  /** How far players turn the picture, in degrees clockwise. */
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
  /** The most frequent distance between frames, as a rate. */
  frameRate: fractionSchema,
  isVariable: z.boolean(),
  isInterlaced: z.boolean(),
  range: z.enum(['sdr', 'pq', 'hlg']),
  /** Colour matrix as ffmpeg names it; null where the file says nothing. */
  matrix: z.string().nullable(),
  endSeconds: z.number(),
  /** Only of pictures whose packets do not say when they are shown: when the first one is. */
  startSeconds: z.number().optional(),
});
export type SourcePicture = z.output<typeof pictureSchema>;

const soundSchema = z.object({
  stream: z.int(),
  codec: z.string(),
  channels: z.int(),
  tags: tagsSchema,
  endSeconds: z.number(),
});
export type SourceSound = z.output<typeof soundSchema>;

/** How the text of a subtitle is written. */
export const textFormats = ['srt', 'ass', 'vtt', 'sami'] as const;
const textFormatSchema = z.enum(textFormats);
export type TextFormat = z.output<typeof textFormatSchema>;

const subtitleSchema = z.discriminatedUnion('from', [
  z.object({
    from: z.literal('stream'),
    stream: z.int(),
    codec: z.string(),
    /** Null for pictures of text. */
    format: textFormatSchema.nullable(),
    tags: tagsSchema,
  }),
  z.object({
    from: z.literal('file'),
    /** Name of a file beside the source. */
    name: z.string(),
    format: textFormatSchema.nullable(),
    tags: tagsSchema,
  }),
]);
export type SourceSubtitle = z.output<typeof subtitleSchema>;

/** Result of the step `probe`: the properties of a source, read from its bytes. */
export const sourceSchema = z.object({
  bytes: z.number(),
  modifiedMs: z.number(),
  formatName: z.string(),
  picture: pictureSchema,
  sounds: z.array(soundSchema),
  subtitles: z.array(subtitleSchema),
  chapters: z.array(z.object({ startSeconds: z.number(), endSeconds: z.number(), title: z.string() })),
});
export type Source = z.output<typeof sourceSchema>;
