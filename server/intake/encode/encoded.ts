import { z } from 'zod';
import { subtitleRoles } from '#contract/playback.ts';

/** Subtitles as they are in the clip, in the order for viewers. */
const encodedSubtitleSchema = z.object({
  file: z.string(),
  lang: z.string(),
  role: z.enum(subtitleRoles),
  label: z.string(),
});
export type EncodedSubtitle = z.output<typeof encodedSubtitleSchema>;

/** Pictures with the drawings of one language: the segments that carry some, encoded again. */
const encodedDrawingSchema = z.object({
  lang: z.string(),
  label: z.string(),
  /** Ending of the names of its renditions, such as `drawn-ko`. */
  name: z.string(),
  /** Counted from 0. */
  segments: z.array(z.int()),
});
export type EncodedDrawing = z.output<typeof encodedDrawingSchema>;

/** Result of the step `encode`, beside the files in its folder. */
export const encodedSchema = z.object({
  subtitles: z.array(encodedSubtitleSchema),
  drawings: z.array(encodedDrawingSchema).default([]),
  /** Fingerprint of the default sound; see `marks/fingerprint.ts`. */
  fingerprint: z.string().default(''),
});
export type Encoded = z.output<typeof encodedSchema>;

export const ENCODED_FILE = 'encoded.json';
