import { z } from 'zod';
import { drawingKinds } from '#contract/console/drawing-styles.ts';
import { subtitleRoles } from '#contract/playback.ts';

/** Subtitles as they are in the clip, in the order for viewers. */
const encodedSubtitleSchema = z.object({
  file: z.string(),
  lang: z.string(),
  role: z.enum(subtitleRoles),
  label: z.string(),
  /** Files with its pictures; absent for text. */
  sheets: z.array(z.string()).optional(),
});
export type EncodedSubtitle = z.output<typeof encodedSubtitleSchema>;

/** Subtitles of one track may share pictures. */
export const filesOf = (subtitles: readonly EncodedSubtitle[]): string[] => [
  ...new Set(subtitles.flatMap(({ file, sheets = [] }) => [file, ...sheets])),
];

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

/** A style of the scripts, as `judge-script.ts` judges it. */
export const shownStyleSchema = z.object({
  name: z.string(),
  kind: z.enum(drawingKinds),
  confidence: z.number(),
  events: z.int(),
  firstSeconds: z.number(),
  sample: z.string(),
});

/** Result of the step `encode`, beside the files in its folder. */
export const encodedSchema = z.object({
  subtitles: z.array(encodedSubtitleSchema),
  drawings: z.array(encodedDrawingSchema).default([]),
  /** Of the scripts, the most used first. */
  styles: z.array(shownStyleSchema).default([]),
  /** Fingerprint of the default sound; see `marks/fingerprint.ts`. */
  fingerprint: z.string().default(''),
});
export type Encoded = z.output<typeof encodedSchema>;

export const ENCODED_FILE = 'encoded.json';
